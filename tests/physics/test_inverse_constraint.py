"""Inverse dynamics with constraints, in continuous and discrete time, and its comparison with forward dynamics."""

import mujoco
import numpy as np
import pytest
from support.reference import both
from support.solved_reference import copy_inputs, error, random_state, solved_xml, views

import knuckle as kn
from knuckle.data.data import Data
from knuckle.physics.inverse.compare import compare_forward_inverse

TOLERANCE = 1e-12  # forces of many rows, summed in another order
python = kn.machine("python")
EQUALITY = '<connect body1="b" body2="c" anchor=".1 0 0"/><weld body1="a" body2="f"/><joint joint1="hinge"/>'
CASES = {
    "pyramidal": {},
    "elliptic": {"cone": "elliptic", "condim": 6},
    "equalities": {"equality": EQUALITY},
    "adhesion": {"adhesion": 3},
}
DISCRETE = {
    integrator: {"integrator": integrator, "flags": 'invdiscrete="enable"'}
    for integrator in ("Euler", "implicit", "implicitfast")
}
DISCRETE["undamped"] = {"flags": 'invdiscrete="enable" eulerdamp="disable"'}


@pytest.mark.parametrize("case", [*CASES.values(), *DISCRETE.values()], ids=[*CASES, *DISCRETE])
def test_forces_behind_accelerations_are_the_reference_s(case):
    m, reference = both(solved_xml(**case))
    data, d = random_state(reference, 11), Data(m)
    data.qacc[:] = np.random.default_rng(5).normal(0, 5, reference.nv)
    copy_inputs(d, data)
    mujoco.mj_inverse(reference, data)
    for name in ("qfrc_inverse", "qfrc_constraint", "efc_force"):
        d._arrays[name].fill(np.nan)
    python.inverse(m, d)
    assert d.nefc == data.nefc > 5
    for name in ("qfrc_inverse", "qfrc_constraint", "qacc"):
        assert error(d._arrays[name], getattr(data, name)) < TOLERANCE, name
    assert error(d._arrays["efc_force"][: d.nefc], data.efc_force) < TOLERANCE
    assert np.array_equal(d._arrays["efc_state"][: d.nefc], data.efc_state)


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_a_step_of_the_reference_gives_back_the_forces_that_made_it(integrator):
    """Discrete time: what (v⁺ − v)/h needs is what was applied."""
    m, reference = both(solved_xml(integrator=integrator, flags='invdiscrete="enable"'))
    reference.opt.tolerance = 0
    data, d = random_state(reference, 2), Data(m)
    before = data.qvel.copy()
    copy_inputs(d, data)
    mujoco.mj_forward(reference, data)
    applied = data.qfrc_smooth - data.qfrc_passive + data.qfrc_bias
    mujoco.mj_step(reference, data)
    d.qacc[:] = (data.qvel - before) / reference.opt.timestep
    python.inverse(m, d)
    assert error(d.qfrc_inverse, applied) < 1e-7  # stiff rows multiply what the solver left


def test_without_the_flag_the_accelerations_are_those_of_continuous_time():
    m, reference = both(solved_xml(integrator="RK4", flags='invdiscrete="enable"'))
    data, d = random_state(reference, 4), Data(m)
    reference.opt.enableflags = 0  # the reference refuses the flag with this integrator
    copy_inputs(d, data)
    mujoco.mj_inverse(reference, data)
    python.inverse(m, d)
    assert error(d.qfrc_inverse, data.qfrc_inverse) < TOLERANCE


@pytest.mark.parametrize("flags", ['fwdinv="enable"', 'fwdinv="enable" invdiscrete="enable"'])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_forward_and_inverse_differ_by_what_the_solver_left(cone, flags):
    """One iteration is too few, so that there is a difference to measure."""
    m, reference = both(solved_xml(cone=cone, iterations=1, flags=flags, integrator="implicitfast"))
    data, d = random_state(reference, 6), Data(m)
    copy_inputs(d, data)
    python.fwd_position(m, d)
    python.fwd_velocity(m, d)
    mujoco.mj_forward(reference, data)
    solution = {name: getattr(data, name).copy() for name in ("qacc", "qfrc_constraint", "qfrc_actuator")}
    for name, value in solution.items():
        d._arrays[name][...] = value
    d._arrays["efc_force"][: data.nefc] = data.efc_force
    d.solver_fwdinv[:] = np.nan
    compare_forward_inverse(*views(m, d))
    force = data.efc_force.copy()
    mujoco.mj_step(reference, data)
    assert d.solver_fwdinv == pytest.approx(data.solver_fwdinv, rel=1e-9, abs=1e-9)
    assert data.solver_fwdinv[1] > 1e-3
    # the solution itself is untouched
    assert np.array_equal(d._arrays["efc_force"][: len(force)], force)
    assert all(np.array_equal(d._arrays[name], value) for name, value in solution.items())


def test_without_rows_nothing_is_compared():
    m, _ = both('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
    d = Data(m)
    python.forward(m, d)
    d.solver_fwdinv[:] = 7
    compare_forward_inverse(*views(m, d))
    assert d.solver_fwdinv.tolist() == [7, 7]
