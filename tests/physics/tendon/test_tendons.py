"""Tendons: every quantity that they touch is the reference's."""

import re

import mujoco
import numpy as np
import pytest
from support.tendon_scene import pair, states
from support.worlds import unconstrained

import knuckle as kn

FIELDS = (
    *("ten_length", "ten_velocity", "ten_J", "ten_wrapadr", "ten_wrapnum", "M", "qfrc_bias", "qfrc_spring"),
    *("qfrc_damper", "qfrc_passive", "actuator_length", "actuator_velocity", "actuator_moment", "actuator_force"),
    *("qfrc_actuator", "qacc_smooth", "energy", "efc_pos", "efc_J", "efc_D", "efc_aref", "efc_frictionloss"),
)
SOLVED = ("qacc", "efc_force", "qfrc_constraint", "cacc", "cfrc_ext", "cfrc_int")
INTEGRATORS = ("Euler", "implicit", "implicitfast", "RK4", "discrete")


def close(ours, theirs, tolerance):
    ours, theirs = np.ravel(ours).astype(float), np.ravel(theirs).astype(float)
    assert ours.shape == theirs.shape
    return np.abs(ours - theirs).max(initial=0) <= tolerance * max(np.abs(theirs).max(initial=0), 1e-6)


def test_every_field_of_the_model_is_the_references():
    m, _, reference, _ = pair()
    for name in dir(m):
        ours = getattr(m, name)
        if isinstance(ours, np.ndarray) and hasattr(reference, name) and ours.dtype.kind in "fiub":
            assert close(ours, np.asarray(getattr(reference, name)), 1e-10), name


def test_forward_is_the_references():
    worlds = m, d, reference, theirs = pair()
    for _ in states(*worlds, 20):
        kn.forward(m, d)
        kn.rne_post_constraint(m, d)
        mujoco.mj_forward(reference, theirs)
        mujoco.mj_rnePostConstraint(reference, theirs)
        points = int(theirs.ten_wrapadr[-1] + theirs.ten_wrapnum[-1])
        assert close(np.ravel(d.wrap_xpos)[: 3 * points], np.ravel(theirs.wrap_xpos)[: 3 * points], 1e-13)
        assert np.array_equal(np.ravel(d.wrap_obj)[:points], np.ravel(theirs.wrap_obj)[:points])
        assert np.array_equal(d.efc_type, theirs.efc_type) and np.array_equal(d.efc_id, theirs.efc_id)
        for name in (*FIELDS, *SOLVED):
            assert close(getattr(d, name), getattr(theirs, name), 1e-9 if name in SOLVED else 1e-11), name


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_one_step_is_the_references(integrator):
    worlds = m, d, reference, theirs = pair(integrator)
    for _ in states(*worlds, 10):
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        for name in ("qpos", "qvel", "plastic", "ten_length"):
            assert close(getattr(d, name), getattr(theirs, name), 1e-9), name


@pytest.mark.parametrize("flag", ["spring", "damper", "limit", "frictionloss", "equality", "actuation", "constraint"])
def test_flags_switch_off_what_they_name(flag):
    bit = kn.DisableBit[flag.upper()]
    worlds = m, d, reference, theirs = pair("implicit")
    m.opt.disableflags |= bit
    reference.opt.disableflags |= int(bit)
    for _ in states(*worlds, 5):
        for ours, other in (
            (kn.forward, mujoco.mj_forward),
            (kn.rne_post_constraint, mujoco.mj_rnePostConstraint),
        ):
            ours(m, d)
            other(reference, theirs)
        assert close(d.cfrc_ext, theirs.cfrc_ext, 1e-9)
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        for name in ("qpos", "qvel", "plastic", "qfrc_passive"):
            assert close(getattr(d, name), getattr(theirs, name), 1e-9), name


def test_the_jacobian_is_the_derivative_of_the_length():
    m, d, reference, theirs = pair()
    for _ in states(m, d, reference, theirs, 5):
        kn.forward(m, d)
        start, row = d.qpos.copy(), np.zeros((m.ntendon, m.nv))
        for t in range(m.ntendon):
            part = slice(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t])
            row[t, m.ten_J_colind[part]] = d.ten_J[part]
        for i in range(m.nv):
            lengths = []
            for h in (1e-6, -1e-6):
                d.qpos[:] = kn.integrate_pos(m, start, np.eye(m.nv)[i], h)
                for stage in (kn.kinematics, kn.com_pos, kn.tendon):
                    stage(m, d)
                lengths.append(d.ten_length.copy())
            assert (lengths[0] - lengths[1]) / 2e-6 == pytest.approx(row[:, i], abs=1e-8)
        d.qpos[:] = start


def test_inverse_dynamics_undoes_forward_dynamics():
    m, d, reference, theirs = pair()
    for _ in states(m, d, reference, theirs, 5):
        kn.forward(m, d)
        applied = d.qfrc_applied + d.qfrc_actuator + np.array([0.0] * m.nv)
        for b in range(1, m.nbody):
            applied += kn.apply_ft(m, d, d.xfrc_applied[b, :3], d.xfrc_applied[b, 3:], d.xipos[b], b)
        kn.inverse(m, d)
        assert d.qfrc_inverse == pytest.approx(applied, rel=1e-6, abs=1e-6 * np.abs(applied).max())


def test_a_tendon_by_name():
    m, d, *_ = pair()
    kn.forward(m, d)
    assert m.tendon("t3").range.tolist() == [0.0, 0.5]
    assert d.tendon("t3").length == d.ten_length[3]
    assert d.tendon("t1").J @ d.qvel == pytest.approx(d.tendon("t1").velocity) and d.tendon("t2").plastic.size == 2
    assert m.names("tendon") == ["t0", "t1", "t2", "t3", "t4", "t5"]


@pytest.mark.parametrize("wrapping", [True, False])
@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
def test_a_world_has_the_same_bits_alone_and_in_a_batch(integrator, wrapping):
    def straight(text):
        return text if wrapping else re.sub(r"<geom geom=[^>]*/>", "", text)

    worlds = m, d, *_ = pair(integrator, straight)
    unconstrained(m)
    starts = [(d.qpos.copy(), d.qvel.copy(), d.ctrl.copy()) for _ in states(*worlds, 6)]
    batch = kn.Batch(m, len(starts), threads=1)
    for name, values in zip(("qpos", "qvel", "ctrl"), zip(*starts, strict=True), strict=True):
        batch.write(name, np.array(values))
    batch.step(3)
    for w, (qpos, qvel, ctrl) in enumerate(starts):
        kn.reset(m, d)
        d.qpos[:], d.qvel[:], d.ctrl[:] = qpos, qvel, ctrl
        kn.step(m, d, 3)
        for name in ("qpos", "qvel", "plastic"):
            assert batch.read(name)[w].tobytes() == getattr(d, name).tobytes(), (w, name)
