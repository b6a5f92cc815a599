"""Data: reference state, arrays, reset, copies."""

import copy
import ctypes
import pickle

import mujoco
import numpy as np
import pytest
from support.reference import both
from support.sequence_models import heap

import knuckle as kn
from knuckle.data.data import WRITTEN_ANEW, Data, reset
from knuckle.memory.capacity import capacities_of, row_counts
from knuckle.schema.fields import capacities, data_fields

OWN = {
    "status",
    "tree_island",
    "dof_island",
    "moment_rownnz",
    "moment_rowadr",
    "moment_colind",
    *row_counts(),
}  # set for good, or of other length
PUBLIC = [field for field in data_fields() if field.stage != "scratch"]


@pytest.fixture
def pair():
    m, reference = both()
    return m, Data(m), reference, mujoco.MjData(reference)


def differing(d: Data, reference_data: mujoco.MjData) -> list[str]:
    """Fields in which the data differs from that of the reference."""
    shared = [field.name for field in PUBLIC if field.name not in OWN and not field.name.startswith("island_")]
    return [name for name in shared if not np.array_equal(d._arrays[name], getattr(reference_data, name))]


def fill(d: Data, value: float) -> None:
    for array in d._arrays.values():
        array[...] = value


def test_new_data_equals_that_of_the_reference(pair):
    _, d, _, reference_data = pair
    assert differing(d, reference_data) == []
    assert d.mocap_pos.tolist() == [[1, 2, 3]] and d.plastic[4] != 0


def test_reset_brings_everything_back(pair):
    m, d, _, reference_data = pair
    fill(d, 7)
    reset(m, d)
    assert differing(d, reference_data) == []
    assert d.status == 0
    new = Data(m)
    for name in (field.name for field in data_fields() if field.stage == "scratch"):
        assert np.array_equal(d._arrays[name], new._arrays[name]), name


@pytest.mark.parametrize("key", [0, 1, "home", "bent"])
def test_reset_to_a_keyframe_equals_the_reference(pair, key):
    m, d, reference, reference_data = pair
    fill(d, 7)
    reset(m, d, key)
    mujoco.mj_resetDataKeyframe(reference, reference_data, reference.key(key).id)
    assert differing(d, reference_data) == []


def test_reset_reads_the_model_as_it_is_now(pair):
    m, d, reference, reference_data = pair
    for model in (m, reference):
        model.qpos0[0] = 3
        model.body_quat[5] = [2, 0, 0, 0]
        model.key_mquat[1] = 5
    reset(m, d)
    mujoco.mj_resetData(reference, reference_data)
    assert differing(d, reference_data) == []
    reset(m, d, 1)
    mujoco.mj_resetDataKeyframe(reference, reference_data, 1)
    assert differing(d, reference_data) == []


@pytest.mark.parametrize(("key", "error"), [("bend", KeyError), (2, IndexError), (-1, IndexError), (0.5, TypeError)])
def test_a_wrong_keyframe_is_refused_and_changes_nothing(pair, key, error):
    m, d, _, _ = pair
    d.qvel = 3
    with pytest.raises(error):
        reset(m, d, key)
    assert (d.qvel == 3).all()


def test_arrays_are_persistent_and_assignment_writes_in_place(pair):
    _, d, _, _ = pair
    qpos, energy = d.qpos, d.energy
    d.qpos = np.arange(d.model.nq)
    assert d.qpos is qpos and qpos[3] == 3
    d.qpos = d.qpos[::-1]
    assert qpos[0] == d.model.nq - 1
    assert d.energy is energy and energy.shape == (2,)
    with pytest.raises(ValueError, match=r"qpos: expected shape \(13,\), found shape \(3,\)"):
        d.qpos = [1, 2, 3]
    with pytest.raises(AttributeError, match="'qpos'"):
        d.qpoz = 3
    with pytest.raises(AttributeError, match="'qvel'"):
        d.qvell  # noqa: B018


def test_time_is_a_finite_number(pair):
    _, d, _, _ = pair
    assert d.time == 0.0 and type(d.time) is float
    d.time = 2
    assert d.time == 2.0 and d._arrays["time"] == 2.0
    d.time += 0.5
    for bad, error in ((float("nan"), ValueError), (float("inf"), ValueError), ("now", TypeError)):
        with pytest.raises(error):
            d.time = bad
    assert d.time == 2.5


def test_scratch_is_not_public(pair):
    _, d, _, _ = pair
    scratch = [field.name for field in data_fields() if field.stage == "scratch"]
    assert scratch and not set(scratch) & set(dir(d))
    assert all(name in d._arrays for name in scratch)
    assert {field.name for field in PUBLIC} <= set(dir(d))


def test_the_table_for_compiled_code_holds_the_addresses(pair):
    _, d, _, _ = pair
    count = 1 + len(capacities()) + len(data_fields())
    slots = list((ctypes.c_int64 * count).from_address(d._address))
    capacity = list(capacities_of(d._arrays).values())
    assert slots[: 1 + len(capacity)] == [1, *capacity]
    for address, field in zip(slots[1 + len(capacity) :], data_fields(), strict=True):
        array = d._arrays[field.name]
        assert address == array.ctypes.data or not array.size, field.name


@pytest.mark.parametrize(
    "duplicate",
    [Data.copy, copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))],
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
def test_a_copy_has_the_same_values_and_its_own_memory(pair, duplicate):
    m, d, _, _ = pair
    for number, field in enumerate(PUBLIC, start=1):
        d._arrays[field.name][...] = number
    twin = duplicate(d)
    assert all(np.array_equal(twin._arrays[field.name], d._arrays[field.name]) for field in PUBLIC)
    twin.qpos[0] = -1
    assert d.qpos[0] != -1
    assert (twin.model is m) == (duplicate in (Data.copy, copy.copy))


DUPLICATES = {
    "copy": Data.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda d: pickle.loads(pickle.dumps(d)),
}
STEP = ("check_state", "detect", "constrain", "fwd_velocity", "fwd_acceleration", "check_acceleration", "integrate")
CONSTRAIN = ("make_constraint", "islands", "project_constraint", "reference_constraint", "constraint_solve", "euler")


def going_on(option: str = "", stages=STEP):
    """A world with a large island in the midst of a step, and the stages that come next, for each of them."""
    m = kn.load(heap(20, option + ">"))
    d = Data(m)
    kn.step(m, d, 3)
    for k, name in enumerate((*stages, *stages)):
        yield d, (*stages, *stages)[k:]
        getattr(kn, name)(m, d)


@pytest.mark.parametrize("option", ['cone="elliptic"', 'solver="PGS" noslip_iterations="2"', 'integrator="implicit"'])
@pytest.mark.parametrize("stages", [STEP, ("detect", *CONSTRAIN), ("step1", "step2"), ("step",)], ids="-".join)
@pytest.mark.parametrize("duplicate", DUPLICATES.values(), ids=DUPLICATES)
def test_a_copy_goes_on_to_the_bit(option, stages, duplicate):
    for d, rest in going_on(option, stages):
        twin, own = duplicate(d), d.copy()
        for name in rest:
            getattr(kn, name)(own.model, own)
            getattr(kn, name)(twin.model, twin)
        assert [f.name for f in PUBLIC if not np.array_equal(getattr(own, f.name), getattr(twin, f.name))] == []


def test_a_pickle_does_without_what_is_written_before_it_is_read():
    for d, rest in going_on():
        own, other = d.copy(), d.copy()
        for name in WRITTEN_ANEW:
            other._arrays[name][...] = 0
        for name in rest:
            getattr(kn, name)(own.model, own)
            getattr(kn, name)(other.model, other)
        assert np.array_equal(own.qpos, other.qpos)


def test_a_pickle_knows_which_troubles_were_reported():
    m = kn.load("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    d = Data(m)
    d.qvel[0] = np.nan
    with pytest.warns(kn.SimulationWarning):
        kn.step(m, d)
    twin = pickle.loads(pickle.dumps(d))
    kn.step(twin.model, twin)
    assert twin.status == d.status != 0


def test_a_pickle_with_other_arrays_is_refused(pair):
    _, d, _, _ = pair
    restore, (model, arrays, reported) = d.__reduce__()
    with pytest.raises(ValueError, match="pickled Data: qpos missing or unknown"):
        restore(model, {name: array for name, array in arrays.items() if name != "qpos"}, reported)
    with pytest.raises(ValueError, match="pickled Data: efc_J_rowadr: expected shape"):
        restore(model, arrays | {"efc_J_rowadr": arrays["efc_J_rowadr"][:-1, None]}, reported)


def test_a_pickle_of_model_and_data_keeps_them_together(pair):
    m, d, _, _ = pair
    for m2, d2 in (pickle.loads(pickle.dumps((m, d))), copy.deepcopy((m, d))):
        assert d2.model is m2


def test_data_of_another_model_is_refused():
    m, _ = both()
    other, _ = both("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>")
    d = Data(m)
    with pytest.raises(ValueError, match="nbody 6 instead of 2"):
        reset(other, d)
    reset(m.copy(), d)
    with pytest.raises(TypeError, match="Model"):
        Data(3)


def test_arrays_outlive_their_data():
    d = Data(both()[0])
    qpos = d.qpos
    del d
    qpos += 1
    assert qpos[0] == 1
