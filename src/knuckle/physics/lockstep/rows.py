"""The constraint rows of a group of worlds, side by side.

Row r of every world of the group lies in one place; in a world that does not have it, it weighs nothing: D = R = 0.

    rows                               Jacobian                       force
    general: equalities, tendons, …    all dofs                       within bounds
    diagonal: dry friction, limits     one dof, the entry is ±1       within bounds
    contacts, slot by slot             dofs that move any of them     see `pyramid` and `cone`

The k-th contact of every world is in slot k, each with geoms, frame and bodies of its own. Its rows are the axes of its
frame, as many as the contact with most dimensions has: the edges of a pyramid, normal ± μ tangent, follow from these.
"""

from knuckle.kernel import any_lane, kernel, per_world, stage
from knuckle.physics.collision.contact import forget_rows
from knuckle.physics.collision.parameters import floor_friction
from knuckle.physics.constraint.equality import equalities
from knuckle.physics.constraint.joint_limit import ball_limits
from knuckle.physics.constraint.regularizer import regularize
from knuckle.physics.constraint.rows import count_followers
from knuckle.physics.constraint.tendon import tendon_friction, tendon_limits
from knuckle.physics.kinematics.chain import last_dof
from knuckle.physics.lockstep.contact import slot_rows
from knuckle.physics.lockstep.diagonal import diagonal_rows
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, marks_of_slot
from knuckle.physics.lockstep.plain import UNBOUNDED
from knuckle.schema.enums import ConstraintType, DisableBit, Exclusion

ZERO3 = (0.0, 0.0, 0.0)
ZERO9 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def rows_in_step(m, d):
    """All rows of a group: Jacobian, residual, response and regularizer."""
    d.nslot = 0
    d.slot_dim = 0
    d.ngeneral = 0
    d.ndiagonal = 0
    d.dense_start = 0
    survey(m, d)
    if any_lane(d.overflow > 0.0):
        return
    for a in range(d.dense_start, entries_of_slot(m, d, 0)):
        d.efc_J[a] = 0.0
    for a in range(marks_of_slot(m, d, 0), marks_of_slot(m, d, d.nslot)):
        d.efc_J[a] = 0.0
    spread(m, d)
    diagonal_rows(m, d)
    for c in range(d.nslot):
        slot_rows(m, d, c)


@per_world
def survey(m, d):
    """Make the general rows of each world, and see how many rows there will be at most; ask for room."""
    forget_rows(d)
    d.nstat = 0
    general_rows(m, d)
    if d.nefc <= d.maxefc and d.nJ <= d.maxJ:
        count_followers(d)
        regularize(m, d)
    d.ngeneral = max(d.ngeneral, d.nefc)
    d.dense_start = max(d.dense_start, d.nJ)
    if not (m.opt_disableflags & DisableBit.CONTACT):
        for c in range(d.ncon):
            if d.contact_exclude[c] == Exclusion.INCLUDED:
                d.nslot = max(d.nslot, c + 1)
                d.slot_dim = max(d.slot_dim, d.contact_dim[c])
    dense = d.ngeneral + d.nslot * d.slot_dim
    d.need_efc = dense + m.nv + 2 * m.njnt
    d.need_J = d.dense_start + (dense + d.nslot) * m.nv
    d.need_H = m.nv * (m.nv + 1) // 2
    if d.need_efc > d.maxefc or d.need_J > d.maxJ or d.need_H > d.maxH:
        d.overflow = 1.0


@kernel
def general_rows(m, d):
    """Rows that may act on several dofs and are no contacts, of the families that are on."""
    off = m.opt_disableflags
    if m.neq > 0 and not (off & DisableBit.EQUALITY):
        equalities(m, d)
    d.ne = d.nefc
    if m.ntendon > 0 and not (off & DisableBit.FRICTIONLOSS):
        tendon_friction(m, d)
    d.nf = d.nefc - d.ne
    if not (off & DisableBit.LIMIT):
        ball_limits(m, d)
        if m.ntendon > 0:
            tendon_limits(m, d)
    d.nl = d.nefc - d.ne - d.nf


@per_world
def spread(m, d):
    """Put the general rows of a world in their places of the group, and mark the dofs that move each contact."""
    for r in range(d.nefc):
        d.row_D[r] = d.efc_D[r]
        bound_row(d, r)
        a = d.efc_J_rowadr[r]
        for e in range(d.efc_J_rownnz[r]):
            d.efc_J[entries_of_row(m, d, r) + d.efc_J_colind[a + e]] = d.efc_J[a + e]
    for r in range(d.nefc, d.ngeneral):
        no_row(d, r)
    for c in range(d.nslot):
        d.slot_dims[c] = 0.0
        d.slot_inertia[c] = 0.0
        if c >= d.ncon:
            no_contact(d, c)
        elif d.contact_exclude[c] == Exclusion.INCLUDED:
            mark_contact(m, d, c)


@kernel
def no_row(d, r):
    """Numbers for a general row that this world does not have."""
    d.row_D[r] = 0.0
    d.efc_R[r] = 0.0
    d.row_low[r] = 0.0
    d.row_high[r] = 0.0
    d.efc_pos[r] = 0.0
    d.efc_margin[r] = 0.0
    d.efc_KBIP[r] = (0.0, 0.0, 0.0, 0.0)


@kernel
def bound_row(d, r):
    """Least and largest force of a general row."""
    kind = d.efc_type[r]
    if kind == ConstraintType.EQUALITY:
        d.row_low[r] = -UNBOUNDED
        d.row_high[r] = UNBOUNDED
    elif kind == ConstraintType.FRICTION_TENDON:
        d.row_low[r] = -d.efc_frictionloss[r]
        d.row_high[r] = d.efc_frictionloss[r]
    else:
        d.row_low[r] = 0.0
        d.row_high[r] = UNBOUNDED


@kernel
def mark_contact(m, d, c):
    """The marks: 1 for dofs that move the second body, −1 for the first; none that move both."""
    floor_friction(d, c)
    b1 = m.geom_bodyid[d.contact_geom[c, 0]]
    b2 = m.geom_bodyid[d.contact_geom[c, 1]]
    marks = marks_of_slot(m, d, c)
    i = last_dof(m, b1)
    k = last_dof(m, b2)
    d.slot_dims[c] = d.contact_dim[c] if i != k else 0
    d.slot_inertia[c] = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    if i == k:
        d.contact_exclude[c] = Exclusion.NO_DOFS
    while i != k:
        if k > i:
            d.efc_J[marks + k] = 1.0
            k = m.dof_parentid[k]
        else:
            d.efc_J[marks + i] = -1.0
            i = m.dof_parentid[i]


@kernel
def no_contact(d, c):
    """Numbers for a slot that is empty in this world: finite, so that nothing comes of them."""
    d.contact_dist[c] = 0.0
    d.contact_includemargin[c] = 0.0
    d.contact_pos[c] = ZERO3
    d.contact_frame[c] = ZERO9
    d.contact_friction[c] = (1.0, 1.0, 1.0, 1.0, 1.0)
    d.contact_solref[c] = (1.0, 1.0)
    d.contact_solreffriction[c] = (0.0, 0.0)
    d.contact_solimp[c] = (0.5, 0.5, 0.0, 0.5, 2.0)
    d.contact_surfacevel[c] = ZERO3
