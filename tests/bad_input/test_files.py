"""Files that are missing, foreign, cut, damaged or lying."""

import hashlib
import json

import pytest

import knuckle as kn
from knuckle.model.file_format import HEAD, MAGIC, VERSION, encode, model_from_bytes, model_to_bytes

TEXT = """
<mujoco><worldbody>
  <body name="a"><freejoint/><geom size=".1"/></body>
  <body><joint/><geom size=".1" pos="1 0 0"/><body><joint type="ball"/><geom size=".1" pos="0 1 0"/></body></body>
</worldbody></mujoco>
"""


def packed(header: bytes, payload: bytes, version: int = VERSION) -> bytes:
    """A file whose checksum is right around any contents."""
    checksum = hashlib.sha256(header + payload).digest()
    return HEAD.pack(MAGIC, version, len(header), len(payload), checksum) + header + payload


def parts(content: bytes) -> tuple[dict, bytes]:
    length = HEAD.unpack(content[: HEAD.size])[2]
    return json.loads(content[HEAD.size : HEAD.size + length]), content[HEAD.size + length :]


@pytest.fixture(scope="module")
def good() -> bytes:
    return model_to_bytes(kn.load(TEXT))


def with_header(good: bytes, **changes) -> bytes:
    header, payload = parts(good)
    return packed(json.dumps(header | changes).encode(), payload)


def with_count(good: bytes, name: str, count) -> bytes:
    return with_header(good, counts=parts(good)[0]["counts"] | {name: count})


# what is done to a good file -> words
DAMAGES = {
    "empty": (lambda good: b"", "not a compiled model"),
    "text": (lambda good: TEXT.encode(), "not a compiled model"),
    "picture": (lambda good: b"\x89PNG\r\n\x1a\n" + bytes(500), "not a compiled model"),
    "zeros": (lambda good: bytes(10_000), "not a compiled model"),
    "cut in the head": (lambda good: good[:50], "cut off"),
    "cut in the middle": (lambda good: good[: len(good) // 2], "bytes long, expected"),
    "one byte less": (lambda good: good[:-1], "bytes long, expected"),
    "one byte more": (lambda good: good + b"x", "bytes long, expected"),
    "twice": (lambda good: good + good, "bytes long, expected"),
    "flipped bit": (lambda good: good[:-9] + bytes([good[-9] ^ 1]) + good[-8:], "checksum"),
    "another version": (lambda good: packed(b"", b"", version=9), "format version 9"),
    "other fields": (lambda good: with_header(good, fields={}), "its fields need 0"),
    "huge lengths": (lambda good: HEAD.pack(MAGIC, VERSION, 2**60, 2**62, bytes(32)), "bytes long"),
    "header of noise": (lambda good: packed(b"\xff\xfe{", parts(good)[1]), "unreadable header"),
    "deep header": (lambda good: packed(b"[" * 100_000, parts(good)[1]), "unreadable header"),
    "header of a list": (lambda good: packed(b"[]", parts(good)[1]), "bad header: expected byteorder, counts"),
    "no names": (lambda good: with_header(good, names={}), "names of body"),
    "names of numbers": (lambda good: with_header(good, names={"body": [1, 2, 3, 4]}), "names of body"),
    "negative size": (lambda good: with_count(good, "nv", -1), "nv is -1"),
    "real size": (lambda good: with_count(good, "nv", 1.5), "nv is 1.5"),
    "true size": (lambda good: with_count(good, "nmat", True), "nmat is True"),
    "huge size": (lambda good: with_count(good, "nbody", 10**12), "nbody is 1000000000000"),
    "larger size": (lambda good: with_count(good, "nuserdata", 2**27), None),
    "other size": (lambda good: with_count(good, "nsite", 3), "names of site"),
    "no arrays": (lambda good: packed(json.dumps(parts(good)[0]).encode(), b""), "its fields need"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_by_name(name, good, tmp_path):
    damage, words = DAMAGES[name]
    path = tmp_path / "model.knm"
    path.write_bytes(damage(good))
    if words is None:  # room for user data lies in Data: the model itself is sound
        assert kn.load(path).nuserdata == 2**27
        return
    with pytest.raises(kn.FileFormatError, match=words) as caught:
        kn.load(path)
    assert str(path) in str(caught.value)


# array | index | value: lies that would send compiled code astray
LIES = """
body_parentid 1 3         | child stands before its parent
body_parentid 3 0         | dof_parentid does not follow
body_parentid 2 99        | outside nbody
body_mocapid 1 0          | outside nmocap
jnt_type 0 9              | unknown JointType
jnt_type 0 1              | nq does not follow
jnt_type 2 0              | reaches outside
jnt_bodyid 1 3            | body_jntnum does not follow
jnt_qposadr 1 0           | jnt_qposadr does not follow
jnt_qposadr 1 1000000     | outside nq
jnt_dofadr 2 -1           | outside nv
dof_bodyid 0 2            | dof_bodyid does not follow
dof_parentid 8 6          | dof_parentid does not follow
dof_parentid 8 9          | child stands before its parent
dof_simplenum 6 1         | dof_simplenum does not follow
body_dofnum 1 5           | body_dofnum does not follow
tree_dofadr 1 0           | tree_dofadr does not follow
M_rownnz 7 1              | M_rownnz does not follow
M_rowadr 9 0              | M_rowadr does not follow
M_colind 7 0              | M_colind does not follow
D_diag 8 900              | D_diag does not follow
mapM2D 40 2               | mapM2D does not follow
mapD2M 8 0                | mapD2M does not follow
geom_bodyid 0 2147483647  | outside nbody
"""


@pytest.mark.parametrize("line", LIES.strip().splitlines())
def test_a_file_that_lies_about_its_structure_is_refused(line):
    change, words = line.split("|")
    field, index, value = change.split()
    m = kn.load(TEXT)
    m._arrays[field][int(index)] = int(value)
    with pytest.raises(kn.FileFormatError, match=words.strip()):
        model_from_bytes(encode(m))


def test_paths_that_lead_nowhere(tmp_path):
    for path, words in (
        (tmp_path / "no.xml", "no.xml: cannot read the model file: No such file"),
        (tmp_path, "it is a folder; it holds no model files"),
        (tmp_path / "none" / "a.xml", "there is no folder"),
        ("no_such_robot", r"for a model of the package: knuckle\.models\.path\('no_such_robot'\)"),
        ("a\0b.xml", "null"),
        ("x" * 5000 + ".xml", "too long"),
        ("", "empty"),
        ("  \n", "empty"),
    ):
        with pytest.raises(kn.ModelError, match=words) as caught:
            kn.load(path)
        assert len(str(caught.value)) < 500
    with pytest.raises(FileNotFoundError, match=r"no\.knm"):
        kn.load(tmp_path / "no.knm")
    with pytest.raises(kn.FileFormatError, match="regular file"):
        kn.Model.load("/dev/zero")


def test_a_path_that_leads_nowhere_is_told_with_what_is_near(tmp_path):
    for name in ("robot.xml", "scene.xml", "notes.txt"):
        (tmp_path / name).write_text("<mujoco/>")
    with pytest.raises(kn.ModelError, match=r"did you mean 'robot\.xml'\?"):
        kn.load(tmp_path / "robt.xml")
    with pytest.raises(kn.ModelError, match=r"it is a folder; name a file in it: robot\.xml, scene\.xml$"):
        kn.load(tmp_path)
    with pytest.raises(kn.ModelError, match="looked in"):
        kn.load(tmp_path / "0123.xml")


def test_a_refusal_says_what_to_leave_out():
    text = '<mujoco><extension><plugin plugin="p"/></extension>{}</mujoco>'
    with pytest.raises(kn.ModelError, match=r'To leave it out of the model, add omit=\("extension",\)$') as caught:
        kn.load(text.format(""))
    assert caught.value.features == ("extension",)
    with pytest.raises(kn.ModelError, match=r'add omit=\("extension", "deformable"\)$') as caught:
        kn.load(text.format("<deformable><flex/></deformable>"))
    assert kn.load(text.format("<deformable><flex/></deformable>"), omit=caught.value.features).nbody == 1
    with pytest.raises(kn.ModelError) as caught:
        kn.load("<mujoco><worldbody><geom/></worldbody></mujoco>")
    assert "omit" not in str(caught.value)


def test_an_empty_section_that_is_not_supported_is_taken_and_its_attributes_are_not():
    assert kn.load("<mujoco><deformable/><sensor/><tendon></tendon></mujoco>").nbody == 1
    for section in ("deformable", "sensor"):
        with pytest.raises(kn.ModelError, match=section):
            kn.load(f'<mujoco><{section} cutoff="1"/></mujoco>')


@pytest.mark.parametrize("name", ["x.xml", "x.XML", "x.mjcf", "x.urdf", "x.mjb"])
def test_a_compiled_model_is_not_saved_under_a_misleading_name(name, tmp_path):
    with pytest.raises(ValueError, match=r"binary format of its own, not .*; name it 'x\.knm'"):
        kn.load(TEXT).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_compiled_model_is_loaded_under_any_other_name(tmp_path):
    kn.load(TEXT).save(tmp_path / "model.compiled")
    assert kn.load(tmp_path / "model.compiled").nv == kn.load(TEXT).nv


def test_files_that_cannot_be_read_as_text(tmp_path):
    path = tmp_path / "noise.xml"
    for content in (b"", b"\xff" * 1000, b"\0" * 1000, bytes(range(256)) * 8):
        path.write_bytes(content)
        with pytest.raises(kn.ModelError, match=r"noise\.xml"):
            kn.load(path)


def test_links_in_circles(tmp_path):
    (tmp_path / "a.xml").symlink_to(tmp_path / "b.xml")
    (tmp_path / "b.xml").symlink_to(tmp_path / "a.xml")
    with pytest.raises(kn.ModelError, match="cannot read"):
        kn.load(tmp_path / "a.xml")
    main = tmp_path / "main.xml"
    main.write_text('<mujoco>\n<include file="a.xml"/></mujoco>')
    with pytest.raises(kn.ModelError, match=r"main\.xml:2:10: <include>: cannot read file"):
        kn.load(main)


def test_includes_in_circles(tmp_path):
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.xml").write_text(f'<mujoco>\n<include file="{other}.xml"/></mujoco>')
    with pytest.raises(kn.ModelError, match=r"c\.xml:2:10: <include>.*already included"):
        kn.load(tmp_path / "a.xml")


@pytest.mark.parametrize(
    ("source", "options", "words"),
    [
        (None, {}, "expected a path, or a text in MJCF or URDF, found NoneType"),
        (5, {}, "found int"),
        (b"<mujoco/>", {}, "found bytes"),
        (["a.xml"], {}, "found list"),
        ("<mujoco/>", {"omit": 5}, "omit: expected names of features"),
        ("<mujoco/>", {"omit": [5]}, "omit: expected names of features"),
        ("<mujoco/>", {"assets": 5}, "assets: expected names with contents"),
        ("<mujoco/>", {"assets": {5: b""}}, "assets: expected names of type str, found 5"),
        ("<mujoco/>", {"assets": {"a.xml": 5}}, "assets: expected 'a.xml' to hold bytes or a text, found int"),
    ],
    ids=str,
)
def test_what_is_no_source_of_a_model(source, options, words):
    with pytest.raises(TypeError, match=words):
        kn.load(source, **options)


def test_saving_where_nothing_can_be_saved(tmp_path):
    m = kn.load(TEXT)
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        m.save(tmp_path / "no" / "model.knm")
    with pytest.raises(IsADirectoryError, match="it is a folder"):
        m.save(tmp_path)
    assert list(tmp_path.iterdir()) == []
