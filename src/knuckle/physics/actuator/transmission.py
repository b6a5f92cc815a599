"""Transmissions of actuators: how the lengths of their outputs follow from positions and their rates from velocities.

The moment of an output has an entry for each dof that can change its length; the rows lie one after the other, in a
pattern that is the model's.
"""

from knuckle.kernel import kernel, real_of, stage
from knuckle.math.quat import quat_conjugate, quat_rotate, quat_to_vector, quat_unit
from knuckle.math.vec3 import dot3
from knuckle.physics.actuator.adhesion import body_transmission
from knuckle.physics.actuator.site import site_transmission
from knuckle.physics.actuator.slider_crank import crank_transmission
from knuckle.physics.actuator.turn import turn_transmission
from knuckle.physics.force.spring import read4
from knuckle.schema.enums import DisableBit, JointType, TrnType


@stage
def transmission(m, d):
    """actuator_length l and actuator_moment ∂l/∂q of every output. [m, rad]"""
    for k in range(m.nactuator):
        kind = m.actuator_trntype[k]
        if kind == TrnType.TENDON:
            tendon_transmission(m, d, k)
        elif kind == TrnType.SITE:
            site_transmission(m, d, k)
        elif kind == TrnType.SLIDERCRANK:
            crank_transmission(m, d, k)
        elif kind == TrnType.SO3:
            turn_transmission(m, d, k)
        elif kind == TrnType.BODY:
            body_transmission(m, d, k)
        else:
            joint_transmission(m, d, k)


@kernel
def tendon_transmission(m, d, k):
    """l = gear · length of the tendon."""
    t = m.actuator_trnid[k, 0]
    o = m.actuator_outadr[k]
    a = m.trn_rowadr[o]
    g = m.actuator_gear[o, 0]
    d.actuator_length[o] = g * d.ten_length[t]
    for e in range(m.ten_J_rownnz[t]):
        d.actuator_moment[a + e] = g * d.ten_J[m.ten_J_rowadr[t] + e]


@kernel
def joint_transmission(m, d, k):
    """Length and moment of actuator k.

    hinge, slide: l = gear q;  ball: l = gear · log(q), the gear an axis in the frame of the body or of its parent;
    free: l = 0, the gear a force in the world and a torque in the frame of the body or in the world.
    """
    j = m.actuator_trnid[k, 0]
    o = m.actuator_outadr[k]
    a = m.trn_rowadr[o]
    g = m.actuator_gear[o]
    q = m.jnt_qposadr[j]
    kind = m.jnt_type[j]
    if kind == JointType.FREE:
        d.actuator_length[o] = 0.0
        for e in range(3):
            d.actuator_moment[a + e] = m.actuator_gear[o, e]
        store_axis(m, d, k, a + 3, (g[3], g[4], g[5]), quat_unit(read4(d.qpos, q + 3)))
    elif kind == JointType.BALL:
        axis = (g[0], g[1], g[2])
        quat = quat_unit(read4(d.qpos, q))
        d.actuator_length[o] = dot3(axis, quat_to_vector(quat))
        store_axis(m, d, k, a, axis, quat)
    else:
        d.actuator_length[o] = g[0] * d.qpos[q]
        d.actuator_moment[a] = g[0]


@kernel
def store_axis(m, d, k, a, axis, quat):
    """Three entries of the moment from a on: an axis in the body's frame, turned into it where it is the parent's."""
    if m.actuator_trntype[k] == TrnType.JOINTINPARENT:
        turned = quat_rotate(quat_conjugate(quat), axis)
        d.actuator_moment[a] = turned[0]
        d.actuator_moment[a + 1] = turned[1]
        d.actuator_moment[a + 2] = turned[2]
    else:
        d.actuator_moment[a] = axis[0]
        d.actuator_moment[a + 1] = axis[1]
        d.actuator_moment[a + 2] = axis[2]


@kernel
def actuator_velocity(m, d):
    """actuator_velocity = ∂l/∂q · q̇; zero while actuation is off. [m/s, rad/s]"""
    for o in range(m.nout):
        v = real_of(d.actuator_length[o], 0.0)
        if not (m.opt_disableflags & DisableBit.ACTUATION):
            for a in range(m.trn_rowadr[o], m.trn_rowadr[o] + m.trn_rownnz[o]):
                v = v + d.actuator_moment[a] * d.qvel[m.trn_colind[a]]
        d.actuator_velocity[o] = v
