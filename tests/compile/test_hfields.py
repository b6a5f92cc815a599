"""Height fields compile to the reference's numbers: pictures, binary files, inline heights, geoms, scales."""

import struct

import mujoco
import numpy as np
import pytest
from support.mesh_files import chunk, png, words
from support.model_difference import assert_same

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

rng = np.random.default_rng(2)
HEIGHTS = rng.normal(size=(3, 4))
GEOM = '<geom type="hfield" hfield="h" pos="1 2 3" euler="10 20 30"/>'


def model(attributes: str, world: str = GEOM, compiler: str = "") -> str:
    return f"""<mujoco><compiler {compiler}/><asset><hfield name="h" size="1 2 .5 .1" {attributes}/></asset>
      <worldbody>{world}</worldbody></mujoco>"""


INLINE = f'nrow="3" ncol="4" elevation="{words(HEIGHTS)}"'


@pytest.mark.parametrize(
    "attributes", [INLINE, 'nrow="2" ncol="3"', f'nrow="2" ncol="2" elevation="{words([3.0] * 4)}"']
)
def test_inline_heights(attributes):
    assert_same(model(attributes))


@pytest.mark.parametrize("size", [1e-20, 1e-15, 1e-6, 1.0, 1e6])
def test_heights_are_the_same_bits(size):
    """Heights are kept in single precision: a rounding elsewhere would show in every contact with the field."""
    heights = size * (HEIGHTS + 3.0)
    text = model(f'nrow="3" ncol="4" elevation="{words(heights)}"')
    expected = mujoco.MjModel.from_xml_string(text).hfield_data
    assert np.array_equal(compile_spec(load_string(text)).arrays["hfield_data"], expected)


def test_heights_too_far_apart_are_refused():
    with pytest.raises(ModelError, match="range of heights holds a height that is not finite"):
        compile_spec(load_string(model('nrow="2" ncol="2" elevation="-3e38 3e38 0 0"')))


@pytest.mark.parametrize(
    "world",
    [
        "",
        f"<body>{GEOM}</body>",
        f'<body><freejoint/><geom type="hfield" hfield="h" mass="2"/>{GEOM}</body>',
        '<body><geom type="hfield" hfield="h" shellinertia="true"/></body>',
        f'{GEOM}<frame scale="2">{GEOM}</frame><frame scale="2">{GEOM}</frame>',
        '<frame scale="1 2 3" scaling="geometry"><geom type="hfield" hfield="h"/></frame>',
        '<geom type="hfield" hfield="h" contype="0" conaffinity="0"/>',
    ],
)
@pytest.mark.parametrize("compiler", ["", 'discardvisual="true"'])
def test_geoms(world, compiler):
    assert_same(model(INLINE, world, compiler))


def test_binary_files_keep_the_order_of_their_rows():
    data = struct.pack("<2i", 3, 4) + HEIGHTS.astype("<f4").tobytes()
    assert_same(model('file="a.bin"'), {"a.bin": data})
    assert_same(model('file="a.png" content_type="image/vnd.mujoco.hfield"'), {"a.png": data})


def noise(width: int, height: int, line: int) -> list[bytes]:
    """Rows of random bytes, with every kind of filter."""
    return [bytes([i % 5]) + rng.integers(0, 256, line, np.uint8).tobytes() for i in range(height)]


@pytest.mark.parametrize(
    ("colour", "depth", "line"),
    [(0, 8, 7), (0, 16, 14), (2, 8, 21), (2, 16, 42), (4, 8, 14), (4, 16, 28), (6, 8, 28), (6, 16, 56)]
    + [(0, 1, 1), (0, 2, 2), (0, 4, 4)],
)
def test_pictures_of_every_kind(colour, depth, line):
    data = png(noise(7, 12, line), 7, colour, depth)
    assert_same(model('file="a.png"'), {"a.png": data})


def test_pictures_with_a_palette():
    palette = chunk(b"PLTE", rng.integers(0, 256, 48, np.uint8).tobytes())
    rows = [b"\0" + rng.integers(0, 16, 5, np.uint8).tobytes() for _ in range(4)]
    assert_same(model('file="a.png"'), {"a.png": png(rows, 5, 3, 8, palette)})
    assert_same(model('file="b.png"'), {"b.png": png([b"\0\x12\x34", b"\0\x56\x78"], 4, 3, 4, palette)})


def test_names_come_from_files():
    data = struct.pack("<2i", 3, 4) + HEIGHTS.astype("<f4").tobytes()
    text = '<mujoco><asset><hfield file="x/hill.bin" size="1 1 1 1"/></asset></mujoco>'
    assert compile_spec(load_string(text, {"x/hill.bin": data})).names["hfield"] == ["hill"]
