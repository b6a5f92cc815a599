"""Armature and damping that actuators lend their joints, seen through the gear."""

from knuckle.kernel import kernel, real_of

SEVERAL = -2  # in jnt_actuatorid: more than one actuator lends something


@kernel
def reflecting_actuators(m, j):
    """The first and one past the last of the actuators among which those are that lend joint j something."""
    k = m.jnt_actuatorid[j]
    first = 0
    last = 0
    if k >= 0:
        first = k
        last = k + 1
    elif k == SEVERAL:
        last = m.nactuator
    return first, last


@kernel
def squared_gear(m, k, j):
    """gear² where actuator k acts on joint j, else zero."""
    g = m.actuator_gear[m.actuator_outadr[k], 0]
    return g * g if m.actuator_trnid[k, 0] == j else real_of(g, 0.0)


@kernel
def dof_armature(m, i):
    """Armature of dof i with that of its actuators: a + Σ gear² aₖ. [kg, kg m²]"""
    j = m.dof_jntid[i]
    first, last = reflecting_actuators(m, j)
    total = m.dof_armature[i]
    for k in range(first, last):
        total = total + squared_gear(m, k, j) * m.actuator_armature[k]
    return total


@kernel
def dof_damping(m, i):
    """Coefficients of the damper of dof i, those of its actuators added: the constant one, and two of higher order."""
    j = m.dof_jntid[i]
    first, last = reflecting_actuators(m, j)
    b = m.dof_damping[i]
    b1, b2 = m.dof_dampingpoly[i, 0], m.dof_dampingpoly[i, 1]
    for k in range(first, last):
        share = squared_gear(m, k, j)
        b = b + share * m.actuator_damping[k]
        b1 = b1 + share * m.actuator_dampingpoly[k, 0]
        b2 = b2 + share * m.actuator_dampingpoly[k, 1]
    return b, (b1, b2)
