"""Transmissions of actuators: how their lengths follow from positions and their rates from velocities.

The moment of an actuator has an entry for each dof of its joint, or for each that changes the length of its tendon; the
moments lie one after the other in the order of the actuators.
"""

from knuckle.kernel import kernel, real_of, stage
from knuckle.math.quat import quat_conjugate, quat_rotate, quat_to_vector, quat_unit
from knuckle.math.vec3 import dot3
from knuckle.physics.force.spring import read4
from knuckle.schema.enums import DisableBit, JointType, TrnType


@stage
def transmission(m, d):
    """actuator_length l and actuator_moment ∂l/∂q of every actuator. [m, rad]"""
    a = 0
    for k in range(m.nactuator):
        if m.actuator_trntype[k] == TrnType.TENDON:
            tendon_transmission(m, d, k, a)
        else:
            joint_transmission(m, d, k, a)
        a = a + moment_size(m, k)


@kernel
def moment_size(m, k):
    """Entries of the moment of actuator k."""
    if m.actuator_trntype[k] == TrnType.TENDON:
        return m.ten_J_rownnz[m.actuator_trnid[k, 0]]
    kind = m.jnt_type[m.actuator_trnid[k, 0]]
    return 6 if kind == JointType.FREE else 3 if kind == JointType.BALL else 1


@kernel
def moment_dof(m, k, e):
    """The dof of entry e of the moment of actuator k."""
    j = m.actuator_trnid[k, 0]
    if m.actuator_trntype[k] == TrnType.TENDON:
        return m.ten_J_colind[m.ten_J_rowadr[j] + e]
    return m.jnt_dofadr[j] + e


@kernel
def tendon_transmission(m, d, k, a):
    """l = gear · length of the tendon."""
    t = m.actuator_trnid[k, 0]
    o = m.actuator_outadr[k]
    g = m.actuator_gear[o, 0]
    d.actuator_length[o] = g * d.ten_length[t]
    for e in range(m.ten_J_rownnz[t]):
        d.actuator_moment[a + e] = g * d.ten_J[m.ten_J_rowadr[t] + e]


@kernel
def joint_transmission(m, d, k, a):
    """Length of actuator k, and its moment from entry a on.

    hinge, slide: l = gear q;  ball: l = gear · log(q), the gear an axis in the frame of the body or of its parent;
    free: l = 0, the gear a force in the world and a torque in the frame of the body or in the world.
    """
    j = m.actuator_trnid[k, 0]
    o = m.actuator_outadr[k]
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
    a = 0
    for k in range(m.nactuator):
        n = moment_size(m, k)
        v = real_of(d.actuator_length[m.actuator_outadr[k]], 0.0)
        for e in range(n):
            v = v + d.actuator_moment[a + e] * d.qvel[moment_dof(m, k, e)]
        if m.opt_disableflags & DisableBit.ACTUATION:
            d.actuator_velocity[m.actuator_outadr[k]] = 0.0
        else:
            d.actuator_velocity[m.actuator_outadr[k]] = v
        a = a + n
