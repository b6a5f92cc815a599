"""Armature and damping that actuators lend their joints and tendons, seen through the gear."""

from knuckle.kernel import kernel, real_of
from knuckle.schema.enums import TrnType

SEVERAL = -2  # in jnt_actuatorid: more than one actuator lends something


@kernel
def reflecting_actuators(m, k):
    """The first and one past the last of the actuators among which those are that `actuatorid` k stands for."""
    first = 0
    last = 0
    if k >= 0:
        first = k
        last = k + 1
    elif k == SEVERAL:
        last = m.nactuator
    return first, last


@kernel
def squared_gear(m, k, on_tendon, j):
    """gear² where actuator k acts on joint j, or on that tendon, else zero."""
    g = m.actuator_gear[m.actuator_outadr[k], 0]
    same = (m.actuator_trntype[k] == TrnType.TENDON) == on_tendon and m.actuator_trnid[k, 0] == j
    return g * g if same else real_of(g, 0.0)


@kernel
def dof_armature(m, i):
    """Armature of dof i with that of its actuators: a + Σ gear² aₖ. [kg, kg m²]"""
    j = m.dof_jntid[i]
    return m.dof_armature[i] + lent_armature(m, m.jnt_actuatorid[j], False, j)


@kernel
def tendon_armature(m, t):
    """Armature of tendon t with that of its actuators. [kg, kg m²]"""
    return m.tendon_armature[t] + lent_armature(m, m.tendon_actuatorid[t], True, t)


@kernel
def lent_armature(m, actuators, on_tendon, j):
    """Σ gear² aₖ of the actuators on a joint or tendon."""
    first, last = reflecting_actuators(m, actuators)
    total = real_of(m.opt_timestep, 0.0)
    for k in range(first, last):
        total = total + squared_gear(m, k, on_tendon, j) * m.actuator_armature[k]
    return total


@kernel
def dof_damping(m, i):
    """Coefficients of the damper of dof i, those of its actuators added: the constant one, and two of higher order."""
    j = m.dof_jntid[i]
    return with_lent_damping(m, m.jnt_actuatorid[j], False, j, m.dof_damping[i], m.dof_dampingpoly[i])


@kernel
def tendon_damping(m, t):
    """Coefficients of the damper of tendon t, those of its actuators added, likewise."""
    return with_lent_damping(m, m.tendon_actuatorid[t], True, t, m.tendon_damping[t], m.tendon_dampingpoly[t])


@kernel
def with_lent_damping(m, actuators, on_tendon, j, b, higher):
    """Coefficients of a damper, and those of the actuators on a joint or tendon times gear²."""
    b1, b2 = higher[0], higher[1]
    first, last = reflecting_actuators(m, actuators)
    for k in range(first, last):
        share = squared_gear(m, k, on_tendon, j)
        b = b + share * m.actuator_damping[k]
        b1 = b1 + share * m.actuator_dampingpoly[k, 0]
        b2 = b2 + share * m.actuator_dampingpoly[k, 1]
    return b, (b1, b2)
