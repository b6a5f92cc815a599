"""What `make fuzz` found: each was an error of Python's own, and is a refusal in words now."""

import io
import zipfile

import numpy as np
import pytest
from support.spec_scene import TEXT

import knuckle as kn
from knuckle.errors import ModelError

BODY = '<body name="{}"><joint/><geom size=".1"/></body>'


def test_angles_of_replicas_that_overflow():
    replicas = f'<replicate count="4" euler="0 1.7976931348623157e308 0">{BODY.format("b")}</replicate>'
    text = f'<mujoco><compiler angle="radian"/><worldbody>{replicas}</worldbody></mujoco>'
    with pytest.raises(ModelError, match=r"<replicate>: needs angles that are finite"):
        kn.load(text)


def test_halves_of_characters_in_a_text_are_read_as_from_a_file(tmp_path):
    text = f"<mujoco><worldbody>{BODY.format('a' + chr(0xDCE9))}</worldbody></mujoco>"
    (tmp_path / "m.xml").write_bytes(text.encode(errors="surrogateescape"))
    assert kn.load(text).names("body") == kn.load(tmp_path / "m.xml").names("body") == ["world", "a\ufffd"]


def test_a_file_without_a_name_in_an_archive(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("model.xml", "<mujoco/>")
        archive.writestr("x", "")
    content = buffer.getvalue()
    first, last = content.rfind(b"PK\x01\x02"), content.rfind(b"PK\x05\x06")
    entry = bytearray(content[first:last])  # of x in the list at the end
    entry[28:30], entry[30:32] = b"\0\0", b"\1\0"  # the letter of its name becomes its extra field
    (tmp_path / "a.mjz").write_bytes(content[:first] + bytes(entry) + content[last:])
    with pytest.raises(ModelError, match="holds a file outside of it: ''"):
        kn.load(tmp_path / "a.mjz")


@pytest.fixture
def spec() -> kn.Spec:
    return kn.Spec.from_string(TEXT)


@pytest.mark.parametrize("name", ["\0", "a\ud800"])
def test_a_name_that_no_file_can_hold(spec, name):
    with pytest.raises(ModelError, match="needs a text that a file can hold"):
        spec.worldbody.add_body(name=name)
    with pytest.raises(ModelError, match="needs a text that a file can hold"):
        spec.rename(spec.find("body", "a"), name)


def test_a_whole_number_beyond_all_real_ones(spec):
    with pytest.raises(ModelError, match="number is too large"):
        spec.find("geom", "ga").margin = 10**400


@pytest.mark.parametrize("value", [np.ones(3), [1, 2], {}])
def test_arrays_in_the_place_of_words(spec, value):
    for node, name in ((spec.find("geom", "ga"), "type"), (spec.find("joint", "ja"), "limited")):
        with pytest.raises(ModelError, match=r"needs one of|needs True, False or None"):
            setattr(node, name, value)


def test_arrays_in_the_place_of_kinds_and_names(spec):
    with pytest.raises(ModelError, match="objtype needs one of"):
        spec.add_sensor("framepos", objtype=np.ones((2, 2)), objname="a")
    with pytest.raises(ModelError, match="objname needs a text"):
        spec.add_sensor("framepos", objtype="body", objname=np.ones(3))


@pytest.mark.parametrize("value", [2.5, 1 << 20, -1, ["rgb", 3]])
def test_flags_that_are_none(spec, value):
    with pytest.raises(ModelError, match="needs one of"):
        spec.find("camera", "cam").output = value


def test_elements_without_names(spec):
    with pytest.raises(ModelError, match="<option>: has no name"):
        spec.rename(spec.option, "x")
    with pytest.raises(ModelError, match="the world body keeps its name"):
        spec.rename(spec.worldbody, "x")
    with pytest.raises(TypeError, match="an element that has a name, found <option>"):
        spec.worldbody.add_light(target=spec.option)


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("option", "actuatorgroupdisable", (-1,)),
        ("compiler", "eulerseq", "xy"),
        ("compiler", "coordinate", "global"),
        ("size", "nuser_geom", -5),
    ],
)
def test_settings_that_are_assigned_against_the_rules(spec, section, name, value):
    setattr(getattr(spec, section), name, value)
    with pytest.raises(ModelError, match=f"<{section}>.*({name}|coordinates)"):
        spec.compile()


def test_meshes_and_textures_that_are_changed_against_the_rules(spec):
    spec.meshes[0].maxhullvert = 2
    spec.textures[0].gridlayout = "abc"
    with pytest.raises(ModelError, match=r"(?s)gridlayout needs a letter.*maxhullvert must be"):
        spec.compile()
