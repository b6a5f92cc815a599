"""Projected Gauss-Seidel on the dual cost ½ fᵀ(A + R)f + fᵀb: every row, or contact, in turn takes its best force.

A pyramidal edge, limit or dry friction row is a number within bounds. An elliptic contact has a cone: see `cone_force`.
Each island is swept on its own, in a random order, with momentum.
"""

from knuckle.machine.kernel import kernel, maximum
from knuckle.physics.solve.cone_force import update_cone_force
from knuckle.physics.solve.finish import put_states
from knuckle.physics.solve.momentum import bounded, extrapolate, stand_still, turned_back
from knuckle.physics.solve.primal import trace
from knuckle.physics.solve.residual import residual
from knuckle.physics.solve.statistics import count_entries, note_iteration, note_start
from knuckle.physics.solve.visit import list_visits, shuffle_visits
from knuckle.schema.enums import ConstraintType

ELLIPTIC = int(ConstraintType.CONTACT_ELLIPTIC)
SETTLED = 1e-8  # share of all gains below which a sweep only polishes


@kernel
def gauss_seidel(m, d, s):
    """efc_force of block s at the minimum of the dual cost, from its present value on.

    Ends where the gain of a sweep, divided by the trace of M, falls below the tolerance, and no contact is held.
    """
    first = d.island_iefcadr[s]
    visits = list_visits(d, s)
    scale = 1.0 / trace(m, d, s)
    begin_statistics(d, s)
    stand_still(d, s)
    high, low = 0, 1
    turn = 0.0 * scale
    total = 0.0 * scale
    free = False
    while d.block_niter[s] < m.opt_iterations:
        high, low = shuffle_visits(d, first, visits, high, low)
        share = (turn - 1.0) / (turn + 2.0) if turn > 0.0 else 0.0 * turn
        extrapolate(d, s, visits, share)
        gain = scale * sweep(d, first, visits, free)
        turn = 0.0 * turn if turned_back(d, s) else turn + 1.0
        if d.nstat < d.maxstat:
            put_states(d, s)
        note_iteration(d, s, scale, gain, 0.0 * gain)
        if (gain < m.opt_tolerance and d.tips_held == 0) or gain != gain:
            return
        total = total + gain
        free = free or gain <= maximum(m.opt_tolerance, SETTLED * total)


@kernel
def begin_statistics(d, s):
    """The states at the start, and the entries of A; there is no line search."""
    count_entries(d, s, d.efc_AR_rownnz)
    d.line_evals = 0
    d.line_slope = 0.0
    put_states(d, s)
    note_start(d, s)


@kernel
def sweep(d, first, visits, free):
    """Visit rows and contacts in turn; what all of them gain."""
    d.tips_held = 0
    gain = 0.0
    for v in range(first, first + visits):
        r = d.row_visit[v]
        if d.efc_type[r] == ELLIPTIC:
            gain = gain + update_cone_force(d, d.efc_id[r], r, free)
        else:
            gain = gain + update_row_force(d, r)
    return gain


@kernel
def update_row_force(d, r):
    """The best force of one row within its bounds; what that gains."""
    old = d.efc_force[r]
    diagonal = d.efc_AR[d.AR_diagonal[r]]
    slope = residual(d, r)
    new = bounded(d, r, old - slope / diagonal)
    d.efc_force[r] = new
    change = new - old
    return -change * (slope + 0.5 * diagonal * change)
