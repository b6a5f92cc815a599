"""The state as a flat vector."""

import mujoco
import numpy as np
import pytest
from support.reference import both

from knuckle.data.data import Data
from knuckle.data.state import copy_state, extract_state, get_state, set_state, state_size
from knuckle.schema.enums import State

SIGNATURES = [1 << bit for bit in range(15)] + [
    0,
    State.PHYSICS,
    State.FULLPHYSICS,
    State.USER,
    State.INTEGRATION,
    0x1246,
]


@pytest.fixture
def pair():
    m, reference = both()
    return m, Data(m), reference, mujoco.MjData(reference)


@pytest.mark.parametrize("sig", SIGNATURES)
def test_order_and_size_equal_the_reference(pair, sig):
    m, d, reference, reference_data = pair
    size = mujoco.mj_stateSize(reference, int(sig))
    assert state_size(m, sig) == size
    vector = np.random.default_rng(int(sig)).normal(size=size)
    set_state(m, d, vector, sig)
    mujoco.mj_setState(reference, reference_data, vector, int(sig))
    everything = np.empty(mujoco.mj_stateSize(reference, int(State.INTEGRATION)))
    mujoco.mj_getState(reference, reference_data, everything, int(State.INTEGRATION))
    assert np.array_equal(get_state(m, d), everything)
    mujoco.mj_getState(reference, reference_data, vector, int(sig))  # flags are now 0 or 1
    assert np.array_equal(get_state(m, d, sig), vector)


def test_get_gives_a_copy(pair):
    m, d, _, _ = pair
    state = get_state(m, d, State.QPOS)
    state[0] = 9
    assert d.qpos[0] != 9


@pytest.mark.parametrize("state", [np.zeros(3), np.zeros((13, 1)), 0.0, None, "state"])
def test_a_wrong_vector_is_refused_and_changes_nothing(pair, state):
    m, d, _, _ = pair
    before = get_state(m, d)
    with pytest.raises((ValueError, TypeError), match="state"):
        set_state(m, d, state, State.QPOS)
    assert np.array_equal(get_state(m, d), before)


@pytest.mark.parametrize("time", [np.nan, np.inf, -np.inf])
def test_a_time_that_is_not_finite_is_refused_and_changes_nothing(pair, time):
    m, d, _, _ = pair
    before = get_state(m, d)
    state = before + 1
    state[0] = time
    with pytest.raises(ValueError, match="expected a finite time"):
        set_state(m, d, state)
    assert np.array_equal(get_state(m, d), before)


@pytest.mark.parametrize("sig", [-1, 1 << 15, 1 << 40])
def test_unknown_bits_are_refused(pair, sig):
    m, d, _, _ = pair
    for call in (lambda: state_size(m, sig), lambda: get_state(m, d, sig), lambda: set_state(m, d, np.zeros(0), sig)):
        with pytest.raises(ValueError, match="bits of State"):
            call()


def test_copy_moves_the_chosen_parts_only(pair):
    m, d, _, _ = pair
    other = Data(m)
    set_state(m, other, np.arange(state_size(m, State.INTEGRATION)) + 1.0)
    copy_state(m, other, d, State.QPOS | State.TIME)
    assert np.array_equal(d.qpos, other.qpos) and d.time == other.time and not d.qvel.any()


def test_extract_equals_the_reference(pair):
    m, _, reference, _ = pair
    source = np.arange(state_size(m, State.INTEGRATION), dtype=float)
    for sig in SIGNATURES:
        expected = np.empty(state_size(m, sig))
        mujoco.mj_extractState(reference, source, int(State.INTEGRATION), expected, int(sig))
        assert np.array_equal(extract_state(m, source, State.INTEGRATION, sig), expected)
    with pytest.raises(ValueError, match="qvel"):
        extract_state(m, np.zeros(m.nq), State.QPOS, State.QPOS | State.QVEL)
    with pytest.raises(ValueError, match="shape"):
        extract_state(m, np.zeros(3), State.QPOS, State.QPOS)


def test_data_of_another_model_is_refused(pair):
    _, d, _, _ = pair
    other, _ = both("<mujoco/>")
    for call in (lambda: get_state(other, d), lambda: copy_state(other, d, d)):
        with pytest.raises(ValueError, match="another model"):
            call()
