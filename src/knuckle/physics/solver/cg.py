"""Conjugate gradients on the primal cost of one island, with M as preconditioner and Hager and Zhang's update.

v ← −M⁻¹g + β v,   β = (y·M⁻¹g − 2 (y·M⁻¹y) (v·g) / (v·y)) / (v·y) ≥ −1 / (‖v‖ min(0.01, ‖g‖))

where y is the change of the gradient g.
"""

from knuckle.kernel import kernel, maximum, minimum, sqrt, stage
from knuckle.physics.solver.improvement import step_improvement
from knuckle.physics.solver.primal import advance, certified, evaluate, gradient_norm, settled, trace
from knuckle.physics.solver.product import dot_range, mul_J, mul_M_block, solve_M_block
from knuckle.physics.solver.statistics import count_entries, note_iteration, note_start

SMALLEST = 1e-15
FRESH = 50  # iterations after which the sums of steps are made anew
LEAST = 0.01  # Hager and Zhang's η


@stage
def conjugate_gradient(m, d, s):
    """solver_acc and row_force of block s at the minimum of its cost.

    Ends where the gain of a step or the gradient falls below the tolerance, each divided by the trace of M; at once
    if no step can gain as much as that.
    """
    scale = 1.0 / trace(m, d, s)
    count_entries(d, s, d.efc_J_rownnz)
    evaluate(d, s)
    if certified(m, d, s, scale):
        return
    note_start(d, s)
    steepest(m, d, s)
    while d.block_niter[s] < m.opt_iterations:
        alpha, short = advance(m, d, s, 0.0, scale)
        if not (alpha > 0.0):
            return
        gain = scale * step_improvement(d, s, alpha)
        keep_gradient(d, s)
        if d.block_niter[s] % FRESH == FRESH - 1:
            take_stock(m, d, s)
        evaluate(d, s)
        norm = gradient_norm(d, s)
        note_iteration(d, s, scale, gain, scale * norm)
        if settled(m, gain, scale * norm, short):
            return
        conjugate(m, d, s, norm)


@kernel
def take_stock(m, d, s):
    """solver_Ma and row_jar from the accelerations: over many steps their roundings add up."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    mul_M_block(m, d, s, d.solver_acc, d.solver_Ma)
    mul_J(d, first, rows, d.solver_acc, d.row_jar)
    for k in range(first, first + rows):
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[d.map_iefc2efc[k]]


@kernel
def steepest(m, d, s):
    """solver_search = −M⁻¹g, and solver_Mgrad its opposite."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_Mgrad[p] = d.solver_grad[p]
    solve_M_block(m, d, s, d.solver_Mgrad)
    for p in range(base, base + n):
        d.solver_search[p] = -d.solver_Mgrad[p]


@kernel
def keep_gradient(d, s):
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_change[p] = -d.solver_grad[p]


@kernel
def conjugate(m, d, s, norm):
    """The next solver_search and solver_Mgrad, from a gradient of this norm; solver_change is minus the one before."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_change[p] = d.solver_change[p] + d.solver_grad[p]
        d.solver_pack[p] = d.solver_grad[p]
    solve_M_block(m, d, s, d.solver_pack)
    length = 0.0 * norm
    along = 0.0 * norm
    bend = 0.0 * norm
    both = 0.0 * norm
    for p in range(base, base + n):
        y = d.solver_change[p]
        v = d.solver_search[p]
        length = length + v * v
        along = along + v * y
        bend = bend + y * (d.solver_pack[p] - d.solver_Mgrad[p])
        both = both + y * d.solver_pack[p]
    along = maximum(along, SMALLEST)
    beta = (both - 2.0 * bend * dot_range(d.solver_search, d.solver_grad, base, n) / along) / along
    beta = maximum(beta, -1.0 / maximum(sqrt(length) * minimum(norm, LEAST), SMALLEST))
    for p in range(base, base + n):
        d.solver_Mgrad[p] = d.solver_pack[p]
        d.solver_search[p] = beta * d.solver_search[p] - d.solver_Mgrad[p]
