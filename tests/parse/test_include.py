"""Includes: relative to the main file, else to the file that includes; each file once; only assets for text models."""

import mujoco
import pytest

from knuckle.errors import ModelError
from knuckle.parse import include, load_file, load_string

PART = '<mujocoinclude><body name="part"/></mujocoinclude>'


def included(*files):
    return "".join(f'<include file="{name}"/>' for name in files)


def world(inner):
    return f"<mujoco><worldbody>{inner}</worldbody></mujoco>"


def body(name):
    return f'<mujoco><worldbody><body name="{name}"/></worldbody></mujoco>'


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "main.xml"


GOOD = {
    "in a body": {"main.xml": world(included("inc.xml") + '<body name="z"/>'), "inc.xml": PART},
    "any root": {"main.xml": world(included("inc.xml")), "inc.xml": '<foo x="1"><body name="b"/></foo>'},
    "second root ignored": {"main.xml": world(included("inc.xml")), "inc.xml": PART + "<foo><body/></foo>"},
    "attributes ignored": {"main.xml": '<mujoco><include file="inc.xml" x="1"/></mujoco>', "inc.xml": body("b")},
    "main folder first": {
        "main.xml": f"<mujoco>{included('s/a.xml')}</mujoco>",
        "s/a.xml": f"<a>{included('b.xml')}</a>",
    }
    | {"b.xml": body("top"), "s/b.xml": body("sub")},
    "else own folder": {"main.xml": f"<mujoco>{included('s/a.xml')}</mujoco>", "s/a.xml": f"<a>{included('b.xml')}</a>"}
    | {"s/b.xml": body("sub")},
    "backslash": {"main.xml": f"<mujoco>{included('s' + chr(92) + 'a.xml')}</mujoco>", "s/a.xml": body("b")},
}
BAD = {
    "name too long": ({"main.xml": f"<mujoco>{included('a' * 300)}</mujoco>"}, "cannot read file"),
    "path too long": ({"main.xml": f"<mujoco>{included('a/' * 3000 + 'b')}</mujoco>"}, "cannot read file"),
    "twice": ({"main.xml": world(included("inc.xml", "inc.xml")), "inc.xml": PART}, "already included"),
    "twice, spelled apart": (
        {"main.xml": world(included("inc.xml", "./inc.xml")), "inc.xml": PART},
        "already included",
    ),
    "itself": ({"main.xml": f"<mujoco>{included('main.xml')}</mujoco>"}, "already included"),
    "cycle": (
        {"main.xml": f"<mujoco>{included('a.xml')}</mujoco>", "a.xml": f"<a>{included('b.xml')}</a>"}
        | {"b.xml": f"<a>{included('a.xml')}</a>"},
        "already included",
    ),
    "nothing inside": (
        {"main.xml": f"<mujoco>{included('inc.xml')}</mujoco>", "inc.xml": "<mujoco/>"},
        "nothing to include",
    ),
    "empty file": ({"main.xml": f"<mujoco>{included('inc.xml')}</mujoco>", "inc.xml": ""}, "no element found"),
    "missing": ({"main.xml": f"<mujoco>{included('inc.xml')}</mujoco>"}, "cannot read file"),
    "folder": ({"main.xml": f"<mujoco>{included('s')}</mujoco>", "s/x.xml": ""}, "it is a folder"),
    "children": ({"main.xml": '<mujoco><include file="a.xml"><b/></include></mujoco>', "a.xml": body("b")}, "children"),
    "no file": ({"main.xml": "<mujoco><include/></mujoco>"}, '"file" is missing'),
    "broken": (
        {"main.xml": f"<mujoco>{included('a.xml')}</mujoco>", "a.xml": "<a>\n\n<b></a>"},
        r"a\.xml:3:4: .*still open",
    ),
    "wrong place": ({"main.xml": world(included("a.xml")), "a.xml": body("b")}, r"a\.xml:1:9: .*unknown element"),
}


@pytest.mark.parametrize("name", GOOD)
def test_includes_like_the_reference(tmp_path, name):
    path = write(tmp_path, GOOD[name])
    ours = [node.name for node in load_file(path).walk() if node.tag == "body"][1:]
    assert ours == [node.name for node in mujoco.MjSpec.from_file(str(path)).bodies[1:]]
    assert ours


@pytest.mark.parametrize("name", BAD)
def test_bad_includes_are_named(tmp_path, name):
    files, message = BAD[name]
    path = write(tmp_path, files)
    with pytest.raises(ModelError, match=message):  # the reference refuses them too, where it does not run for ever
        load_file(path)


ASSETS = {
    "plain": ("x.xml", {"x.xml": body("b")}),
    "folder": ("s/x.xml", {"s/x.xml": body("b")}),
    "last part suffices": ("s/x.xml", {"x.xml": body("b")}),
    "dot": ("./x.xml", {"x.xml": body("b")}),
    "dot in key": ("x.xml", {"./x.xml": body("b")}),
    "case": ("X.xml", {"x.xml": body("b")}),
    "up": ("s/../x.xml", {"x.xml": body("b")}),
    "nested": ("s/x.xml", {"s/x.xml": f"<a>{included('y.xml')}</a>", "s/y.xml": body("b")}),
}


@pytest.mark.parametrize("name", ASSETS)
def test_assets_are_found_like_the_reference(name):
    file, assets = ASSETS[name]
    text = f"<mujoco>{included(file)}</mujoco>"
    bodies = sum(node.tag == "body" for node in load_string(text, assets).walk())
    encoded = {key: value.encode() for key, value in assets.items()}
    assert bodies == mujoco.MjModel.from_xml_string(text, assets=encoded).nbody == 2


def test_a_text_never_reads_from_disk(tmp_path, monkeypatch):
    write(tmp_path, {"inc.xml": PART})
    monkeypatch.chdir(tmp_path)
    for name in ("inc.xml", str(tmp_path / "inc.xml")):
        with pytest.raises(ModelError, match="not among the assets; there are none"):
            load_string(world(included(name)))


def test_large_files_are_refused_before_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(include, "MAX_BYTES", 1 << 20)
    path = tmp_path / "main.xml"
    with path.open("wb") as file:
        file.truncate(1 << 34)  # sparse: no disk is used
    with pytest.raises(ModelError, match="larger than 1 MiB"):
        load_file(path)


@pytest.mark.parametrize("path", ["nowhere/robot.xml", "."])
def test_a_missing_main_file(path):
    with pytest.raises(ModelError, match="cannot read the model file"):
        load_file(path)


def test_places_name_the_included_file(tmp_path):
    path = write(
        tmp_path,
        {"main.xml": world("\n" + included("s/a.xml")), "s/a.xml": "<a>\n  <body>\n    <geom sise='1'/></body></a>"},
    )
    with pytest.raises(ModelError) as caught:
        load_file(path)
    place = caught.value.problems[0].place
    assert (place.file, place.line, place.column) == (str(tmp_path / "s" / "a.xml"), 3, 11)
