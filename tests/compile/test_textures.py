"""Textures: sizes, colour spaces and refusals are the reference's."""

import mujoco
import pytest
from support.mesh_files import png
from support.model_difference import TOLERANCE, differences

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_file

GRID = 'file="cross.png" gridsize="3 4"'
BUILTIN = 'builtin="flat" width="8" height="8"'

GOOD = {
    "layout": f'{GRID} gridlayout=".U..LFRB.D.."',
    "layout of dots": f'{GRID} gridlayout="............"',
    "no layout": GRID,
    "letter twice": f'{GRID} gridlayout=".U..LFRB.U.."',
    "layout before its size": 'file="six.png" gridlayout="RLUDFB" gridsize="2 3"',
    "letter that is not looked at": 'file="side.png" gridlayout="X"',
    "layout of a builtin": f'{BUILTIN} gridlayout="X"',
    "one channel": 'type="2d" file="side.png" nchannel="1"',
    "four channels": 'type="2d" file="side.png" nchannel="4"',
    "reference": 'type="2d" file="side.png" embed="false"',
    "reference to a missing file": 'type="2d" file="nowhere.png" embed="false" colorspace="sRGB"',
    "reference to any kind of file": 'type="skybox" file="side.jpg" embed="false" nchannel="4"',
    "embedded": 'type="2d" file="side.png" embed="true"',
}
BAD = {
    "short layout": (f'{GRID} gridlayout=".U..LFRB"', "a letter for each cell of gridsize 3 4"),
    "long layout": (f'{GRID} gridlayout=".U..LFRB.D...."', "a letter for each cell"),
    "empty layout": (f'{GRID} gridlayout=""', "a letter for each cell"),
    "layout without a size": ('file="side.png" gridlayout="RLUDFB"', "a letter for each cell of gridsize 1 1"),
    "layout of too large a grid": ('file="side.png" gridsize="13 1" gridlayout="RRRRRRRRRRRRR"', "12 at most"),
    "layout of a flat texture": ('type="2d" file="side.png" gridlayout="RL"', "a letter for each cell"),
    "unknown letter": (f'{GRID} gridlayout=".U..LFXB.D.."', "may only contain the letters . R L U D F B"),
    "small letters": (f'{GRID} gridlayout=".u..lfrb.d.."', "may only contain the letters"),
    "no grid": ('file="side.png" gridsize="0 0"', 'gridsize="0 0": expected positive numbers'),
    "negative grid": ('file="side.png" gridsize="-1 -1"', "expected positive numbers"),
    "large grid": ('file="side.png" gridsize="13 1"', "12 cells at most"),
    "two channels": ('type="2d" file="side.png" nchannel="2"', "expected one of 1 3 4"),
    "no channels": ('type="2d" file="side.png" nchannel="0"', "expected one of 1 3 4"),
    "reference to a builtin": (f'{BUILTIN} embed="false"', "it is builtin"),
    "reference to a grid": (f'{GRID} embed="false"', "its file is a grid"),
    "reference to sides": ('fileright="side.png" embed="false"', "it is not given by one file"),
    "flipped reference": ('type="2d" file="side.png" vflip="true" embed="false"', "it is flipped"),
}


@pytest.fixture
def model(tmp_path):
    """Makes the file of a model with one texture, beside the pictures that it may name."""
    for name, width, height in (("side", 8, 8), ("cross", 16, 12), ("six", 12, 8)):
        rows = [b"\0" + bytes(width)] * height
        (tmp_path / f"{name}.png").write_bytes(png(rows, width))

    def make(attributes):
        path = tmp_path / "model.xml"
        path.write_text(f'<mujoco><asset><texture name="t" {attributes}/></asset></mujoco>')
        return path

    return make


@pytest.mark.parametrize("name", GOOD)
def test_sizes_and_colour_spaces_are_the_references(model, name):
    path = model(GOOD[name])
    found = differences(compile_spec(load_file(path)), mujoco.MjModel.from_xml_path(str(path)))
    assert [difference for difference in found if difference.error > TOLERANCE] == []


@pytest.mark.parametrize("name", BAD)
def test_what_the_reference_refuses_is_refused_with_its_place(model, name):
    attributes, words = BAD[name]
    path = model(attributes)
    with pytest.raises(ModelError) as caught:
        compile_spec(load_file(path))
    (problem,) = caught.value.problems
    assert words in problem.message and problem.element == '<texture name="t">' and problem.place.line == 1
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_path(str(path))


def test_a_layout_of_a_class_is_checked_there(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text('<mujoco><default><texture gridlayout="RL"/></default></mujoco>')
    with pytest.raises(ModelError, match="a letter for each cell of gridsize 1 1"):
        load_file(path)
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_path(str(path))
