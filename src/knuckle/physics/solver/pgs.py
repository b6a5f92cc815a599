"""Projected Gauss-Seidel on the dual cost ½ fᵀ(A + R)f + fᵀb: every row, or contact, in turn takes its best force.

A pyramidal edge, limit or dry friction row is a number within bounds. An elliptic contact has a cone: see `cone_force`.
Each island is swept on its own, in a random order, with momentum.
"""

from knuckle.kernel import kernel, maximum, stage
from knuckle.physics.solver.cone_force import update_cone_force
from knuckle.physics.solver.from_forces import put_states
from knuckle.physics.solver.momentum import bounded, extrapolate, stand_still, turned_back
from knuckle.physics.solver.pgs_order import list_sweep, shuffle_sweep
from knuckle.physics.solver.primal import trace
from knuckle.physics.solver.residual import residual
from knuckle.physics.solver.statistics import count_entries, note_iteration, note_start
from knuckle.schema.enums import ConstraintType

SETTLED = 1e-8  # share of all gains below which a sweep only polishes


@stage
def gauss_seidel(m, d, s):
    """efc_force of block s at the minimum of the dual cost, from its present value on.

    Ends where the gain of a sweep, divided by the trace of M, falls below the tolerance, and no contact is held.
    """
    first = d.island_iefcadr[s]
    nvisit = list_sweep(d, s)
    scale = 1.0 / trace(m, d, s)
    begin_statistics(d, s)
    stand_still(d, s)
    high, low = 0, 1
    turn = 0.0 * scale
    total = 0.0 * scale
    free = False
    while d.block_niter[s] < m.opt_iterations:
        high, low = shuffle_sweep(d, first, nvisit, high, low)
        share = (turn - 1.0) / (turn + 2.0) if turn > 0.0 else 0.0 * turn
        extrapolate(d, s, nvisit, share)
        gain = scale * sweep(d, first, nvisit, free)
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
def sweep(d, first, nvisit, free):
    """Visit rows and contacts in turn; what all of them gain."""
    d.tips_held = 0
    gain = 0.0
    for v in range(first, first + nvisit):
        r = d.sweep_row[v]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
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
