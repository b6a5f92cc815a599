"""Readings of sensors are the same on every machine: python to rounding, checked and every lane to the bit."""

from functools import cache

import numpy as np
import pytest
from support.sensor_scenes import FELT, MOVING, TOUCHING, Scene, felt_sensors, moving_sensors, scene, touching_sensors

import knuckle as kn

pytestmark = pytest.mark.usefixtures("world_by_world")

SCENES = {
    "moving": (MOVING, moving_sensors, {}, 0.3),
    "touching": (TOUCHING, touching_sensors, {"cone": "elliptic", "condim": 6}, 0.03),
    "felt": (FELT, felt_sensors, {}, 0.02),
}
NWORLD = 5
SENSED = ("sensordata", "cacc", "cfrc_int", "subtree_linvel", "energy")


@cache
def worlds(name: str) -> tuple[Scene, list[kn.Data]]:
    """A scene and some of its states, after forward and after a step on `single`."""
    text, sensors, options, spread = SCENES[name]
    made = scene(text, sensors(), **options)
    found = [made.state(seed, spread)[0] for seed in range(NWORLD)]
    for d in found:
        d.sensordata[:] = 0.0
    return made, found


def on_single(made: Scene, states: list[kn.Data], run: str) -> list[kn.Data]:
    copies = [d.copy() for d in states]
    for d in copies:
        getattr(kn.machine("single"), run)(made.m, d)
    return copies


@pytest.mark.parametrize("run", ["forward", "step", "inverse"])
@pytest.mark.parametrize("name", SCENES)
def test_lanes_agree_to_the_bit(name, run):
    made, states = worlds(name)
    batch = kn.Batch(made.m, NWORLD)
    for w, d in enumerate(states):
        batch.load(d, [w])
    batch.run(run)
    for field in SENSED:
        expected = np.stack([np.asarray(getattr(d, field)) for d in on_single(made, states, run)])
        assert np.array_equal(batch.read(field), expected), field


@pytest.mark.parametrize("name", SCENES)
def test_a_batch_reads_what_it_keeps(name):
    """Frames that nobody keeps are found for sensors; without readings to keep nothing is sensed."""
    made, states = worlds(name)
    kept, bare = (kn.Batch(made.m, NWORLD, keep=keep) for keep in (["sensordata"], ["qacc"]))
    for w, d in enumerate(states):
        kept.load(d, [w])
        bare.load(d, [w])
    expected = on_single(made, states, "step")
    for batch in (kept, bare):
        batch.step()
        assert np.array_equal(batch.read("qvel"), np.stack([d.qvel for d in expected]))
    assert np.array_equal(kept.read("sensordata"), np.stack([d.sensordata for d in expected]))


def test_float32_lanes_agree_with_float64():
    """Some hundred roundings of 6e-8, of numbers that cancel: readings of the moving scene are of order ten."""
    made, states = worlds("moving")
    batch = kn.Batch(made.m, NWORLD, dtype="float32")
    for w, d in enumerate(states):
        batch.load(d, [w])
    batch.run("forward")
    found = batch.read("sensordata")
    for w, d in enumerate(on_single(made, states, "forward")):
        scale = np.abs(d.sensordata).max()
        # a ray may just miss an edge, and a limit just not be met
        assert np.mean(np.abs(found[w] - d.sensordata) < 1e-4 * scale) > 0.99


@pytest.mark.parametrize("name", SCENES)
def test_checked_agrees_to_the_bit(name):
    made, states = worlds(name)
    for d, expected in zip(states[:2], on_single(made, states, "forward"), strict=False):
        found = d.copy()
        kn.machine("checked").forward(made.m, found)
        for field in SENSED:
            assert np.array_equal(getattr(found, field), getattr(expected, field)), field


def test_python_agrees_to_rounding():
    """Python fuses no products: rounding of ten terms, times the condition of M (1e3)."""
    made, states = worlds("moving")
    found, expected = states[1].copy(), on_single(made, states, "forward")[1]
    kn.machine("python").forward(made.m, found)
    assert np.abs(found.sensordata - expected.sensordata).max() < 1e-11 * np.abs(expected.sensordata).max()
