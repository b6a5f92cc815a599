"""Sleep in batches: each world falls asleep and wakes by itself, with the bits that it has alone."""

import numpy as np
import pytest
from support.sleep_scenes import SCENES, STACK, model

import knuckle as kn

STATE = ("qpos", "qvel", "act", "tree_asleep", "ntree_awake", "nbody_awake", "body_awake", "ncon", "nefc", "xpos")
ALONE, WORLDS = 3, 6  # the world that the user pokes, and all
pytestmark = pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # trees that start awake


class World:
    """One world of a batch as the scenes poke it: arrays that are written back."""

    INPUTS = ("qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos")

    def __init__(self, batch: kn.Batch):
        self.batch = batch
        for name in self.INPUTS:
            setattr(self, name, batch.read(name, ALONE))

    def write(self) -> None:
        for name in self.INPUTS:
            self.batch.write(name, getattr(self, name), ALONE)


@pytest.mark.parametrize("name", [name for name in SCENES if name != "flags"])  # flags belong to all worlds
def test_worlds_sleep_as_they_do_alone(name):
    scene = SCENES[name]
    m = kn.load(scene.xml)
    batch = kn.Batch(m, WORLDS)
    poked, quiet = kn.Data(m), kn.Data(m)
    for k in range(scene.steps):
        if k in scene.pokes:
            scene.pokes[k](m, poked)
            world = World(batch)
            scene.pokes[k](m, world)
            world.write()
        kn.step(m, poked)
        kn.step(m, quiet)
        batch.step()
        for field in STATE:
            values = batch.read(field)
            for w in (0, ALONE, WORLDS - 1):
                alone = np.asarray(getattr(poked if w == ALONE else quiet, field))
                assert values[w].tobytes() == alone.astype(values.dtype).tobytes(), (k, field, w)


@pytest.mark.parametrize("each", [1, 16])
@pytest.mark.parametrize("exact", [False, True])
def test_worlds_that_keep_little_sleep_too(each, exact):
    m = kn.load(model(STACK))
    d, batch = kn.Data(m), kn.Batch(m, 7, keep=[], threads=2, exact=exact)
    for _ in range(80 // each):
        kn.step(m, d, each)
        batch.step(each)
    assert d.ntree_awake == 0
    assert (batch.read("tree_asleep") == d.tree_asleep).all()
    assert all(world.tobytes() == d.qpos.tobytes() for world in batch.read("qpos"))
    batch.write("qvel", np.full(m.nv, -0.0), 5)
    batch.step()
    assert batch.read("ntree_awake").tolist() == [0, 0, 0, 0, 0, 2, 0]


def test_worlds_in_float32_sleep_too():
    m = kn.load(model(STACK, option='sleep_tolerance="0.01"'))
    batch = kn.Batch(m, 5, dtype="float32")
    batch.step(100)
    assert (batch.read("tree_asleep") == [1, 0]).all()
    before = batch.read("qpos")
    batch.step(5)
    assert batch.read("qpos").tobytes() == before.tobytes()


def test_a_sleeping_world_is_loaded_asleep():
    m = kn.load(model(STACK))
    d = kn.Data(m)
    kn.step(m, d, 100)
    assert d.ntree_awake == 0
    batch = kn.Batch(m, 3)
    batch.load(d, [1])
    batch.step(5)
    assert batch.read("ntree_awake").tolist() == [2, 0, 2]
    assert batch.read("qpos", 1).tobytes() == d.qpos.tobytes()


@pytest.mark.parametrize("name", ["tree_asleep", "ntree_awake", "body_awake"])
def test_the_state_of_sleep_is_not_written(name):
    m = kn.load(model(STACK))
    batch = kn.Batch(m, 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.write(name, batch.read(name))
