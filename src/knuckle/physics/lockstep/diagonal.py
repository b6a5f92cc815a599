"""Rows that act on one dof: dry friction, and limits of hinges and slides that some world of the group has reached."""

from knuckle.kernel import any_lane, kernel, where
from knuckle.physics.constraint.regularizer import softness
from knuckle.physics.constraint.response import pushing_response, response
from knuckle.physics.lockstep.plain import UNBOUNDED
from knuckle.schema.enums import DisableBit, JointType


@kernel
def diagonal_rows(m, d):
    """The rows of all families that are on."""
    if not (m.opt_disableflags & DisableBit.FRICTIONLOSS):
        for i in range(m.nv):
            if any_lane(m.dof_frictionloss[i] != 0.0):
                friction_row(m, d, i)
    if not (m.opt_disableflags & DisableBit.LIMIT):
        for j in range(m.njnt):
            if m.jnt_limited[j] and m.jnt_type[j] >= JointType.SLIDE:
                limit_rows(m, d, j)


@kernel
def friction_row(m, d, i):
    """Dry friction of dof i. It has no residual, so no stiffness."""
    _, b, impedance, slope = response(m, m.dof_solref[i], m.dof_solimp[i], 0.0 * m.opt_timestep)
    r = d.ngeneral + d.ndiagonal
    d.ndiagonal = d.ndiagonal + 1
    d.diagonal_dof[r] = i
    d.diagonal_side[r] = 1.0
    R = softness(impedance, m.dof_invweight0[i])
    d.efc_R[r] = R
    d.row_D[r] = 1.0 / R
    d.row_low[r] = -m.dof_frictionloss[i]
    d.row_high[r] = m.dof_frictionloss[i]
    d.efc_pos[r] = 0.0
    d.efc_margin[r] = 0.0
    d.efc_KBIP[r] = (0.0, b, impedance, slope)


@kernel
def limit_rows(m, d, j):
    """Limits of joint j: a row for the lower or the upper one, and another in case some world is near both."""
    q = d.qpos[m.jnt_qposadr[j]]
    margin = m.jnt_margin[j]
    above = q - m.jnt_range[j, 0]
    below = m.jnt_range[j, 1] - q
    low = above < margin
    high = below < margin
    if any_lane(low | high):
        limit_row(m, d, j, low | high, where(low, above, below), where(low, 1.0, -1.0 + 0.0 * q))
        if any_lane(low & high):
            limit_row(m, d, j, low & high, below, -1.0 + 0.0 * q)


@kernel
def limit_row(m, d, j, near, dist, side):
    """A limit of joint j at a distance, in worlds that are near it."""
    margin = m.jnt_margin[j]
    i = m.jnt_dofadr[j]
    k_b_d = pushing_response(m, m.jnt_solref[j], m.jnt_solimp[j], dist - margin)
    r = d.ngeneral + d.ndiagonal
    d.ndiagonal = d.ndiagonal + 1
    d.diagonal_dof[r] = i
    d.diagonal_side[r] = side
    R = softness(k_b_d[2], m.dof_invweight0[i])
    d.efc_R[r] = where(near, R, 0.0)
    d.row_D[r] = where(near, 1.0 / R, 0.0)
    d.row_low[r] = 0.0
    d.row_high[r] = UNBOUNDED
    d.efc_pos[r] = dist
    d.efc_margin[r] = margin
    d.efc_KBIP[r] = k_b_d
