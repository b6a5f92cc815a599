"""Readings of sensors are the same on every machine: python to rounding, checked to the bit, lanes up to the solve."""

from functools import cache

import numpy as np
import pytest
from support.sensor_scenes import FELT, MOVING, TOUCHING, Scene, felt_sensors, moving_sensors, scene, touching_sensors

import knuckle as kn

# all are solved to the last digit: iterations run out
pytestmark = pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")

SCENES = {
    "moving": (MOVING, moving_sensors, {}, 0.3),
    "touching": (TOUCHING, touching_sensors, {"cone": "elliptic", "condim": 6}, 0.03),
    "felt": (FELT, felt_sensors, {}, 0.02),
}
NWORLD = 5
SOLVED = 1e-7  # of the largest number: as close as forces at the minimum can be told
SENSED = ("sensordata", "cacc", "cfrc_int", "subtree_linvel", "energy")


@cache
def worlds(name: str) -> tuple[Scene, list[kn.Data]]:
    """A scene and some of its states, after forward and after a step on `single`."""
    text, sensors, options, spread = SCENES[name]
    made = scene(text, sensors(), **options)
    made.m.opt.tolerance = 0
    found = [made.state(seed, spread)[0] for seed in range(NWORLD)]
    for d in found:
        d.sensordata[:] = 0.0
    return made, found


def on_single(made: Scene, states: list[kn.Data], run: str) -> list[kn.Data]:
    copies = [d.copy() for d in states]
    for d in copies:
        getattr(kn.machine("single"), run)(made.m, d)
    return copies


def loaded(made: Scene, states: list[kn.Data], **options) -> kn.Batch:
    batch = kn.Batch(made.m, NWORLD, **options)
    for w, d in enumerate(states):
        batch.load(d, [w])
    return batch


def furthest(batch: kn.Batch, field: str, expected: list[kn.Data]) -> float:
    """The largest difference of a field, relative to its largest number."""
    wanted = np.stack([np.asarray(getattr(d, field)) for d in expected])
    return float(np.abs(batch.read(field) - wanted).max() / np.abs(wanted).max(initial=1e-3))


@pytest.mark.parametrize("run", ["forward", "step", "inverse"])
@pytest.mark.parametrize("name", SCENES)
def test_lanes_agree(name, run):
    """Without a solve to the bit; in lock step several trees are one problem, and come to the same minimum.

    The rows of limits are read before the solve: a model with such sensors goes world by world.
    """
    made, states = worlds(name)
    flags = made.m.opt.disableflags
    for off, bound in ((0, SOLVED), (int(kn.DisableBit.CONSTRAINT), 0.0)):
        made.m.opt.disableflags = flags | off
        batch = loaded(made, states)
        batch.run(run)
        assert (batch.lanes == 1) == (name == "moving" and not off)
        expected = on_single(made, states, run)
        for field in SENSED:
            assert furthest(batch, field, expected) <= bound, field
    made.m.opt.disableflags = flags


@pytest.mark.parametrize("name", SCENES)
def test_a_batch_reads_what_it_keeps(name):
    """Frames that nobody keeps are found for sensors; without readings to keep nothing is sensed."""
    made, states = worlds(name)
    kept, bare = (loaded(made, states, keep=keep) for keep in (["sensordata"], ["qacc"]))
    expected = on_single(made, states, "step")
    for batch in (kept, bare):
        batch.step()
        assert furthest(batch, "qvel", expected) < SOLVED
    assert furthest(kept, "sensordata", expected) < SOLVED


def test_float32_lanes_agree_with_float64():
    """Some hundred roundings of 6e-8, of numbers that cancel: readings of the moving scene are of order ten."""
    made, states = worlds("moving")
    batch = loaded(made, states, dtype="float32")
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
