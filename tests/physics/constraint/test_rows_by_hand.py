"""Constraint rows in the hands of a caller: the dense Jacobian, and forces at accelerations of the caller."""

import mujoco
import numpy as np
import pytest
from support.stiff_scene import pair, states

import knuckle as kn


@pytest.mark.parametrize("island", [True, False])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_forces_states_and_cost_at_any_acceleration_are_the_references(cone, island):
    worlds = m, d, reference, theirs = pair(cone=cone, flags="" if island else 'island="disable"')
    m.opt.integrator = reference.opt.integrator = kn.Integrator.EULER
    rng = np.random.default_rng(0)
    sliding = 0
    for _ in states(*worlds, 4):
        kn.forward(m, d)
        mujoco.mj_forward(reference, theirs)
        jar, cost = rng.normal(size=d.nefc) * np.abs(d.efc_aref).max(), np.zeros(1)
        mujoco.mj_constraintUpdate(reference, theirs, jar, cost, 1)
        assert kn.constraint_update(m, d, jar, cone_hessian=True) == pytest.approx(cost[0], rel=1e-12)
        assert np.array_equal(d.efc_state, theirs.efc_state)
        for name in ("efc_force", "qfrc_constraint"):
            assert np.allclose(getattr(d, name), getattr(theirs, name), rtol=1e-12, atol=1e-6), name
        for c, first in enumerate(d.contact.efc_address):
            if d.efc_state[first] == kn.ConstraintState.CONE:
                assert np.allclose(d.contact.H[c], theirs.contact.H[c], rtol=1e-11, atol=1e-9)
                sliding += 1
    assert (sliding > 5) == (cone == "elliptic")


def test_the_force_is_the_slope_of_the_cost():
    worlds = m, d, _, _ = pair(cone="elliptic")
    rng = np.random.default_rng(0)
    for _ in states(*worlds, 1):
        kn.forward(m, d)
        jar, way = kn.full_J(m, d) @ d.qacc - d.efc_aref + 10 * rng.normal(size=d.nefc), rng.normal(size=d.nefc)
        kn.constraint_update(m, d, jar)
        slope, h = -d.efc_force @ way, 1e-5
        ahead, behind = kn.constraint_update(m, d, jar + h * way), kn.constraint_update(m, d, jar - h * way)
        assert (ahead - behind) / (2 * h) == pytest.approx(slope, rel=1e-7)


def test_the_solution_is_where_forces_and_accelerations_belong_together():
    worlds = m, d, _, _ = pair(cone="elliptic")
    for _ in states(*worlds, 2):
        kn.forward(m, d)
        force, total = d.efc_force.copy(), d.qfrc_constraint.copy()
        kn.constraint_update(m, d, kn.full_J(m, d) @ d.qacc - d.efc_aref)
        assert np.allclose(d.efc_force, force, rtol=1e-6, atol=1e-6 * np.abs(force).max())
        assert np.allclose(d.qfrc_constraint, kn.full_J(m, d).T @ d.efc_force, rtol=1e-9, atol=1e-9)
        assert np.allclose(d.qfrc_constraint, total, rtol=1e-6, atol=1e-6 * np.abs(total).max())


@pytest.mark.parametrize("jar", [[1.0], np.zeros((2, 2)), "none", None])
def test_another_number_of_accelerations_is_refused(jar):
    worlds = m, d, _, _ = pair()
    for _ in states(*worlds, 1):
        kn.forward(m, d)
        before = d.efc_force.copy()
        with pytest.raises((ValueError, TypeError), match="jar"):
            kn.constraint_update(m, d, jar)
        assert np.array_equal(d.efc_force, before)


def test_without_rows_the_cost_is_zero():
    m = kn.Model.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    d = kn.Data(m)
    kn.forward(m, d)
    assert kn.constraint_update(m, d, []) == 0.0
    assert kn.full_J(m, d).shape == (0, 1)


def test_the_dense_jacobian_is_the_references():
    worlds = m, d, reference, theirs = pair(cone="elliptic")
    reference.opt.jacobian = int(mujoco.mjtJacobian.mjJAC_DENSE)
    for _ in states(*worlds, 2):
        kn.forward(m, d)
        mujoco.mj_forward(reference, theirs)
        assert np.allclose(kn.full_J(m, d), theirs.efc_J.reshape(d.nefc, m.nv), rtol=0, atol=1e-12)
        assert np.allclose(kn.full_J(m, d) @ d.qvel, kn.full_J(m, d) @ theirs.qvel)
