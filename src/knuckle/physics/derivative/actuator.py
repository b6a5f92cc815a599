"""How the forces of actuators depend on the velocities."""

from knuckle.kernel import kernel, real_of, where
from knuckle.physics.actuator.transmission import moment_size
from knuckle.physics.derivative.tendon import add_along_row
from knuckle.schema.enums import TrnType


@kernel
def add_actuator_rates(m, d):
    """qDeriv += Σ momentᵀ ∂force/∂v moment, over the actuators.

    The dofs of one joint stand in a row of D next to each other, so entry (i, c) lies c − i from the diagonal.
    """
    a = 0
    for k in range(m.nactuator):
        j = m.actuator_trnid[k, 0]
        o = m.actuator_outadr[k]
        if m.actuator_trntype[k] == TrnType.TENDON:
            g = m.actuator_gear[o, 0]
            add_along_row(m, d, j, d.actuator_slope[o] * g * g)
        else:
            add_on_joint(m, d, j, a, moment_size(m, k), free_slope(m, d, j, d.actuator_slope[o]))
        a = a + moment_size(m, k)


@kernel
def add_on_joint(m, d, j, a, n, slope):
    """qDeriv += slope momentᵀ moment of an actuator on joint j, its n entries from a on."""
    first = m.jnt_dofadr[j]
    for e in range(n):
        diagonal = m.D_rowadr[first + e] + m.D_diag[first + e]
        share = slope * d.actuator_moment[a + e]
        for c in range(n):
            b = diagonal + c - e
            d.qDeriv[b] = d.qDeriv[b] + share * d.actuator_moment[a + c]


@kernel
def free_slope(m, d, j, slope):
    """The slope of an actuator's force, or zero where the force on its joint j is at its bounds."""
    if m.jnt_actfrclimited[j]:
        f = d.qfrc_actuator[m.jnt_dofadr[j]]
        inside = (f > m.jnt_actfrcrange[j, 0]) & (f < m.jnt_actfrcrange[j, 1])
        return where(inside, slope, real_of(slope, 0.0))
    return slope
