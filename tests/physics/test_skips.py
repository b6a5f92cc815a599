"""Forward and inverse dynamics that leave out what is up to date, as the reference does."""

import mujoco
import numpy as np
import pytest
from support.stiff_scene import pair, states

import knuckle as kn

MOVED = ("qpos", "qvel", "ctrl", "qacc")
SEEN = (
    "xpos",
    "M",
    "cvel",
    "qfrc_bias",
    "qfrc_passive",
    "qfrc_actuator",
    "qacc",
    "efc_force",
    "efc_vel",
    "qfrc_inverse",
)


def worlds_apart(integrator, moved=MOVED):
    """Both engines, computed at one state, of which some fields are then changed."""
    worlds = m, d, reference, theirs = pair(cone="elliptic")
    m.opt.integrator = reference.opt.integrator = kn.Integrator[integrator]
    for _ in states(*worlds, 1):
        kn.forward(m, d)
        mujoco.mj_forward(reference, theirs)
        kn.inverse(m, d)
        mujoco.mj_inverse(reference, theirs)
    rng = np.random.default_rng(1)
    if "qpos" in moved:
        mujoco.mj_integratePos(reference, theirs.qpos, rng.normal(0, 0.01, m.nv), 1.0)
    for name in [name for name in moved if name != "qpos"]:
        getattr(theirs, name)[:] += rng.normal(0, 0.1, len(getattr(theirs, name)))
    for name in moved:
        getattr(d, name)[:] = getattr(theirs, name)
    return worlds


def differences(d, theirs):
    return {
        name: np.abs(np.ravel(getattr(d, name)) - np.ravel(getattr(theirs, name))).max()
        / max(1.0, np.abs(getattr(theirs, name)).max())
        for name in SEEN
    }


@pytest.mark.parametrize("stage", list(kn.Stage))
def test_forward_with_a_skip_reads_what_is_there(stage):
    """Even where positions have changed, and what is left out is not up to date."""
    m, d, reference, theirs = worlds_apart("EULER")
    kn.forward_skip(m, d, stage)
    mujoco.mj_forwardSkip(reference, theirs, int(stage), 0)
    assert max(differences(d, theirs).values()) < 1e-7, differences(d, theirs)


@pytest.mark.parametrize(("stage", "moved"), [(0, MOVED), (1, MOVED[1:]), (2, MOVED[2:])])
def test_what_is_up_to_date_may_be_left_out_of_a_discrete_step(stage, moved):
    m, d, reference, theirs = worlds_apart("DISCRETE", moved)
    kn.forward_skip(m, d, stage)
    mujoco.mj_forwardSkip(reference, theirs, int(stage), 0)
    assert max(differences(d, theirs).values()) < 1e-7, differences(d, theirs)


@pytest.mark.parametrize("stage", list(kn.Stage))
def test_inverse_with_a_skip_is_the_references(stage):
    m, d, reference, theirs = worlds_apart("EULER")
    kn.inverse_skip(m, d, stage)
    mujoco.mj_inverseSkip(reference, theirs, int(stage), 0)
    assert max(differences(d, theirs).values()) < 1e-9, differences(d, theirs)


def test_stages_are_given_by_member_number_or_name():
    m, d, _, _ = worlds_apart("EULER")
    kn.forward_skip(m, d)
    expected = d.qacc.copy()
    for stage in (kn.Stage.VEL, 2, "vel", "POS", "acc"):
        kn.forward_skip(m, d, stage, skipsensor=True)
        assert np.allclose(d.qacc, expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize("stage", ["velocity", 7, None, 1.5])
def test_an_unknown_stage_is_refused_before_anything_is_computed(stage):
    m, d, _, _ = worlds_apart("EULER")
    before = d.qacc.copy()
    with pytest.raises((ValueError, TypeError), match="skipstage"):
        kn.forward_skip(m, d, stage)
    with pytest.raises((ValueError, TypeError), match="skipstage"):
        kn.inverse_skip(m, d, stage)
    assert np.array_equal(d.qacc, before)
