"""The slip correction: friction again, as if it were not soft, with all other forces as they are."""

from knuckle.kernel import kernel, maximum, minimum, stage
from knuckle.physics.solver.cone_force import turn_in_ellipse
from knuckle.physics.solver.momentum import bounded
from knuckle.physics.solver.primal import trace
from knuckle.physics.solver.residual import entry, residual
from knuckle.physics.solver.statistics import note_iteration
from knuckle.schema.enums import ConstraintType

SMALLEST = 1e-15


@stage
def noslip(m, d, s):
    """efc_force of block s with hard friction, by Gauss-Seidel.

    Ends where the gain of a sweep, divided by the trace of M, falls below the tolerance. Sweeps count as iterations,
    and the first gains the cost of all softness, too.
    """
    scale = 1.0 / trace(m, d, s)
    saved = softness(d, s)
    d.line_evals = 0
    d.line_slope = 0.0
    for _ in range(m.opt_noslip_iterations):
        gain = scale * (saved + harden(d, s))
        note_iteration(d, s, scale, gain, 0.0 * gain)
        if gain < m.opt_noslip_tolerance or gain != gain:
            return
        saved = 0.0 * saved


@kernel
def softness(d, s):
    """½ Σ R f² over the rows of block s: what the softness of its constraints costs."""
    sum = 0.0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        sum = sum + 0.5 * d.efc_R[r] * d.efc_force[r] * d.efc_force[r]
    return sum


@kernel
def harden(d, s):
    """The rows of dry friction and the contacts of block s take their best friction in turn; what all of them gain."""
    gain = 0.0
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        rows = 1
        if d.efc_type[r] in (ConstraintType.FRICTION_DOF, ConstraintType.FRICTION_TENDON):
            gain = gain + hard_row(d, r)
        elif d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            rows = d.rows_left[r]
            gain = gain + hard_friction(d, d.efc_id[r], r)
        elif d.efc_type[r] == ConstraintType.CONTACT_PYRAMIDAL:
            rows = d.rows_left[r]
            for e in range(r, r + rows, 2):
                gain = gain + balance_edges(d, e)
        k += rows
    return gain


@kernel
def hard_row(d, r):
    """The best force of a row of dry friction without its softness; what it gains."""
    old = d.efc_force[r]
    diagonal = maximum(entry(d, r, r) - d.efc_R[r], SMALLEST)
    slope = residual(d, r) - d.efc_R[r] * old
    new = bounded(d, r, old - slope / diagonal)
    d.efc_force[r] = new
    change = new - old
    return -change * (slope + 0.5 * diagonal * change)


@kernel
def hard_friction(d, c, r):
    """The best friction of an elliptic contact without its softness; what it gains."""
    for j in range(1, d.rows_left[r]):
        d.cone_slope[j, 0] = residual(d, r + j)
    return turn_in_ellipse(d, c, r, 0.0)


@kernel
def balance_edges(d, r):
    """The best friction of two opposite edges of a pyramid, r and r + 1, whose sum stays; what it gains."""
    old = d.efc_force[r]
    other = d.efc_force[r + 1]
    slope = residual(d, r) - d.efc_R[r] * old - residual(d, r + 1) + d.efc_R[r + 1] * other
    curve = entry(d, r, r) - d.efc_R[r] + entry(d, r + 1, r + 1) - d.efc_R[r + 1] - 2.0 * entry(d, r, r + 1)
    if not (curve >= SMALLEST):
        return 0.0 * slope
    change = maximum(-old, minimum(other, -slope / curve))
    d.efc_force[r] = old + change
    d.efc_force[r + 1] = other - change
    return -change * (slope + 0.5 * curve * change)
