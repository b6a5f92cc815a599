"""Steps of all integrators: against the reference, and the order of the fourth-order one."""

import mujoco
import numpy as np
import pytest
from support.forced_reference import XML, Pair
from support.smooth_reference import TREE

from knuckle.physics.integrator.runge_kutta import turn_coefficient
from knuckle.physics.pipeline import forward, inverse, step, step1, step2
from knuckle.schema.enums import Integrator, PositionUpdate

EULER, RK4, IMPLICIT, IMPLICITFAST, DISCRETE = (int(i) for i in Integrator)
DAMPER, EULERDAMP = 64, 32768
STATE = "time qpos qvel plastic qacc qacc_warmstart"
FORCES = "qfrc_smooth qacc_smooth qfrc_constraint qfrc_actuator qfrc_passive qfrc_bias energy"
MATRICES = {EULER: "qH qHDiagInv", RK4: "", IMPLICIT: "qDeriv qLU", IMPLICITFAST: "qDeriv qH qHDiagInv", DISCRETE: ""}
MODELS = {**XML, "tree": TREE}
# rounding of the solve with M, whose condition is up to 1e4 here
TOLERANCE = 1e-11


@pytest.mark.parametrize("integrator", MATRICES, ids=lambda i: Integrator(i).name)
@pytest.mark.parametrize("name", MODELS)
def test_step_equals_reference(name, integrator):
    pair = Pair(MODELS[name], 3, integrator=integrator)
    step(pair.m, pair.d)
    mujoco.mj_step(pair.model, pair.data)
    matrices = MATRICES[integrator]
    if integrator == EULER and not (pair.model.dof_damping.any() or pair.model.dof_dampingpoly.any()):
        matrices = ""
    errors = pair.errors(f"{STATE} {FORCES} {matrices}")
    assert max(errors.values()) < TOLERANCE, errors


@pytest.mark.parametrize("integrator", MATRICES, ids=lambda i: Integrator(i).name)
def test_step_in_two_parts_equals_reference(integrator):
    """The second part replaces Runge-Kutta by Euler, in the reference too."""
    pair = Pair("every_joint", 4, integrator=integrator)
    step1(pair.m, pair.d)
    step2(pair.m, pair.d)
    mujoco.mj_step1(pair.model, pair.data)
    mujoco.mj_step2(pair.model, pair.data)
    errors = pair.errors(f"{STATE} {FORCES}")
    assert max(errors.values()) < TOLERANCE, errors


@pytest.mark.parametrize("flag", [DAMPER, EULERDAMP])
def test_euler_without_implicit_damping(flag):
    pair = Pair("every_joint", disable=flag, integrator=EULER)
    before = pair.arrays["qvel"].copy()
    step(pair.m, pair.d)
    mujoco.mj_step(pair.model, pair.data)
    assert max(pair.errors(STATE).values()) < TOLERANCE
    assert np.array_equal(pair.arrays["qvel"], before + pair.model.opt.timestep * pair.arrays["qacc"])


@pytest.mark.parametrize("integrator", [EULER, IMPLICIT, IMPLICITFAST])
@pytest.mark.parametrize("update", PositionUpdate)
def test_position_update_uses_the_chosen_velocity(update, integrator):
    pair = Pair("every_joint", integrator=integrator, position_update=int(update))
    old, expected = pair.arrays["qvel"].copy(), pair.arrays["qpos"].copy()
    step(pair.m, pair.d)
    new = pair.arrays["qvel"]
    used = {PositionUpdate.EXPLICIT: old, PositionUpdate.MIDPOINT: 0.5 * (old + new), PositionUpdate.SEMIIMPLICIT: new}
    mujoco.mj_integratePos(pair.model, expected, used[update], pair.model.opt.timestep)
    assert pair.error("qpos", expected) < 1e-15


@pytest.mark.parametrize("name", MODELS)
def test_inverse_undoes_forward(name):
    pair = Pair(MODELS[name])
    forward(pair.m, pair.d)
    pair.poison("qfrc_inverse")
    inverse(pair.m, pair.d)
    expected = pair.data.qfrc_applied.copy()
    for b in range(1, pair.model.nbody):
        force, torque, point = *pair.data.xfrc_applied[b].reshape(2, 3), pair.arrays["xipos"][b]
        mujoco.mj_fwdPosition(pair.model, pair.data)
        mujoco.mj_applyFT(pair.model, pair.data, force, torque, point, b, expected)
    scale = np.abs(pair.arrays["qfrc_bias"]).max()
    assert np.abs(pair.arrays["qfrc_inverse"] - expected).max() < 1e-12 * scale


def test_inverse_equals_reference():
    pair = Pair("every_joint")
    pair.data.qacc[:] = pair.random.normal(size=pair.model.nv)
    pair.copy_state()
    pair.arrays["qacc"][:] = pair.data.qacc
    inverse(pair.m, pair.d)
    mujoco.mj_inverse(pair.model, pair.data)
    assert pair.error("qfrc_inverse") < 1e-13


def test_lone_free_bodies_move_alike_with_both_implicit_integrators():
    ends = []
    for integrator in (IMPLICIT, IMPLICITFAST):
        pair = Pair("swimmers", integrator=integrator)
        step(pair.m, pair.d)
        ends.append(pair.arrays["qvel"].copy())
    lone = pair.model.tree_dofnum[pair.model.dof_treeid] == 6
    assert lone.sum() == 18
    assert np.allclose(ends[0][lone], ends[1][lone], rtol=1e-13, atol=1e-13)
    assert not np.allclose(ends[0][~lone], ends[1][~lone], rtol=1e-6)


def tumble(h: float, time: float = 0.32) -> np.ndarray:
    """Orientations of a free body and of a ball-jointed one after some time of wild turning."""
    xml = """
    <mujoco><option integrator="RK4"/><worldbody>
      <body><freejoint/><geom type="box" size="0.1 0.2 0.3"/></body>
      <body pos="2 0 0"><joint type="ball"/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.1 0.3"/></body>
    </worldbody></mujoco>"""
    pair = Pair(xml, timestep=h)
    pair.arrays["qfrc_applied"][:] = pair.arrays["xfrc_applied"][:] = 0.0
    pair.arrays["qvel"][:] *= 2.0
    for _ in range(round(time / h)):
        step(pair.m, pair.d)
    return pair.arrays["qpos"].copy()


def test_runge_kutta_is_of_fourth_order_for_orientations():
    exact = tumble(0.005)
    errors = [np.abs(tumble(h) - exact).max() for h in (0.04, 0.02)]
    # halving the step divides the error by 2⁴ = 16, less what the fine solution itself is off
    assert 13.0 < errors[0] / errors[1] < 20.0


def test_coefficient_of_turning_stages_has_no_jump():
    below, above = turn_coefficient(np.float64(1e-4 * (1 - 1e-9))), turn_coefficient(np.float64(1e-4 * (1 + 1e-9)))
    assert below == pytest.approx(above, rel=1e-10)
    assert turn_coefficient(np.float64(0.0)) == 1.0 / 12.0
    assert turn_coefficient(np.float64(np.pi**2)) == pytest.approx(1.0 / np.pi**2)
