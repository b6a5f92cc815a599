"""Accelerations and forces of bodies after the solve, and forces of contacts, from the reference's own solution."""

import mujoco
import numpy as np
import pytest
from support.reference import both
from support.solved_reference import copy_solution, error, random_state, solved_xml, views

import knuckle as kn
from knuckle.data.data import Data
from knuckle.physics.inverse.rne_post import rne_post_constraint

TOLERANCE = 1e-13  # the same sums in another order
CASES = {
    f"{cone} {condim}": {"cone": cone, "condim": condim}
    for cone in ("pyramidal", "elliptic")
    for condim in (1, 3, 4, 6)
}
CASES |= {
    "connect": {"equality": '<connect body1="a" body2="c" anchor=".1 .2 .3"/>'},
    "connect sites": {"equality": '<connect site1="a" site2="b"/>'},
    "weld": {"equality": '<weld body1="a" body2="f" anchor=".1 .2 .3" torquescale="2"/>'},
    "weld sites": {"equality": '<weld site1="b" site2="a" torquescale=".7"/>'},
    "held by the world": {
        "equality": '<joint joint1="hinge"/><weld body1="b" body2="hand"/>'
        '<connect body1="world" body2="plate" anchor="1 0 1"/>'
    },
    "adhesion": {"adhesion": 3},
    "adhesion elliptic": {"adhesion": 3, "cone": "elliptic"},
    "no gravity": {"flags": 'gravity="disable"'},
}


@pytest.fixture(params=CASES.values(), ids=CASES)
def solved(request):
    m, reference = both(solved_xml(**request.param))
    data, d = random_state(reference, 7), Data(m)
    mujoco.mj_forward(reference, data)
    mujoco.mj_rnePostConstraint(reference, data)
    copy_solution(d, data)
    assert data.ncon > 0
    return m, d, reference, data


def test_accelerations_and_forces_of_bodies(solved):
    m, d, _, data = solved
    for name in ("cacc", "cfrc_int", "cfrc_ext"):
        d._arrays[name].fill(np.nan)
    rne_post_constraint(*views(m, d))
    for name in ("cacc", "cfrc_int", "cfrc_ext"):
        assert error(d._arrays[name], getattr(data, name)) < TOLERANCE, name
    assert np.abs(data.cfrc_ext).max() > 1


def test_forces_of_contacts(solved):
    m, d, reference, data = solved
    wanted = np.zeros(6)
    for c in range(data.ncon):
        mujoco.mj_contactForce(reference, data, c, wanted)
        assert error(kn.machine("python").contact_force(m, d, c), wanted) < TOLERANCE


def test_a_contact_without_rows_has_no_force(solved):
    m, d, _, _ = solved
    d._arrays["contact_efc_address"][0] = -1
    assert not kn.machine("python").contact_force(m, d, 0).any()


def test_a_joint_transmits_what_its_dofs_push_with():
    """Without an oracle: cdof · cfrc_int is the force of actuators, springs and the user on a dof."""
    m, reference = both(solved_xml(equality='<weld body1="a" body2="f" torquescale="2"/>'))
    data, d = random_state(reference, 3), Data(m)
    reference.dof_armature[:] = 0
    reference.dof_frictionloss[:] = 0
    reference.jnt_limited[:] = False
    reference.opt.tolerance = 0
    reference.opt.density = 0
    reference.body_gravcomp[:] = 0
    mujoco.mj_forward(reference, data)
    copy_solution(d, data)
    rne_post_constraint(*views(m, d))
    transmitted = (d.cdof * d.cfrc_int[m.dof_bodyid]).sum(axis=1)
    assert error(transmitted, data.qfrc_passive + data.qfrc_applied) < 1e-9  # what the solver's tolerance leaves


def test_a_distance_pushes_both_bodies_and_no_joint():
    """Without an oracle: a free joint transmits nothing, so all forces on its body are in cfrc_ext."""
    ball = '<body pos="{} 0 1" euler="10 20 30"><freejoint/><geom name="{}" size=".1"/></body>'
    rest = '<equality><distance geom1="a" geom2="b" distance=".3"/></equality>'
    m = kn.load(f"<mujoco><worldbody>{ball.format(0, 'a')}{ball.format(1, 'b')}</worldbody>{rest}</mujoco>")
    d, python = Data(m), kn.machine("python")
    d.qvel[:] = np.random.default_rng(0).normal(size=m.nv)
    python.forward(m, d)
    python.rne_post_constraint(m, d)
    transmitted = (d.cdof * d.cfrc_int[m.dof_bodyid]).sum(axis=1)
    assert np.abs(d.cfrc_ext[1:, 3:]).max() > 1 and np.abs(transmitted).max() < 1e-9 * np.abs(d.cfrc_ext).max()
    assert d.cfrc_ext[1, 3:] == pytest.approx(-d.cfrc_ext[2, 3:])
