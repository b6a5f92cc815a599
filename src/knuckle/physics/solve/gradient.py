"""Conjugate gradients on the primal cost of one island, with M as preconditioner and Hager and Zhang's update.

v ← −M⁻¹g + β v,   β = (y·M⁻¹g − 2 (y·M⁻¹y) (v·g) / (v·y)) / (v·y) ≥ −1 / (‖v‖ min(0.01, ‖g_before‖))

where y is the change of the gradient g.
"""

from knuckle.machine.kernel import kernel, maximum, minimum, sqrt
from knuckle.physics.solve.gain import step_gain
from knuckle.physics.solve.primal import advance, evaluate, gradient_norm, largest_gain, trace
from knuckle.physics.solve.product import dot_range, solve_M_block
from knuckle.physics.solve.statistics import note_iteration, note_start

SMALLEST = 1e-15
LEAST = 0.01  # Hager and Zhang's η


@kernel
def conjugate_gradient(m, d, s):
    """solver_acc and row_force of block s at the minimum of its cost.

    Ends where the gain of a step or the gradient falls below the tolerance, each divided by the trace of M; at once
    if no step can gain as much as that.
    """
    scale = 1.0 / trace(m, d, s)
    evaluate(m, d, s)
    if scale * largest_gain(m, d, s) < m.opt_tolerance:
        return
    note_start(d, s)
    steepest(m, d, s)
    while d.block_niter[s] < m.opt_iterations:
        alpha = advance(m, d, s, 1.0, scale)
        if not (alpha > 0.0):
            return
        gain = scale * step_gain(m, d, s, alpha)
        before = gradient_norm(d, s)
        keep_gradient(d, s)
        evaluate(m, d, s)
        gradient = scale * gradient_norm(d, s)
        note_iteration(d, s, scale, gain, gradient)
        if gain < m.opt_tolerance or gradient < m.opt_tolerance:
            return
        conjugate(m, d, s, before)


@kernel
def steepest(m, d, s):
    """solver_search = −M⁻¹g."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_search[p] = -d.solver_grad[p]
    solve_M_block(m, d, s, d.solver_search)


@kernel
def keep_gradient(d, s):
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_change[p] = -d.solver_grad[p]


@kernel
def conjugate(m, d, s, before):
    """The next solver_search; solver_change holds minus the gradient before the last step, `before` its norm."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_change[p] = d.solver_change[p] + d.solver_grad[p]
        d.solver_Mgrad[p] = d.solver_grad[p]
        d.solver_pack[p] = d.solver_change[p]
    solve_M_block(m, d, s, d.solver_Mgrad)
    solve_M_block(m, d, s, d.solver_pack)
    length = sqrt(dot_range(d.solver_search, d.solver_search, base, n))
    along = dot_range(d.solver_search, d.solver_change, base, n)
    bend = dot_range(d.solver_change, d.solver_pack, base, n)
    beta = dot_range(d.solver_change, d.solver_Mgrad, base, n)
    beta = beta - 2.0 * bend * dot_range(d.solver_search, d.solver_grad, base, n) / maximum(along, SMALLEST)
    beta = maximum(beta / maximum(along, SMALLEST), -1.0 / maximum(length * minimum(before, LEAST), SMALLEST))
    for p in range(base, base + n):
        d.solver_search[p] = beta * d.solver_search[p] - d.solver_Mgrad[p]
