"""How the forces of actuators depend on the velocities."""

from knuckle.kernel import kernel, real_of, where
from knuckle.physics.derivative.tendon import add_along_row
from knuckle.schema.enums import TrnType


@kernel
def add_actuator_rates(m, d):
    """qDeriv += Σ momentᵀ ∂force/∂v moment, over the outputs of actuators."""
    for k in range(m.nactuator):
        kind = m.actuator_trntype[k]
        for o in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
            first, count = m.trn_rowadr[o], m.trn_rownnz[o]
            slope = d.actuator_slope[o]
            if kind == TrnType.JOINT or kind == TrnType.JOINTINPARENT:
                add_on_joint(m, d, first, count, free_slope(m, d, m.actuator_trnid[k, 0], slope))
            else:
                add_along_row(m, d, first, count, m.trn_colind, d.actuator_moment, slope)


@kernel
def add_on_joint(m, d, first, count, slope):
    """qDeriv += slope momentᵀ moment of an actuator on a joint, its entries from `first` on.

    The dofs of one joint stand in a row of D next to each other, so entry (i, c) lies c − i from the diagonal.
    """
    for e in range(count):
        i = m.trn_colind[first + e]
        diagonal = m.D_rowadr[i] + m.D_diag[i]
        share = slope * d.actuator_moment[first + e]
        for c in range(count):
            b = diagonal + c - e
            d.qDeriv[b] = d.qDeriv[b] + share * d.actuator_moment[first + c]


@kernel
def free_slope(m, d, j, slope):
    """The slope of an actuator's force, or zero where the force on its joint j is at its bounds."""
    if m.jnt_actfrclimited[j]:
        f = d.qfrc_actuator[m.jnt_dofadr[j]]
        inside = (f > m.jnt_actfrcrange[j, 0]) & (f < m.jnt_actfrcrange[j, 1])
        return where(inside, slope, real_of(slope, 0.0))
    return slope
