"""What is written loads in both readers to the same model, field by field.

KNUCKLE_WHOLE_CORPUS=1 takes every model of the corpus; else a few that have much of everything.
"""

import os

import mujoco
import pytest
from support import actuator_scene, corpus, sensor_scenes, sleep_scenes, tendon_scene, varied_models
from support.random_actuators import RandomActuators
from support.random_model import RandomModel
from support.round_trip import Reading, read_both, spec_file_faults, text_faults

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.model.model import Model
from knuckle.parse import load_file, load_string
from knuckle.write import spec_to_xml
from knuckle.write.decompile.assets import white_png

SAMPLE = (
    *("humanoid/humanoid.xml", "car/car.xml", "mug/mug.xml", "flybody/scene.xml", "trossen_vx300s/vx300s.xml"),
    *("assets/hopper.xml", "suite/manipulator.xml", "agility_cassie/cassie.xml", "shadow_hand/right_hand.xml"),
)
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_CORPUS"))
PATHS = [path for path in corpus.model_paths() if WHOLE or str(path).endswith(SAMPLE)]
# built-in shapes, a file with normals and texture coordinates of corners, hulls of points, mirrors, limited hulls
MESHES = """
<mujoco>
  <asset>
    <mesh name="sphere" builtin="sphere" params="2" refquat=".7 .1 .2 .3" scale=".3 .4 .5"/>
    <mesh name="cone" builtin="cone" params="17 .3" maxhullvert="9" scale=".2 .2 -.3"/>
    <mesh name="file" file="a.obj" inertia="convex"/><mesh name="sheet" file="a.obj" inertia="shell" refpos=".1 .2 .3"/>
    <mesh name="corners" file="corners.obj" scale=".1 -.2 .3" smoothnormal="true"/>
    <mesh name="points" vertex="0 0 0 .3 0 0 0 .4 .01 .1 .1 .7 .2 .1 -.3"/>
    <mesh name="unused" vertex="0 0 0 1 0 0 0 1 0 0 0 1" normal="1 0 0 0 1 0 0 0 1 1 0 0" texcoord="0 0 1 0 0 1 1 1"/>
    <hfield name="hill" nrow="3" ncol="4" elevation="0 1 .3 .7 .2 .9 .1 .4 .6 3 2 1" size="1 2 .5 .1"/>
    <texture name="cells" type="2d" builtin="checker" width="8" height="6"/>
    <texture name="grey" type="2d" file="grey.png" nchannel="1"/>
    <texture name="sky" type="skybox" builtin="gradient" width="4"/>
    <material name="plain" texture="cells" rgba=".1 .2 .3 1"/>
    <material name="layers"><layer texture="grey" role="occlusion"/><layer texture="cells" role="rgb"/></material>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="hill" euler="0 0 20"/>
    <site type="mesh" mesh="points" pos="1 2 3"/>
    <body><joint axis="1 2 3"/><geom type="mesh" mesh="sphere" material="plain" surfacevel="1 2 3 4 5 6"/></body>
    <body pos="1 1 1"><freejoint/><geom type="mesh" mesh="cone" euler="10 20 30"/>
      <geom type="mesh" mesh="corners" material="layers" pos=".1 .2 .3" contype="0" conaffinity="0"/></body>
    <body><joint/><geom type="mesh" mesh="file"/><geom type="capsule" mesh="file" fitscale="1.1"/></body>
    <body><joint/><geom type="mesh" mesh="sheet" pos=".1 .2 .3"/></body>
    <frame scale="2"><body><joint/><geom type="mesh" mesh="points"/></body></frame>
    <frame scale="1 2 3" scaling="geometry">
      <body><joint/><geom type="mesh" mesh="points" contype="0" conaffinity="0"/></body></frame>
  </worldbody>
</mujoco>
"""
CORNERS = b"""
v 0 0 0
v 1 0 0
v 0 1 0.125
v 0 0 1
vt 0.25 0.5
vt 0.75 0.125
vn 0 0 1
vn 0 1 0
vn 1 0 0
f 1/1/1 3/2/1 2/1/1
f 1/1/2 2/2/2 4/1/2
f 1/2/3 4/1/3 3/2/3
f 2/2/1 3/1/2 4/2/3
"""


def _sensing(scene: str, sensors: list[str]) -> str:
    return scene.format(sensors="".join(sensors), cone="elliptic", condim=4)


SCENES = {
    "poses": varied_models.POSES,
    "meshes": MESHES,
    "tendons": tendon_scene.SCENE.format(integrator="Euler"),
    "moving sensors": _sensing(sensor_scenes.MOVING, sensor_scenes.moving_sensors()),
    "touching sensors": _sensing(sensor_scenes.TOUCHING, sensor_scenes.touching_sensors()),
    "felt sensors": _sensing(sensor_scenes.FELT, sensor_scenes.felt_sensors()),
    **{f"sleep: {name}": scene.xml for name, scene in list(sleep_scenes.SCENES.items())[-6:]},
}
RANDOM_MODELS = 10
FILES = {"a.obj": varied_models.OBJ, "corners.obj": CORNERS, "grey.png": white_png(5, 7, 1)}

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_a_model_of_the_corpus_is_the_same_after_writing(path, tmp_path):
    try:
        theirs, spec = mujoco.MjModel.from_xml_path(str(path)), load_file(path)
    except (ValueError, ModelError) as error:
        pytest.skip(str(error)[:200])
    compiled = compile_spec(spec)
    before = Reading(compiled), Reading(theirs)
    assert not spec_file_faults(spec, tmp_path / "spec.xml", before)
    files: dict[str, bytes] = {}
    text = Model(compiled).to_xml(files)
    assert not text_faults(text, files, before)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_the_same_after_writing(name):
    check(SCENES[name], FILES)


@pytest.mark.parametrize("kind", [RandomModel, RandomActuators])
def test_random_models_are_the_same_after_writing(kind):
    """Half of them stand in scaled frames; those that have faults are no use here."""
    done = 0
    for seed in range(200):
        text = kind(seed, scaled=bool(seed % 2)).xml()
        try:
            load_string(text), mujoco.MjModel.from_xml_string(text)
        except (ValueError, ModelError):
            continue
        check(text, {})
        done += 1
        if done == RANDOM_MODELS:
            return
    raise AssertionError(f"only {done} models without faults")


@pytest.mark.parametrize("kind", actuator_scene.KINDS)
def test_actuators_are_the_same_after_writing(kind):
    check(actuator_scene.RandomScene(1, (kind,)).xml(), {})


def check(text: str, files: dict[str, bytes]) -> None:
    spec, before = load_string(text, files), read_both(text, files)
    assert not text_faults(spec_to_xml(spec), files, before)
    written: dict[str, bytes] = {}
    assert not text_faults(Model(compile_spec(spec)).to_xml(written), written, before)
