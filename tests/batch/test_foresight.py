"""The start of Newton's method in lock step: fewer iterations, and the same minimum."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import models
from knuckle.batch.measured import MeasuredBatch

NWORLD = 48
CLOSE = 1e-10  # of the largest acceleration of a world: the same minimum, by another way
FINEST = 1e-24  # a tolerance that is met at the minimum only
COARSER = 1.01e-8  # a tolerance at which nothing is foreseen


def thrown(**options) -> kn.Batch:
    """Humanoids that random controls have thrown about."""
    m = kn.load(models.path("humanoid"))
    for name, value in options.items():
        setattr(m.opt, name, value)
    batch = MeasuredBatch(m, NWORLD, ["qacc"])
    rng = np.random.default_rng(0)
    for _ in range(8):
        batch.ctrl[:] = rng.uniform(-1, 1, (NWORLD, m.nu))
        batch.step(25)
    return batch


def alone(batch: kn.Batch, **options) -> np.ndarray:
    """Accelerations of the same worlds one by one."""
    m = batch.model.copy()
    for name, value in options.items():
        setattr(m.opt, name, value)
    twin = kn.Batch(m, NWORLD, keep=["qacc"], exact=True)
    twin.set_state(batch.get_state(kn.State.INTEGRATION), kn.State.INTEGRATION)
    twin.forward()
    return twin.qacc


def apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """How far each world of a batch is from that of another, relative to its largest acceleration."""
    return np.abs(first - second).max(axis=1) / np.abs(second).max(axis=1)


def test_worlds_end_at_the_minimum_itself():
    batch = thrown()
    at_minimum = alone(batch, tolerance=FINEST)
    batch.forward()
    assert apart(batch.qacc, at_minimum).max() < CLOSE


def test_it_takes_fewer_iterations_than_from_the_last_accelerations():
    batch = thrown()
    state = batch.get_state(kn.State.INTEGRATION)
    batch.forward()
    foreseen = batch.iterations.sum()
    batch.model.opt.tolerance = COARSER
    batch.set_state(state, kn.State.INTEGRATION)
    batch.forward()
    assert 0 < foreseen < 0.9 * batch.iterations.sum()


@pytest.mark.parametrize("options", [{"iterations": 2}, {"tolerance": 1e-4}, {"integrator": "RK4"}], ids=str)
def test_who_asks_to_stop_early_gets_what_one_world_alone_has_then(options):
    batch = thrown(**options)
    expected = alone(batch)
    batch.forward()
    assert apart(batch.qacc, expected).max() < CLOSE


@pytest.mark.parametrize("last", [np.nan, np.inf, 1e200, 0.0])
def test_last_accelerations_that_tell_nothing_do_no_harm(last):
    batch = thrown()
    at_minimum = alone(batch, tolerance=FINEST)
    others = np.arange(NWORLD) % 3 > 0
    twin = batch.copy()
    twin.forward()
    batch.qacc_warmstart[~others] = last
    batch.forward()
    assert apart(batch.qacc, at_minimum).max() < CLOSE
    assert (batch.qacc[others] == twin.qacc[others]).all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_worlds_that_foresee_and_worlds_that_do_not_change_no_bit_of_each_other(dtype):
    m = kn.load(models.path("humanoid"))
    left = [g for g in range(m.ngeom) if m.geom(g).name.startswith("left")]
    m.geom_solref[left], m.geom_priority[left] = (0.004, 1.0), 1  # too stiff for the step: where these touch
    together, one = (kn.Batch(m, nworld, dtype=dtype, keep=["qacc"]) for nworld in (NWORLD, 1))
    rng = np.random.default_rng(0)
    for _ in range(8):
        together.ctrl[:] = rng.uniform(-1, 1, (NWORLD, m.nu))
        together.step(25)
    states = together.get_state(kn.State.INTEGRATION)
    together.forward()
    for world in range(NWORLD):
        one.set_state(states[world], kn.State.INTEGRATION)
        one.forward()
        assert np.array_equal(one.qacc[0], together.qacc[world]), world
