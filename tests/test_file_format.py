"""The file of a compiled model: it comes back as it was, and nothing else comes back at all."""

import hashlib
import json
import os
import pickle
import stat
import tracemalloc

import numpy as np
import pytest
from support.reference import both

from knuckle.errors import KnuckleError
from knuckle.model import stored_fields
from knuckle.model.file_format import (
    HEAD,
    MAGIC,
    VERSION,
    FileFormatError,
    encode,
    model_from_bytes,
    model_to_bytes,
)
from knuckle.model.model import Model
from knuckle.scene.glb import png
from knuckle.scene.textures import MissingPixels, texture_pixels
from knuckle.schema.fields import DTYPES, model_fields


@pytest.fixture(scope="module")
def content() -> bytes:
    return model_to_bytes(both()[0])


def pack(header: bytes, payload: bytes, version: int = VERSION) -> bytes:
    """A file with a valid checksum around any contents."""
    checksum = hashlib.sha256(header + payload).digest()
    return HEAD.pack(MAGIC, version, len(header), len(payload), checksum) + header + payload


def unpack(content: bytes) -> tuple[dict, bytes]:
    length = HEAD.unpack(content[: HEAD.size])[2]
    return json.loads(content[HEAD.size : HEAD.size + length]), content[HEAD.size + length :]


def test_a_saved_model_comes_back(tmp_path):
    m, _ = both()
    m.body_mass[1] = 1.23456789
    m.vis.global_.fovy = 33.0
    m.save(tmp_path / "model.knuckle")
    back = Model.load(tmp_path / "model.knuckle")
    assert all(array.tobytes() == back._arrays[name].tobytes() for name, array in m._arrays.items())
    assert back.model_name == m.model_name and back.vis.as_dict() == m.vis.as_dict()
    assert all(back.names(kind) == m.names(kind) for kind in m._names)
    assert back.joint("knee").range.tolist() == m.joint("knee").range.tolist()


TEXTURED = """<mujoco><asset>
<texture name="drawn" type="cube" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="8" mark="cross"/>
<texture name="read" type="2d" file="read.png"/>
<texture name="sides" type="cube" fileup="read.png" filefront="read.png" hflip="true"/>
</asset></mujoco>"""


def test_textures_come_back_when_their_files_are_gone(tmp_path):
    pixels = np.random.default_rng(3).integers(0, 256, (6, 6, 3), dtype=np.uint8)
    (tmp_path / "read.png").write_bytes(png(pixels))
    (tmp_path / "textured.xml").write_text(TEXTURED)
    m = Model.from_xml_path(tmp_path / "textured.xml")
    before = [texture_pixels(m, t) for t in range(m.ntex)]
    assert np.array_equal(before[1], pixels)
    content = model_to_bytes(m)
    os.unlink(tmp_path / "read.png")
    back = model_from_bytes(content)
    assert all(np.array_equal(texture_pixels(back, t), before[t]) for t in range(m.ntex))
    assert model_to_bytes(back) == content
    with pytest.raises(MissingPixels, match="gone"):
        texture_pixels(m, 1)


@pytest.mark.parametrize("spoil", ["attributes", "files", "length", "picture"])
def test_a_damaged_table_of_pictures_is_refused_or_not_known(tmp_path, spoil):
    (tmp_path / "read.png").write_bytes(png(np.zeros((6, 6, 3), np.uint8)))
    (tmp_path / "textured.xml").write_text(TEXTURED)
    header, payload = unpack(model_to_bytes(Model.from_xml_path(tmp_path / "textured.xml")))
    entry = header["pictures"][1]
    if spoil == "attributes":
        entry["attributes"] = {"type": "2d", "evil": 1}
    elif spoil == "files":
        entry["files"] = {"name": 3}
    elif spoil == "length":
        entry["files"] = {"file": 1 << 39}
    else:
        payload = payload[:-40] + bytes(40)  # inside the last file
    damaged = pack(json.dumps(header).encode(), payload)
    if spoil in ("files", "length"):
        with pytest.raises(FileFormatError):
            model_from_bytes(damaged)
        return
    m = model_from_bytes(damaged)
    with pytest.raises(MissingPixels):
        texture_pixels(m, 1 if spoil == "attributes" else 2)


def test_saving_twice_gives_the_same_bytes(content):
    assert model_to_bytes(model_from_bytes(content)) == content


def test_saving_replaces_the_file_in_one_step_and_leaves_nothing_else(tmp_path, monkeypatch):
    m, _ = both()
    path = tmp_path / "model.knuckle"
    path.write_bytes(b"old")

    def fail(*arguments):
        raise OSError("no space")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        m.save(path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["model.knuckle"]
    monkeypatch.undo()
    m.save(path)
    assert os.listdir(tmp_path) == ["model.knuckle"] and Model.load(path).nv == m.nv


def spoil_number(m):
    m.geom_size[0, 0] = np.nan


def spoil_flag(m):
    m.jnt_limited.view(np.uint8)[0] = 7


def spoil_index(m):
    m.geom_matid[0] = 99


def spoil_option(m):
    m.opt.gravity[0] = np.inf


@pytest.mark.parametrize("spoil", [spoil_number, spoil_flag, spoil_index, spoil_option])
def test_what_could_not_be_loaded_is_not_written(tmp_path, spoil):
    m, _ = both()
    path = tmp_path / "model.knm"
    m.save(path)
    before = path.read_bytes()
    spoil(m)
    with pytest.raises(ValueError, match=r"Model: .* it cannot be saved"):
        m.save(path)
    with pytest.raises(ValueError, match="it cannot be saved"):
        pickle.dumps(m)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["model.knm"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_saving_keeps_the_mode_of_a_file(tmp_path, mode):
    path = tmp_path / "model.knm"
    path.touch()
    path.chmod(mode)
    both()[0].save(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode and Model.load(path)


def test_a_new_file_has_the_mode_of_the_process(tmp_path):
    former = os.umask(0o027)
    try:
        both()[0].save(tmp_path / "model.knm")
        assert os.umask(0o027) == 0o027  # saving leaves it alone
    finally:
        os.umask(former)
    assert stat.S_IMODE((tmp_path / "model.knm").stat().st_mode) == 0o640


@pytest.mark.parametrize("exists", [True, False])
def test_saving_through_a_link_writes_what_it_points_to(tmp_path, exists):
    target, link = tmp_path / "inside" / "model.knm", tmp_path / "link.knm"
    target.parent.mkdir()
    if exists:
        target.write_bytes(b"old")
    link.symlink_to("inside/model.knm")
    both()[0].save(link)
    assert link.is_symlink() and Model.load(target)
    assert os.listdir(target.parent) == ["model.knm"] and len(os.listdir(tmp_path)) == 2


def test_what_is_no_regular_file_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        both()[0].save(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_every_truncation_is_noticed(content):
    for length in (*range(HEAD.size + 2), len(content) // 2, len(content) - 1):
        with pytest.raises(FileFormatError):
            model_from_bytes(content[:length])
    with pytest.raises(FileFormatError, match="long"):
        model_from_bytes(content + b"x")


def test_every_damaged_byte_is_noticed(content):
    for place in np.random.default_rng(0).integers(0, len(content), 200).tolist() + list(range(HEAD.size)):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        with pytest.raises(FileFormatError):
            model_from_bytes(bytes(damaged))


@pytest.mark.parametrize("foreign", [b"", b"\x89", b"<mujoco/>", b"\x89PNG\r\n\x1a\n" + bytes(200), bytes(4096)])
def test_foreign_files_are_refused(tmp_path, foreign):
    path = tmp_path / "foreign"
    path.write_bytes(foreign)
    with pytest.raises(FileFormatError, match="foreign"):
        Model.load(path)
    assert issubclass(FileFormatError, KnuckleError)


def test_what_is_not_a_file_is_refused(tmp_path):
    with pytest.raises(FileFormatError, match="regular file"):
        Model.load(tmp_path)
    with pytest.raises(FileFormatError, match="regular file"):
        Model.load("/dev/zero")
    with pytest.raises(FileNotFoundError):
        Model.load(tmp_path / "missing")


def test_a_newer_version_says_so(content):
    header, payload = unpack(content)
    newer = pack(json.dumps(header).encode(), payload, version=VERSION + 1)
    with pytest.raises(FileFormatError, match=f"format version {VERSION + 1} is newer than version {VERSION}.*install"):
        model_from_bytes(newer)
    with pytest.raises(FileFormatError, match="format version 1 is no longer read; compile the model again"):
        model_from_bytes(pack(b"", b"", version=1))


def with_field(content: bytes, name: str, shape: list[int]) -> bytes:
    """A file with one more field of reals, as a newer release might write it."""
    header, payload = unpack(content)
    header["fields"][name] = ["real", shape]
    return pack(json.dumps(header).encode(), payload + bytes(8 * int(np.prod(shape))))


def test_fields_of_newer_releases_are_passed_over_where_they_are_empty(content):
    assert model_to_bytes(model_from_bytes(with_field(content, "geom_colour_of_sound", [0, 3]))) == content
    with pytest.raises(
        FileFormatError, match="field geom_colour_of_sound is not known: the file was written by a newer"
    ):
        model_from_bytes(with_field(content, "geom_colour_of_sound", [2, 3]))


def test_sizes_of_newer_releases_are_passed_over_where_they_are_zero(content):
    header, payload = unpack(content)
    header["counts"]["nsound"] = 0
    assert model_to_bytes(model_from_bytes(pack(json.dumps(header).encode(), payload))) == content
    header["counts"]["nsound"] = 2
    with pytest.raises(FileFormatError, match="size nsound = 2 is not known: the file was written by a newer release"):
        model_from_bytes(pack(json.dumps(header).encode(), payload))


def without(content: bytes, *names: str, sizes: tuple[str, ...] = ()) -> bytes:
    """A file without some fields and sizes, as an earlier release would have written it."""
    header, payload = unpack(content)
    parts, start = [], 0
    for name, (kind, shape) in list(header["fields"].items()):
        length = int(np.prod(shape)) * DTYPES[kind].itemsize
        parts.append(b"" if name in names else payload[start : start + length])
        start += length
        if name in names:
            del header["fields"][name]
    header["counts"] = {name: count for name, count in header["counts"].items() if name not in sizes}
    return pack(json.dumps(header).encode(), b"".join(parts))


def test_files_of_earlier_releases_are_read(content, monkeypatch):
    """What they lack is empty, or has the value that the release gave it which added the field."""
    counts = unpack(content)[0]["counts"]
    empty = [f.name for f in model_fields() if f.shape and f.shape[0] == "nhfield"]
    assert counts["nhfield"] == 0 and len(empty) > 2
    assert model_to_bytes(model_from_bytes(without(content, *empty, sizes=("nhfield",)))) == content
    monkeypatch.setitem(stored_fields.ADDED, "geom_solmix", 0.25)
    back = model_from_bytes(without(content, "geom_solmix"))
    np.testing.assert_array_equal(back.geom_solmix, np.full(back.ngeom, 0.25))


def test_a_field_that_is_missing_is_named(content):
    with pytest.raises(FileFormatError, match="field geom_solmix is missing: compile the model again"):
        model_from_bytes(without(content, "geom_solmix"))


@pytest.mark.parametrize("entry", [3, ["real"], ["real", 3], ["real", [-1]], ["what", [1]], ["real", [1] * 5], None])
def test_bad_tables_of_fields_are_refused(content, entry):
    header, payload = unpack(content)
    header["fields"]["geom_solmix"] = entry
    with pytest.raises(FileFormatError, match="'geom_solmix' has no kind and shape"):
        model_from_bytes(pack(json.dumps(header).encode(), payload))


def test_a_field_of_another_shape_is_refused(content):
    header, payload = unpack(content)
    kind, shape = header["fields"]["geom_solmix"]
    header["fields"]["geom_solmix"] = [kind, [*shape, 1]]
    with pytest.raises(FileFormatError, match=r"field geom_solmix is real .*its sizes need"):
        model_from_bytes(pack(json.dumps(header).encode(), payload))


def test_huge_promises_take_no_memory(content, tmp_path):
    path = tmp_path / "huge"
    header, payload = unpack(content)
    lies = [HEAD.pack(MAGIC, VERSION, 2**60, 2**62, bytes(32)) + b"{}"]
    for name, count in (("nbody", 10**9), ("nkey", 2**27), ("nuserdata", 10**15), ("nq", 10**300), ("nv", -1)):
        lie = {**header, "counts": {**header["counts"], name: count}}
        lies.append(pack(json.dumps(lie).encode(), payload))
    tracemalloc.start()
    try:
        for lie in lies:
            path.write_bytes(lie)
            with pytest.raises(FileFormatError):
                Model.load(path)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "header",
    [b"", b"{", b"[]", b"3", b'{"counts": {}}', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 5000],
    ids=["empty", "open", "list", "number", "incomplete", "bytes", "deep list", "deep object", "long number"],
)
def test_bad_headers_are_refused(content, header):
    with pytest.raises(FileFormatError, match="header"):
        model_from_bytes(pack(header, unpack(content)[1]))


@pytest.mark.parametrize(
    "change",
    [
        {"names": {}},
        {"names": 3},
        {"names": {"body": [1] * 6}},
        {"vis": {"global": 3}},
        {"vis": {"global": {"fovy": "wide"}}},
        {"vis": {"global": {"fovy": [10**400]}}},
        {"warnings": [1]},
        {"model_name": None},
        {"counts": []},
        {"extra": 1},
    ],
    ids=str,
)
def test_headers_with_wrong_parts_are_refused(content, change):
    header, payload = unpack(content)
    with pytest.raises(FileFormatError, match="bad header"):
        model_from_bytes(pack(json.dumps({**header, **change}).encode(), payload))


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("body_parentid", 1, 99),
        ("body_parentid", 2, 3),
        ("body_parentid", 0, 1),
        ("jnt_bodyid", 0, -1),
        ("jnt_type", 0, 4),
        ("jnt_type", 3, 0),
        ("jnt_qposadr", 1, 2**31 - 1),
        ("jnt_plasticadr", 0, 3),
        ("dof_parentid", 3, 3),
        ("M_colind", 4, 11),
        ("M_rownnz", 0, 2**31 - 1),
        ("M_rowadr", 2, -5),
        ("mapM2D", 0, 10**6),
        ("body_mocapid", 5, 1),
        ("geom_type", 0, 100),
        ("text_size", 0, 1000),
        ("cam_targetbodyid", 0, 6),
        ("pair_geom1", 0, 99),
        ("pair_signature", 0, 5),
        ("exclude_signature", 1, 0),
        ("eq_type", 0, 4),
        ("eq_objtype", 1, 6),
        ("eq_obj1id", 0, -1),
        ("eq_obj2id", 1, 4),
    ],
)
def test_indices_out_of_range_are_refused(field, index, value):
    m, _ = both()
    m._arrays[field][index] = value
    with pytest.raises(FileFormatError, match=field):
        model_from_bytes(encode(m))


def test_a_flag_that_is_neither_true_nor_false_is_refused():
    m, _ = both()
    m.jnt_limited.view(np.uint8)[0] = 7
    with pytest.raises(FileFormatError, match="jnt_limited"):
        model_from_bytes(encode(m))
