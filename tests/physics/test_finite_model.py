"""Numbers of a model that are spoilt after its data was made: told at the next call, before anything changes."""

import numpy as np
import pytest
from support.snapshot import snapshot

import knuckle as kn
from knuckle.machine.entry import unguarded
from knuckle.machine.query import any_arguments
from knuckle.program import entries

TEXT = """
<mujoco>
  <option><flag override="{override}"/></option>
  <asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1"/>
    <geom type="hfield" hfield="h" pos="5 0 0"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom name="a" size=".1"/></body>
    <body name="b" pos="0 0 .28"><joint name="j" axis="0 1 0" range="-1 1" frictionloss="1"/>
      <geom name="b" size=".1"/></body>
  </worldbody>
  <contact><pair geom1="a" geom2="b"/></contact>
  <equality><connect body1="b" anchor="0 0 0"/></equality>
  <actuator><motor joint="j" ctrlrange="-1 1"/></actuator>
</mujoco>
"""
COMPARED = [
    *("geom_margin", "geom_gap", "geom_friction", "geom_solmix", "geom_solref", "geom_solimp", "geom_adhesion"),
    *("geom_size", "geom_rbound", "geom_aabb", "geom_pos", "geom_quat", "hfield_size"),
    *("pair_margin", "pair_gap", "pair_friction", "pair_solref", "pair_solreffriction", "pair_solimp", "pair_adhesion"),
    *("jnt_margin", "jnt_solref", "jnt_solimp", "dof_frictionloss", "dof_solref", "dof_solimp", "dof_invweight0"),
    *("eq_solref", "eq_solimp", "body_invweight0"),
    *("opt.impratio", "opt.tolerance", "opt.o_margin", "opt.o_solref", "opt.o_friction"),
]
LIMITS = ["jnt_range", "jnt_actfrcrange", "actuator_ctrlrange", "actuator_forcerange", "actuator_actrange"]


@pytest.fixture(scope="module")
def shared():
    m = kn.load(TEXT.format(override="disable"))
    return m, kn.Data(m)


def spoilt(m, name: str, value: float):
    """The array of a field, and its numbers before the last of them became `value`."""
    array = m._arrays[name.replace(".", "_")]
    before = array.copy()
    array.reshape(-1)[-1] = value
    return array, before


GUARDED = [
    *(kn.step, kn.forward, kn.inverse, kn.detect, kn.step1, kn.fwd_position, kn.step2, kn.runge_kutta),
    *(kn.collision, kn.constrain, kn.make_constraint, kn.check_acceleration),
]


@pytest.mark.parametrize("call", GUARDED, ids=lambda call: call.__name__)
def test_no_call_changes_anything(shared, call):
    m, d = shared
    array, before = spoilt(m, "geom_margin", np.nan)
    seen = snapshot(d)
    with pytest.raises(ValueError, match=r"geom_margin\[3\] is nan: no physics"):
        call(m, d)
    kept = list(d._arrays)
    changed = {name for name, old, new in zip(kept, seen, snapshot(d), strict=True) if old != new}
    assert changed <= {name for name in kept if name.startswith("bad_")} | {"steps_done"}
    array[...] = before
    call(m, d)
    assert not d.status


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", COMPARED)
def test_every_number_that_is_compared_is_watched(shared, name, value):
    m, d = shared
    array, before = spoilt(m, name, value)
    with pytest.raises(ValueError, match=f"Model: {name.replace('.', '_')}.* is (nan|inf)"):
        kn.step(m, d)
    array[...] = before


@pytest.mark.parametrize("name", LIMITS)
def test_limits_may_be_infinite_and_not_nan(shared, name):
    m, d = shared
    array, before = spoilt(m, name, np.inf)
    kn.step(m, d)
    array.reshape(-1)[-1] = np.nan
    with pytest.raises(ValueError, match=name):
        kn.step(m, d)
    array[...] = before


def test_batches_refuse_as_well(shared):
    m, _ = shared
    batch = kn.Batch(m, 2)
    array, before = spoilt(m, "geom_gap", np.nan)
    with pytest.raises(ValueError, match="geom_gap"):
        batch.step()
    array[...] = before
    batch.step()
    assert not batch.status.any()


def test_large_numbers_are_sound(shared):
    m, d = shared
    array, before = spoilt(m, "geom_friction", 1e300)
    d.qacc[:] = np.nan
    kn.forward(m, d)
    array[...] = before
    assert np.isfinite(d.qacc).all() and not d.status


@pytest.mark.parametrize("value", [0, 2, 5, 7, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("name", ["geom_condim", "pair_dim"])
def test_dimensions_that_contacts_cannot_have(shared, name, value):
    """They would lead kernels out of memory."""
    m, d = shared
    array, before = spoilt(m, name, value)
    for call in (lambda: kn.step(m, d), lambda: kn.Data(m)):
        with pytest.raises(ValueError, match=rf"Model: {name}\[\d\] is {value}: no physics"):
            call()
    array[...] = before
    kn.step(m, d)


def test_numbers_of_constraints_do_not_matter_without_them():
    m = kn.load(TEXT.format(override="disable"))
    m.opt.flags.constraint = False
    d = kn.Data(m)
    m.geom_margin[:] = np.nan
    kn.step(m, d)
    m.opt.flags.constraint = True
    with pytest.raises(ValueError, match="geom_margin"):
        kn.step(m, d)


def add_contact(m, d):
    return kn.add_contact(m, d, 0, 2, -0.01, [0, 0, 0], [0, 0, 1])


@pytest.mark.parametrize("call", [*GUARDED, add_contact], ids=lambda call: call.__name__)
@pytest.mark.parametrize("name", ["geom_condim", "pair_dim"])
@pytest.mark.parametrize("dimensions", [0, 2, 7, -1, 2**31 - 1])
def test_no_contact_is_made_with_dimensions_that_none_has(call, name, dimensions):
    m = kn.load(TEXT.format(override="disable"))
    d = kn.Data(m)
    kn.forward(m, d)
    count = d.ncon
    getattr(m, name)[:] = dimensions
    with pytest.raises(ValueError, match=rf"{name}\[0\] is {dimensions}: no physics"):
        call(m, d)
    assert d.ncon == count
    assert set(d.contact_dim.tolist()) <= {1, 3, 4, 6}


def test_contacts_added_while_constraints_are_off_have_dimensions_too():
    m = kn.load(TEXT.format(override="disable"))
    d = kn.Data(m)
    m.opt.flags.constraint = False
    kn.forward(m, d)
    m.geom_condim[:] = 100
    with pytest.raises(ValueError, match="geom_condim"):
        add_contact(m, d)


def reached(function, found: set) -> set:
    """All kernels that a kernel calls, by their names."""
    for name in function.__code__.co_names:
        inner = function.__globals__.get(name)
        if callable(inner) and hasattr(inner, "__code__") and inner.__name__ not in found:
            found.add(inner.__name__)
            reached(inner, found)
    return found


def test_every_entry_that_makes_contacts_or_rows_is_guarded():
    made = {entry.name for entry in entries() if reached(entry.function, set()) & {"set_parameters", "contact_rows"}}
    unguarded_entries = {entry.name for entry in entries() if entry.guard in (unguarded, any_arguments)}
    assert {"step", "collision", "make_constraint", "add_contact", "runge_kutta"} <= made
    assert made & unguarded_entries == set()
