"""Momentum of the dual solver (Nesterov): a sweep begins beyond the last forces, by a growing share of their change.

    y = P(f + (t − 1) / (t + 2) (f − f_before)),   t = 0, 1, 2, … sweeps since the last restart, P back into the bounds

It begins anew after a sweep that turned back (O'Donoghue and Candès): (f_after − y) · (y − f) < 0.
"""

from knuckle.kernel import kernel, maximum, minimum, sqrt
from knuckle.schema.enums import ConstraintType


@kernel
def stand_still(d, s):
    """Forget earlier forces."""
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        d.force_before[r] = d.efc_force[r]


@kernel
def extrapolate(d, s, nvisit, share):
    """Move the forces of block s on by a share of their last change, within their bounds."""
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        f = d.efc_force[r]
        d.efc_force[r] = f + share * (f - d.force_before[r])
        d.force_before[r] = f
    if share > 0.0:
        for v in range(first, first + nvisit):
            bound(d, d.sweep_row[v])
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        d.force_start[r] = d.efc_force[r]


@kernel
def turned_back(d, s):
    """Whether the sweep went against the way by which it began beyond the forces before it."""
    sum = 0.0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        sum = sum + (d.efc_force[r] - d.force_start[r]) * (d.force_start[r] - d.force_before[r])
    return sum < 0.0


@kernel
def bound(d, r):
    """Bring the force of row r, or of the elliptic contact that begins there, back into its bounds."""
    if d.efc_type[r] != ConstraintType.CONTACT_ELLIPTIC:
        d.efc_force[r] = bounded(d, r, d.efc_force[r])
        return
    c = d.efc_id[r]
    square = 0.0 * d.efc_force[r]
    for j in range(1, d.rows_left[r]):
        y = d.efc_force[r + j] / d.contact_friction[c, j - 1]
        square = square + y * y
    normal = maximum(d.efc_force[r], 0.0 * square)
    length = sqrt(square)
    d.efc_force[r] = normal
    if length > normal:
        for j in range(1, d.rows_left[r]):
            d.efc_force[r + j] = d.efc_force[r + j] * (normal / length)


@kernel
def bounded(d, r, f):
    """The force nearest to f that row r can have."""
    kind = d.efc_type[r]
    if kind == ConstraintType.EQUALITY:
        return f
    if kind in (ConstraintType.FRICTION_DOF, ConstraintType.FRICTION_TENDON):
        return maximum(-d.efc_frictionloss[r], minimum(d.efc_frictionloss[r], f))
    return maximum(f, 0.0 * f)
