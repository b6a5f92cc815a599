"""Pictures against MuJoCo's own renderer: outlines, elements, distances, colours."""

import mujoco
import numpy as np
import pytest
from support.corpus import archive_folder, missing
from support.pictures import distances_agree, outline, overlap, require_graphics, same_state, shot

import knuckle as kn
from knuckle import models

require_graphics()

HEIGHT, WIDTH = 120, 160
# model, camera
CASES = (
    *(("humanoid", -1), ("quadruped", -1), ("spinning_top", -1)),
    *(("mujoco/car/car.xml", -1), ("mujoco/cube/cube_3x3x3.xml", -1), ("mujoco/replicate/newton_cradle.xml", -1)),
    *(("mujoco/slider_crank/slider_crank.xml", -1), ("mujoco/adhesion/active_adhesion.xml", -1)),
    *(("menagerie/kuka_iiwa_14/scene.xml", -1), ("mujoco/replicate/stonehenge.xml", -1)),
    *(("menagerie/google_barkour_vb/scene_hfield_mjx.xml", -1), ("menagerie/skydio_x2/scene.xml", 0)),
)


def find(name):
    if name in models.names():
        return models.path(name)
    if (folder := archive_folder()) is None:
        pytest.skip("; ".join(missing()))
    return folder / name


def both(source, camera, kinds, from_path=True):
    """(model, our shot, MuJoCo's shot) a few steps after the start."""
    m = kn.load(source)
    reference = mujoco.MjModel.from_xml_path(str(source)) if from_path else mujoco.MjModel.from_xml_string(source)
    d = kn.Data(m)
    kn.step(m, d, 3)
    kn.forward(m, d)
    with kn.Renderer(m, HEIGHT, WIDTH) as renderer:
        ours = shot(renderer, d, camera, kinds)
    with mujoco.Renderer(reference, HEIGHT, WIDTH) as renderer:
        theirs = shot(renderer, same_state(m, d, reference), camera, kinds)
    return m, ours, theirs


@pytest.mark.parametrize(("name", "camera"), CASES, ids=lambda value: str(value))
def test_outlines_elements_and_distances_are_those_of_mujoco(name, camera):
    m, ours, theirs = both(find(name), camera, ("depth", "segments"))
    assert outline(m, theirs.segments).any()  # there is something to see
    assert overlap(outline(m, ours.segments), outline(m, theirs.segments)) >= 0.97
    assert (ours.segments == theirs.segments).all(axis=2).mean() >= 0.98
    assert distances_agree(ours.depth, theirs.depth) >= 0.98


def test_colours_shadows_sky_and_mirror_are_near_those_of_mujoco():
    _, ours, theirs = both(models.path("humanoid"), "side", ("colour",))
    # lights per pixel instead of per corner, shadows without stripes; without one of the lights it differs by 20
    assert np.abs(ours.colour.astype(int) - theirs.colour).mean() < 2


SHAPES = """
<mujoco>
  <asset>
    <texture name="t" type="{type}" builtin="checker" rgb1="1 .2 .1" rgb2=".1 .3 1" width="64" height="64" mark="edge"/>
    <material name="a" texture="t" texrepeat="2 3" texuniform="{uniform}"/>
    <texture type="skybox" builtin="gradient" rgb1=".2 .5 1" rgb2=".9 .9 .9" width="64" height="64"/>
  </asset>
  <visual><headlight diffuse=".6 .6 .6"/></visual>
  <worldbody>
    <geom type="plane" size="{plane} .1" material="a"/>
    <geom type="box" size=".3 .4 .5" pos="-1.5 0 .6" material="a"/>
    <geom type="sphere" size=".4" pos="-.5 0 .6" material="a"/>
    <geom type="ellipsoid" size=".3 .4 .5" pos=".5 0 .6" material="a"/>
    <geom type="cylinder" size=".3 .4" pos="1.5 0 .6" material="a" euler="20 30 0"/>
    <geom type="box" size=".2 .2 .2" pos="0 -1 .3" rgba="1 1 0 .5"/>
    <camera name="c" pos="0 -5 2.5" xyaxes="1 0 0 0 .4 1"/>
    <camera name="sensor" pos="0 -5 2.5" xyaxes="1 0 0 0 .4 1" sensorsize=".04 .02" focal=".03 .05"
            resolution="64 32" principal=".001 .002"/>
    <camera name="flat" pos="0 -5 2.5" xyaxes="1 0 0 0 .4 1" projection="orthographic" fovy="4"/>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize(
    ("kind", "uniform", "plane", "camera"),
    [("2d", "false", "3 2", "c"), ("2d", "true", "0 0", "sensor"), ("cube", "false", "3 2", "flat")],
)
def test_textures_and_cameras_are_those_of_mujoco(kind, uniform, plane, camera):
    text = SHAPES.format(type=kind, uniform=uniform, plane=plane)
    _, ours, theirs = both(text, camera, ("colour", "depth", "segments"), from_path=False)
    assert (ours.segments == theirs.segments).all(axis=2).mean() >= 0.995
    assert distances_agree(ours.depth, theirs.depth) >= 0.995
    # a checker that is shifted by half a field differs by 30
    assert np.abs(ours.colour.astype(int) - theirs.colour).mean() < 5
