"""Bad meshes and height fields: each is refused with the place of its element and what is wrong, none eats memory."""

import struct
import zlib

import mujoco
import numpy as np
import pytest
from support.mesh_files import FACES, VERTICES, chunk, msh, png, stl, text_stl, words
from support.model_difference import assert_same

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.model.model import Model
from knuckle.parse import load_string

CORNERS = VERTICES[FACES]
FLAT = "0 0 0 1 0 0 0 1 0 1 1 0"


def refused(element: str, words_: str, world: str = "", assets: dict | None = None) -> bool:
    """Whether the element on line 2 is refused with these words; nothing else is said."""
    text = f"<mujoco><asset>\n {element}</asset><worldbody>{world}</worldbody></mujoco>"
    with pytest.raises(ModelError) as caught:
        compile_spec(load_string(text, assets))
    assert len(caught.value.problems) == 1, str(caught.value)
    problem = caught.value.problems[0]
    return words_ in problem.message and problem.place.line == 2


MESH = '<geom type="mesh" mesh="m"/>'
BAD_ELEMENTS = {
    "nothing": ("", "needs a file, vertex or builtin"),
    "two sources": (f'file="a.stl" vertex="{FLAT}"', "one source"),
    "three points": ('vertex="0 0 0 1 0 0 0 1 0"', "at least 4 vertices, found 3"),
    "uneven": ('vertex="0 0 0 1 0 0 0 1 0 0 0 1 1"', "multiple of 3"),
    "a plane": (f'vertex="{FLAT}"', "in a plane"),
    "no volume": (f'vertex="{FLAT}" face="0 1 2 1 3 2"', "too small"),
    "no size": (f'vertex="{words(VERTICES)}" face="{words(FACES)}" scale="1e-9 1e-9 1e-9"', "too small"),
    "no end": (f'vertex="{words(VERTICES)}" face="{words(FACES)}" scale="1e200 1 1"', "too far to compute with"),
    "index": (f'vertex="{words(VERTICES)}" face="0 1 9"', "face 0 names vertex [0, 1, 9]"),
    "negative index": (f'vertex="{words(VERTICES)}" face="0 1 -1"', "face 0 names vertex"),
    "inside out": (f'vertex="{words(VERTICES)}" face="{words(FACES[:, ::-1])}" inertia="exact"', "negative"),
    "one face turned": (
        f'vertex="{words(VERTICES)}" face="{words([*FACES[:3], FACES[3][::-1]])}" inertia="exact"',
        "opposite orientations",
    ),
    "normals": (f'vertex="{words(VERTICES)}" normal="1 0 0"', "normal has 1 rows, there are 4 vertices"),
    "texcoords": (f'vertex="{words(VERTICES)}" texcoord="1 0"', "texcoord has 1 rows"),
    "refquat": (f'vertex="{words(VERTICES)}" refquat="0 0 0 0"', "refquat"),
    "unknown builtin": ('builtin="teapot"', '"teapot" is unknown'),
    "field of view": ('builtin="wedge" params="3 3 181 20 0"', "fov_phi must lie between 1e-10 and 180, found 181"),
    "one taxel": ('builtin="plate" params="1 1"', "at least 4 vertices"),
    "taxel bomb": ('builtin="plate" params="100000 100000"', "from 1 to 1000"),
    "flat box": ('builtin="box" params="1 2 2 1 1 1"', "count must be a whole number from 2 to 1000, found 1"),
    "thick disc": ('builtin="disc" params="3 3 2 1 1 1"', "count must be 1 along z for a disc, found 2"),
    "box bomb": ('builtin="ellipsoid" params="1000 1000 1000 1 1 1"', "too many"),
    "box params": ('builtin="cylinder" params="3 3 3 1"', "3 counts, 3 spacings and maybe a dimension, found 4"),
    "far box": ('builtin="box" params="3 3 3 1e300 1 1"', "not finite"),
    "params": ('builtin="cone" params="3"', "needs 2 params"),
    "param range": ('builtin="sphere" params="9"', "from 0 to 4"),
    "param bomb": ('builtin="supersphere" params="100000 1 1"', "from 3 to 1000"),
    "grid bomb": ('builtin="grid" params="1000 1000 1000 1 1 1"', "too many"),
    "missing file": ('file="a.stl"', "no file a.stl among the assets"),
    "format": ('file="a.step"', "unknown format"),
}


@pytest.mark.parametrize("name", BAD_ELEMENTS)
def test_bad_elements(name):
    attributes, message = BAD_ELEMENTS[name]
    assert refused(
        f'<mesh name="m" {attributes}/>', message, '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>'
    )


@pytest.mark.parametrize(
    "geom", ['type="mesh" mesh="m"/', 'size="0"/', 'type="mesh"/', 'type="box" size="1 1"/', 'size="1e300"/']
)
def test_faults_of_geoms_are_not_followed_by_complaints_about_mass(geom):
    """A body without mass because its geom is faulty is no fault of its own."""
    element = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0"/>' if 'mesh="m"' in geom else ""
    text = f"<mujoco><asset>{element}</asset><worldbody><body><freejoint/><geom {geom}></body></worldbody></mujoco>"
    with pytest.raises(ModelError) as caught:
        compile_spec(load_string(text))
    assert len(caught.value.problems) == 1 and "needs mass" not in str(caught.value)


NAN = CORNERS.copy()
NAN[1, 0, 2] = np.nan
FAR = CORNERS.copy()
FAR[1, 0, 2] = 1e12
OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
BAD_FILES = {
    "empty.stl": (b"", "too short"),
    "no facets.stl": (b"solid x\nendsolid", "text STL file with 0 facets, expected 1"),
    "cut text.stl": (text_stl(CORNERS)[:-90], "text STL file with 4 facets, of which 3"),
    "word.stl": (text_stl(CORNERS).replace(b"3.0", b"three"), "coordinate that is no number"),
    "far text.stl": (text_stl(CORNERS).replace(b"3.0", b"1e300"), "beyond"),
    "nan text.stl": (text_stl(CORNERS).replace(b"3.0", b"nan"), "not finite"),
    "cut.stl": (stl(CORNERS)[:-10], "bytes, its 4 triangles need"),
    "long.stl": (stl(CORNERS) + b"abc", "bytes, its 4 triangles need"),
    "huge.stl": (stl(CORNERS, count=2**32 - 1), "4294967295 triangles, expected 1 to 200000"),
    "nan.stl": (stl(NAN), "not finite"),
    "far.stl": (stl(FAR), "beyond"),
    "one.stl": (stl(CORNERS[:1]), "at least 4 vertices"),
    "empty.msh": (b"\1\2", "too short"),
    "huge.msh": (msh(counts=(2**31 - 1, 0, 0, 2**31 - 1)), "bytes"),
    "negative.msh": (msh(counts=(-4, 0, 0, 4)), "at least 4 vertices"),
    "normals.msh": (msh(counts=(4, 2, 0, 4)), "as many or none"),
    "cut.msh": (msh()[:-4], "bytes"),
    "index.msh": (msh(faces=FACES + 2), "names vertex"),
    "nan.msh": (msh(VERTICES * np.nan), "not finite"),
    "empty.obj": (b"", "at least 4 vertices"),
    "words.obj": (b"v 1 2 three\n" + OBJ, "does not have 3 numbers"),
    "short.obj": (b"v 1 2\n" + OBJ, "does not have 3 numbers"),
    "zero.obj": (OBJ + b"f 0 1 2\n", "counted from 1"),
    "index.obj": (OBJ + b"f 1 2 9\n", "names vertex"),
    "quad.obj": (OBJ + b"f 1 2 3 9\n", "does not exist"),
    "back.obj": (OBJ + b"f -9 1 2\n", "beyond the first"),
    "nan.obj": (OBJ.replace(b"1 0 0", b"nan 0 0") + b"f 1 2 3\n", "not finite"),
    "letters.obj": (OBJ + b"f 1 2f 3\n", "corner b'2f'"),
    "sign.obj": (OBJ.replace(b"1 0 0", b"1-2 0") + b"f 1 2 3\n", "does not have 3 numbers"),
    "points.obj": (OBJ.replace(b"1 0 0", b"1.0.0 . 0") + b"f 1 2 3\n", "does not have 3 numbers"),
    "half normals.obj": (OBJ + b"vn 0 0 1\nf 1//1 2//1 3//1\nf 1 2 4\n", "not for every corner"),
    "garbage.obj": (bytes(range(256)) * 20, "at least 4 vertices"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_mesh_files(name):
    data, message = BAD_FILES[name]
    assert refused(f'<mesh name="m" file="{name}"/>', message, MESH, {name: data})


BOMB = png([b"\0"], 60000, height=60000)
BAD_FIELDS = {
    "size": ('nrow="2" ncol="2" size="1 1 0 1"', "must be positive", b""),
    "no rows": ('size="1 1 1 1"', "must be 2 at least", b""),
    "one row": ('nrow="1" ncol="9" size="1 1 1 1"', "must be 2 at least", b""),
    "bomb": ('nrow="100000" ncol="100000" size="1 1 1 1"', "16777216", b""),
    "too few": ('nrow="2" ncol="2" elevation="1 2 3" size="1 1 1 1"', "has 3 values, nrow and ncol ask for 4", b""),
    "missing": ('file="b.png" size="1 1 1 1"', "no file b.png", b""),
    "no picture": ('file="a.png" size="1 1 1 1"', "is not a PNG file", b"hello"),
    "cut": ('file="a.png" size="1 1 1 1"', "cut off", png([b"\0\1\2"] * 2, 2)[:-20]),
    "damaged": ('file="a.png" size="1 1 1 1"', "damaged", png([b"\0\1\2"] * 2, 2, height=5)),
    "no such filter": ('file="a.png" size="1 1 1 1"', "unknown filter 9", png([b"\11\1\2"] * 2, 2)),
    "picture of one row": ('file="a.png" size="1 1 1 1"', "2 rows and columns at least", png([b"\0\1\2"], 2)),
    "picture bomb": ('file="a.png" size="1 1 1 1"', "60000×60000 pixels", BOMB),
    "no palette": ('file="a.png" size="1 1 1 1"', "not in its palette", png([b"\0\1\2"] * 2, 2, colour=3)),
    "bad depth": ('file="a.png" size="1 1 1 1"', "unknown kind", png([b"\0\1\2"] * 2, 2, depth=5)),
    "binary size": ('file="a.bin" size="1 1 1 1"', "expected 4 (2 + rows", struct.pack("<2i", 2, 2) + bytes(15)),
    "binary bomb": ('file="a.bin" size="1 1 1 1"', "expected 4 (2 + rows", struct.pack("<2i", 2**31 - 1, 2**31 - 1)),
    "binary nan": (
        'file="a.bin" size="1 1 1 1"',
        "not finite",
        struct.pack("<2i4f", 2, 2, 0, 1, float("nan"), 2),
    ),
}


@pytest.mark.parametrize("name", BAD_FIELDS)
def test_bad_height_fields(name):
    attributes, message, data = BAD_FIELDS[name]
    assets = {"a.png": data, "a.bin": data} if data else None
    assert refused(f'<hfield name="h" {attributes}/>', message, assets=assets)


def picture(*parts: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def spoilt(part: bytes) -> bytes:
    """The part of a picture with another checksum."""
    return part[:-1] + bytes([part[-1] ^ 1])


HEAD = struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0)
FIRST, LAST = chunk(b"IHDR", HEAD), chunk(b"IEND", b"")
ROWS = zlib.compress(b"\0\1\2" * 2)
PIXELS = chunk(b"IDAT", ROWS)
DAMAGED_PICTURES = {
    "header": (picture(spoilt(FIRST), PIXELS, LAST), "checksum of its part IHDR"),
    "pixels": (picture(FIRST, spoilt(PIXELS), LAST), "checksum of its part IDAT"),
    "end": (picture(FIRST, PIXELS, spoilt(LAST)), "checksum of its part IEND"),
    "text": (picture(FIRST, spoilt(chunk(b"tEXt", b"a\0b")), PIXELS, LAST), "checksum of its part tEXt"),
    "palette": (picture(FIRST, spoilt(chunk(b"PLTE", b"abc")), PIXELS, LAST), "checksum of its part PLTE"),
    "sum of pixels": (picture(FIRST, chunk(b"IDAT", spoilt(ROWS)), LAST), "damaged"),
    "no sum of pixels": (picture(FIRST, chunk(b"IDAT", ROWS[:-4]), LAST), "do not end where they should"),
    "after the pixels": (picture(FIRST, chunk(b"IDAT", ROWS + b"xx"), LAST), "do not end where they should"),
    "bomb": (picture(FIRST, chunk(b"IDAT", zlib.compress(bytes(1 << 26), 9)), LAST), "more bytes of pixels"),
    "long header": (picture(chunk(b"IHDR", HEAD + b"x"), PIXELS, LAST), "header has 14 bytes, expected 13"),
    "short header": (picture(chunk(b"IHDR", HEAD[:12]), PIXELS, LAST), "header has 12 bytes, expected 13"),
    "compression": (picture(chunk(b"IHDR", HEAD[:10] + b"\1\0\0"), PIXELS, LAST), "unknown kind"),
    "filter": (picture(chunk(b"IHDR", HEAD[:10] + b"\0\1\0"), PIXELS, LAST), "unknown kind"),
    "unknown part": (picture(FIRST, chunk(b"ABCD", b""), PIXELS, LAST), "a part ABCD that cannot be read"),
    "two headers": (picture(FIRST, FIRST, PIXELS, LAST), "a part IHDR that cannot be read"),
}
SOUND_PICTURES = {
    "plain": picture(FIRST, PIXELS, LAST),
    "pixels in two parts": picture(FIRST, chunk(b"IDAT", ROWS[:5]), chunk(b"IDAT", ROWS[5:]), LAST),
    "text": picture(FIRST, chunk(b"tEXt", b"a\0b"), PIXELS, LAST),
    "private part": picture(FIRST, spoilt(chunk(b"abCd", b"")), PIXELS, LAST),
    "something after the end": picture(FIRST, PIXELS, LAST, b"hello"),
}
FIELD = '<hfield name="h" file="a.png" size="1 1 1 1"/>'


@pytest.mark.parametrize("name", DAMAGED_PICTURES)
def test_a_damaged_picture_is_no_height_field(name):
    data, message = DAMAGED_PICTURES[name]
    assert refused(FIELD, message, assets={"a.png": data})
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(f"<mujoco><asset>{FIELD}</asset></mujoco>", {"a.png": data})


@pytest.mark.parametrize("name", SOUND_PICTURES)
def test_a_sound_picture_is_read_as_the_reference_reads_it(name):
    assert_same(f"<mujoco><asset>{FIELD}</asset></mujoco>", {"a.png": SOUND_PICTURES[name]})


BAD_GEOMS = {
    '<geom type="mesh"/>': "needs the name of a mesh",
    '<geom type="hfield"/>': "belong together",
    '<geom type="sphere" size="1" hfield="h"/>': "belong together",
    '<geom type="plane" size="1 1 1" mesh="m"/>': "cannot show a mesh",
    '<site type="box" mesh="m"/>': "cannot show a mesh",
    '<site type="mesh"/>': "needs the name of a mesh",
    '<geom type="mesh" mesh="m" shellinertia="true"/>': 'inertia="shell"',
    '<geom type="mesh" mesh="n"/>': 'there is no mesh "n"; known: m',
    '<geom type="hfield" hfield="g"/>': 'there is no hfield "g"',
}


@pytest.mark.parametrize("geom", BAD_GEOMS)
def test_bad_geoms(geom):
    assets = f'<mesh name="m" vertex="{words(VERTICES)}"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>'
    text = f"<mujoco><asset>{assets}</asset><worldbody>\n{geom}</worldbody></mujoco>"
    with pytest.raises(ModelError) as caught:
        compile_spec(load_string(text))
    assert BAD_GEOMS[geom] in str(caught.value) and caught.value.problems[0].place.line == 2


def test_a_missing_file_on_disk_is_named_with_its_place(tmp_path):
    (tmp_path / "model.xml").write_text('<mujoco>\n<asset>\n<mesh file="gone.stl"/></asset></mujoco>')
    with pytest.raises(ModelError, match=r"model.xml:3:1: <mesh name=\"gone\">: cannot read .*gone.stl"):
        Model.from_xml_path(tmp_path / "model.xml")
    (tmp_path / "gone.stl").mkdir()
    with pytest.raises(ModelError, match="not a file"):
        Model.from_xml_path(tmp_path / "model.xml")


def test_a_small_maxhullvert_is_a_fault_of_the_text():
    with pytest.raises(ModelError, match="maxhullvert must be -1 or larger than 3, got 3"):
        load_string(f'<mujoco><asset><mesh name="m" maxhullvert="3" vertex="{FLAT}"/></asset></mujoco>')
