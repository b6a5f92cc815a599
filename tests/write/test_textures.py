"""Textures of a compiled model are written from what they were made from, as far as that is known."""

import mujoco
import numpy as np
import pytest
from support.mesh_files import png

import knuckle as kn

RGB = png([b"\0" + bytes((7 * i + 3 * j) % 256 for j in range(36)) for i in range(12)], 12, colour=2)
GRID = png([b"\0" + bytes((11 * i + 5 * j) % 256 for j in range(48)) for i in range(12)], 16, colour=2)
GREY = png([b"\0" + bytes(range(5 * i, 5 * i + 5)) for i in range(7)], 5)
TEXT = """<mujoco><compiler texturedir="{}"/><asset>
  <texture name="checker" type="2d" builtin="checker" width="8" height="6" rgb1="1 0 0" rgb2="0 0 1"/>
  <texture name="sky" type="skybox" builtin="gradient" width="4" mark="random" random=".5"/>
  <texture name="flat" type="2d" file="rgb.png" hflip="true" colorspace="sRGB"/>
  <texture name="grey" type="2d" file="grey.png" nchannel="1"/>
  <texture name="grid" type="cube" file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.."/>
  <texture name="sides" type="cube" fileup="rgb.png" fileleft="rgb.png"/>
  <material name="m" texture="flat"/></asset><worldbody><geom size="1" material="m"/></worldbody></mujoco>"""
FILES = {"rgb.png": RGB, "grid.png": GRID, "grey.png": GREY}


def pixels(text: str, files: dict[str, bytes]) -> np.ndarray:
    return np.array(mujoco.MjModel.from_xml_string(text, files).tex_data)


@pytest.fixture(params=["memory", "disk"])
def model(request, tmp_path) -> kn.Model:
    if request.param == "memory":
        return kn.load(TEXT.format(""), assets=FILES)
    (tmp_path / "pictures").mkdir()
    for name, content in FILES.items():
        (tmp_path / "pictures" / name).write_bytes(content)
    (tmp_path / "m.xml").write_text(TEXT.format("pictures"))
    return kn.load(tmp_path / "m.xml")


def test_pixels_come_back(model):
    files: dict[str, bytes] = {}
    text = model.to_xml(files)
    assert np.array_equal(pixels(text, files), pixels(TEXT.format(""), FILES))
    again = kn.load(text, assets=files)
    for name in ("tex_type", "tex_width", "tex_height", "tex_nchannel", "tex_colorspace"):
        assert np.array_equal(getattr(again, name), getattr(model, name))


def test_files_are_written_beside_the_model(model, tmp_path):
    model.copy().save_xml(tmp_path / "new.xml")
    theirs = mujoco.MjModel.from_xml_path(str(tmp_path / "new.xml"))
    assert np.array_equal(theirs.tex_data, pixels(TEXT.format(""), FILES))


def test_without_files_built_in_textures_stay_what_they_are(model):
    text = model.to_xml()
    assert 'builtin="checker"' in text and 'builtin="gradient"' in text and "rgb.png" not in text
    assert kn.load(text).tex_width.tolist() == model.tex_width.tolist()


def test_a_file_that_is_gone_or_another_one_becomes_white(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "m.xml").write_text(TEXT.format(""))
    m = kn.load(tmp_path / "m.xml")
    (tmp_path / "grey.png").unlink()
    (tmp_path / "rgb.png").write_bytes(GREY)
    files: dict[str, bytes] = {}
    again = kn.load(m.to_xml(files), assets=files)
    assert again.tex_width.tolist() == m.tex_width.tolist() and GREY not in files.values()
