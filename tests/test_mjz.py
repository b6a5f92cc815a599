"""MJZ archives: read as the reference implementation reads them, written so that both read the same model, bounded."""

import io
import os
import zipfile
from pathlib import Path

import mujoco
import numpy as np
import pytest
from support import corpus
from support.mesh_files import png
from support.model_difference import TOLERANCE, differences
from support.urdf_text import TETRAHEDRON, link, robot

import knuckle as kn
from knuckle.assets import archive
from knuckle.assets.mjz import load_archive
from knuckle.assets.packing import pack
from knuckle.cli.main import main
from knuckle.compile import compile_spec
from knuckle.parse import load_file

MODEL = """<mujoco model="s"><compiler meshdir="assets"/><include file="sub/part.xml"/>
  <!-- kept --><asset><mesh file="m.obj"/></asset>
  <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>"""
PART = '<mujoco><worldbody><body name="b"><joint/><geom size="1"/></body></worldbody></mujoco>'
FILES = {"sub/part.xml": PART, "assets/m.obj": TETRAHEDRON}


def zipped(files: dict) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return buffer.getvalue()


def write(path, files: dict):
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def assert_same_as_reference(path) -> kn.Model:
    reference = mujoco.MjSpec.from_file(str(path)).compile()
    wrong = [str(d) for d in differences(compile_spec(load_archive(path)), reference) if d.error > TOLERANCE]
    assert not wrong, "\n".join(wrong)
    return kn.load(path)


LAYOUTS = {
    "model.xml": lambda name: name,
    "a.xml": lambda name: name,
    "a/a.xml": lambda name: f"a/{name}",
    "a/model.xml": lambda name: f"a/{name}",
}


@pytest.mark.parametrize("main_file", LAYOUTS)
@pytest.mark.parametrize("suffix", [".mjz", ".zip", ".MJZ"])
def test_the_model_is_found(tmp_path, main_file, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(zipped({main_file: MODEL} | {LAYOUTS[main_file](name): FILES[name] for name in FILES}))
    m = kn.load(path) if suffix == ".MJZ" else assert_same_as_reference(path)
    assert m.names("mesh") == ["m"] and m.nbody == 2


def test_model_xml_comes_first(tmp_path):
    (tmp_path / "a.mjz").write_bytes(zipped({"a.xml": "<mujoco/>", "model.xml": MODEL} | FILES))
    assert assert_same_as_reference(tmp_path / "a.mjz").nmesh == 1


def test_an_archive_of_the_reference_is_read(tmp_path):
    write(tmp_path, {"scene.xml": MODEL} | FILES)
    spec = mujoco.MjSpec.from_file(str(tmp_path / "scene.xml"))
    spec.encode(str(tmp_path / "out.mjz"), model=spec.compile())
    assert assert_same_as_reference(tmp_path / "out.mjz").nmesh == 1


def test_a_urdf_in_an_archive(tmp_path):
    mesh = '<collision><geometry><mesh filename="meshes/m.obj"/></geometry></collision>'
    (tmp_path / "a.mjz").write_bytes(zipped({"model.xml": robot(link("a", mesh)), "meshes/m.obj": TETRAHEDRON}))
    assert assert_same_as_reference(tmp_path / "a.mjz").nmesh == 1


def test_errors_name_the_file_in_the_archive(tmp_path):
    (tmp_path / "a.mjz").write_bytes(zipped({"model.xml": "<mujoco>\n<opton/></mujoco>"}))
    with pytest.raises(kn.ModelError, match=r"a\.mjz/model\.xml:2:1: <opton>: unknown element"):
        kn.load(tmp_path / "a.mjz")


@pytest.mark.parametrize(("name", "words"), [("sub/part.xml", "not among the assets"), ("m.obj", "among the assets")])
def test_nothing_is_read_from_disk(tmp_path, name, words):
    write(tmp_path, FILES)
    text = MODEL.replace("sub/part.xml", str(tmp_path / "sub/part.xml")).replace(
        "m.obj", str(tmp_path / "assets/m.obj")
    )
    inside = {path: content for path, content in FILES.items() if not path.endswith(name)}
    (tmp_path / "a.mjz").write_bytes(zipped({"model.xml": text} | inside))
    with pytest.raises(kn.ModelError, match=words):
        kn.load(tmp_path / "a.mjz")


BAD = {
    "not a zip": (b"nothing", "is no readable zip archive"),
    "cut off": (zipped({"model.xml": MODEL})[:-30], "is no readable zip archive"),
    "no model": (zipped({"b.xml": "<mujoco/>"}), r"there is no model in the archive, expected model\.xml or .*b\.xml"),
    "empty": (zipped({}), "it is empty"),
    "path out": (zipped({"model.xml": "<mujoco/>", "../x": ""}), "holds a file outside of it"),
    "absolute path": (zipped({"model.xml": "<mujoco/>", "/etc/x": ""}), "holds a file outside of it"),
    "drive": (zipped({"model.xml": "<mujoco/>", "C:/x": ""}), "holds a file outside of it"),
    "bomb": (zipped({"model.xml": "<mujoco/>", "x": bytes(3 << 20)}), "holds more than 2 MiB"),
    "many files": (zipped({f"{i}": "" for i in range(40)}), "holds 40 files, expected at most 30"),
    "a file twice": (zipped({"model.xml": "<mujoco/>", "./model.xml": "<mujoco/>"}), "twice"),
}


@pytest.mark.parametrize(("content", "words"), BAD.values(), ids=BAD.keys())
def test_bad_archives_are_refused(tmp_path, content, words, monkeypatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 2 << 20)
    monkeypatch.setattr(archive, "MOST_FILES", 30)
    (tmp_path / "a.mjz").write_bytes(content)
    with pytest.raises(kn.ModelError, match=words):
        kn.load(tmp_path / "a.mjz")


def test_a_size_that_lies_is_not_relied_on(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 1 << 20)
    content = zipped({"model.xml": bytes(2 << 20)})
    size = (2 << 20).to_bytes(4, "little")
    (tmp_path / "a.mjz").write_bytes(content.replace(size, (10).to_bytes(4, "little")))
    with pytest.raises(kn.ModelError):
        kn.load(tmp_path / "a.mjz")


def packed(path, target) -> dict[str, bytes]:
    target.write_bytes(pack(path, load_file(path)))
    with zipfile.ZipFile(target) as file:
        return {name: file.read(name) for name in file.namelist()}


def assert_equal_models(first: kn.Model, second: kn.Model) -> None:
    for name in ("geom_size", "mesh_vert", "body_mass", "tex_width", "hfield_size"):
        assert (getattr(first, name) == getattr(second, name)).all()
    assert first.names("mesh") == second.names("mesh") and first.nbody == second.nbody


def test_texts_and_paths_stay_as_they_are(tmp_path):
    write(tmp_path, {"scene.xml": MODEL} | FILES)
    contents = packed(tmp_path / "scene.xml", tmp_path / "out.mjz")
    assert contents == {"model.xml": MODEL.encode(), "sub/part.xml": PART.encode(), "assets/m.obj": TETRAHEDRON}
    assert_equal_models(assert_same_as_reference(tmp_path / "out.mjz"), kn.load(tmp_path / "scene.xml"))


PICTURE = png([b"\0" + bytes(2)] * 2, 2)
ELSEWHERE = {
    "outer folders": '<compiler meshdir="../assets" texturedir="../assets"/><include file="../sub/part.xml"/>',
    "absolute folders": '<compiler assetdir="{folder}/assets"/><include file="{folder}/sub/part.xml"/>',
    "stripped paths": '<compiler strippath="true" assetdir="../assets"/><include file="../sub/part.xml"/>',
}


@pytest.mark.parametrize("settings", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_files_from_elsewhere_get_a_place_in_the_archive(tmp_path, settings):
    pictures = '<texture type="2d" name="t" file="p.png"/><hfield file="p.png" size="1 1 1 1"/>'
    assets = f'<asset><mesh file="m.obj"/>{pictures}</asset>'
    floor = '<worldbody><geom type="mesh" mesh="m"/><geom type="hfield" hfield="p"/></worldbody>'
    text = f"<mujoco>{settings.format(folder=tmp_path)}<!-- kept -->{assets}{floor}</mujoco>"
    write(tmp_path, {"scenes/scene.xml": text, "assets/p.png": PICTURE} | FILES)
    contents = packed(tmp_path / "scenes/scene.xml", tmp_path / "out.mjz")
    assert b"<!-- kept -->" in contents["model.xml"] and str(tmp_path).encode() not in contents["model.xml"]
    before = kn.load(tmp_path / "scenes/scene.xml")
    for folder in ("scenes", "assets", "sub"):
        os.rename(tmp_path / folder, tmp_path / f"no_{folder}")
    assert_equal_models(assert_same_as_reference(tmp_path / "out.mjz"), before)


def test_a_urdf_is_packed_with_its_packages(tmp_path):
    mesh = '<collision><geometry><mesh filename="package://arm/meshes/m.obj"/></geometry></collision>'
    write(tmp_path, {"arm/urdf/arm.urdf": robot(link("a", mesh + mesh)), "arm/meshes/m.obj": TETRAHEDRON})
    before = kn.load(tmp_path / "arm/urdf/arm.urdf")
    packed(tmp_path / "arm/urdf/arm.urdf", tmp_path / "out.mjz")
    os.rename(tmp_path / "arm", tmp_path / "leg")
    assert_equal_models(assert_same_as_reference(tmp_path / "out.mjz"), before)


def test_a_missing_file_is_told(tmp_path):
    write(tmp_path, {"scene.xml": MODEL, "sub/part.xml": PART})
    with pytest.raises(kn.ModelError, match=r"scene\.xml:2:\d+: <mesh>: cannot read file"):
        packed(tmp_path / "scene.xml", tmp_path / "out.mjz")


def test_attached_models_from_elsewhere_bring_their_own_files(tmp_path):
    """One attaches another, both include files and name meshes, of the same names and not."""
    scene = """<mujoco><compiler meshdir="meshes"/><asset><model name="arm" file="../arm/arm.xml"/>
      <model name="hand" file="../arm/hand/hand.xml"/><mesh file="m.obj"/></asset><worldbody>
      <geom type="mesh" mesh="m"/><attach model="arm" prefix="a-"/>
      <frame pos="1 0 0"><attach model="hand" body="hand" prefix="h-"/></frame></worldbody></mujoco>"""
    arm = """<mujoco><compiler meshdir="../shapes"/><include file="parts/more.xml"/><asset><mesh file="m.obj"/>
      <model name="hand" file="hand/hand.xml"/></asset><worldbody>
      <body name="arm"><joint name="j"/><geom type="mesh" mesh="m"/>
      <attach model="hand" body="hand" prefix="h-"/></body></worldbody></mujoco>"""
    more = '<x><asset><mesh name="n" file="n.obj"/></asset><worldbody><geom type="mesh" mesh="n"/></worldbody></x>'
    hand = """<mujoco><asset><mesh name="m" file="palm.obj"/></asset><worldbody>
      <body name="hand"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    sizes = (1, 2, 3, 5)
    meshes = ("scene/meshes/m.obj", "shapes/m.obj", "shapes/n.obj", "arm/hand/palm.obj")
    files = {"scene/scene.xml": scene, "arm/arm.xml": arm, "arm/parts/more.xml": more, "arm/hand/hand.xml": hand}
    files |= {
        name: TETRAHEDRON.replace(b"v 1 0 0", b"v %d 0 0" % size) for name, size in zip(meshes, sizes, strict=True)
    }
    write(tmp_path / "all", files)
    before = kn.load(tmp_path / "all/scene/scene.xml")
    packed(tmp_path / "all/scene/scene.xml", tmp_path / "out.mjz")
    os.rename(tmp_path / "all", tmp_path / "gone")
    assert before.nmesh == 5
    assert_equal_models(assert_same_as_reference(tmp_path / "out.mjz"), before)


class TestCommand:
    """`knuckle convert`"""

    def test_archives_and_compiled_models(self, tmp_path, capsys):
        write(tmp_path, {"scene.xml": MODEL} | FILES)
        assert main(["convert", str(tmp_path / "scene.xml"), str(tmp_path / "scene.mjz")]) == 0
        assert main(["convert", str(tmp_path / "scene.mjz"), str(tmp_path / "scene.knm")]) == 0
        assert "wrote" in capsys.readouterr().out
        assert_equal_models(kn.load(tmp_path / "scene.knm"), kn.load(tmp_path / "scene.xml"))

    @pytest.mark.parametrize(
        ("source", "target", "words"),
        [
            ("scene.xml", "scene.step", "unknown format, expected one of .knm, .mjz"),
            ("scene.xml", "scene.xml", "it is the model that is read"),
            ("scene.mjz", "other.mjz", "is no readable zip archive"),
            ("none.xml", "scene.mjz", "cannot read the model file"),
        ],
    )
    def test_what_cannot_be_done(self, tmp_path, capsys, source, target, words):
        write(tmp_path, {"scene.xml": MODEL, "scene.mjz": b""} | FILES)
        assert main(["convert", str(tmp_path / source), str(tmp_path / target)]) == 2
        assert words in capsys.readouterr().err


# every model by KNUCKLE_WHOLE_CORPUS=1: those with textures in folders, includes, attached models, meshes
SOME = ("iit_softfoot/scene", "surfacevel/treadmill", "humanoid/22_humanoids", "suite/quadruped", "cards/cards")
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_CORPUS"))
PATHS = [path for path in corpus.model_paths() if WHOLE or any(name in str(path) for name in SOME)]


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not corpus.model_paths(), reason="; ".join(corpus.missing()) or "no models")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_real_models_come_back_bit_for_bit(path, tmp_path):
    try:
        spec = load_file(path)
        ours = compile_spec(spec)
    except kn.ModelError:
        pytest.skip("it is not loaded yet")
    (tmp_path / "out.mjz").write_bytes(pack(Path(path), spec))
    back = compile_spec(load_archive(tmp_path / "out.mjz"))
    assert back.names == ours.names
    wrong = [name for name, array in ours.arrays.items() if not np.array_equal(array, back.arrays[name])]
    assert not wrong


def test_a_spec_of_an_archive_is_edited_and_saved(tmp_path):
    write(tmp_path, {"scene.xml": MODEL} | FILES)
    main(["convert", str(tmp_path / "scene.xml"), str(tmp_path / "scene.mjz")])
    spec = kn.Spec.from_file(tmp_path / "scene.mjz")
    assert_equal_models(spec.compile(), kn.load(tmp_path / "scene.xml"))
    spec.worldbody.add_site(name="added")
    (tmp_path / "new").mkdir()
    spec.save_xml(tmp_path / "new" / "scene.xml")
    assert kn.load(tmp_path / "new" / "scene.xml").names("site") == spec.compile().names("site")
