"""Conjugate gradients on the primal cost of one island, with M as preconditioner and Hager and Zhang's update.

v ← −M⁻¹g + β v,   β = (y·M⁻¹g − 2 (y·M⁻¹y) (v·g) / (v·y)) / (v·y),   y the change of the gradient g
"""

from knuckle.machine.kernel import kernel, maximum, minimum
from knuckle.physics.solve.primal import advance, certified, evaluate, gradient_norm, trace
from knuckle.physics.solve.product import dot_range, solve_M_block
from knuckle.physics.solve.statistics import note_iteration, note_start

SMALLEST = 1e-15
ROUNDING = 1e-13  # relative error of a cost
PATIENCE = 50  # iterations without a smaller gradient


@kernel
def conjugate_gradient(m, d, s):
    """solver_acc and row_force of block s at the minimum of its cost."""
    scale = 1.0 / trace(m, d, s)
    cost = evaluate(m, d, s)
    if certified(m, d, s, scale):
        return
    note_start(d, s)
    steepest(m, d, s)
    least = gradient_norm(d, s)
    waited = 0
    while d.block_niter[s] < m.opt_iterations:
        if not (advance(m, d, s, 1.0, scale) > 0.0):
            return
        keep_gradient(d, s)
        better = evaluate(m, d, s)
        gain = scale * (cost - better)
        gradient = gradient_norm(d, s)
        note_iteration(d, s, scale, gain, scale * gradient)
        # tolerances below the roundings of the cost are met when the gradient no longer falls
        waited = waited + 1 if gradient > 0.9 * least else 0
        least = minimum(least, gradient)
        stuck = m.opt_tolerance >= ROUNDING or waited > PATIENCE
        if (gain < m.opt_tolerance and stuck) or scale * gradient < m.opt_tolerance:
            return
        cost = better
        conjugate(m, d, s)


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
def conjugate(m, d, s):
    """The next solver_search; solver_change holds minus the gradient before the last step."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_change[p] = d.solver_change[p] + d.solver_grad[p]
        d.solver_Mgrad[p] = d.solver_grad[p]
        d.solver_pack[p] = d.solver_change[p]
    solve_M_block(m, d, s, d.solver_Mgrad)
    solve_M_block(m, d, s, d.solver_pack)
    along = dot_range(d.solver_search, d.solver_change, base, n)
    bend = dot_range(d.solver_change, d.solver_pack, base, n)
    beta = dot_range(d.solver_change, d.solver_Mgrad, base, n)
    beta = beta - 2.0 * bend * dot_range(d.solver_search, d.solver_grad, base, n) / maximum(along, SMALLEST)
    beta = maximum(beta / maximum(along, SMALLEST), 0.0)
    for p in range(base, base + n):
        d.solver_search[p] = beta * d.solver_search[p] - d.solver_Mgrad[p]
