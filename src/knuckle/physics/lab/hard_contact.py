"""Convex contact without regularizers on a world: proximal steps on the forces, woven into Newton's method.

Each Newton step is one on the primal cost with R = ρ and a reference raised by ρ f_k (see cone_newton.py). As soon as
what it leaves of that problem is small beside ρ (f − f_k), the velocity that the centre leaves, the centre moves to f.
Matrices are kept as long as steps with them shrink the gradient well: moving the centre does not change them.
"""

from knuckle.kernel import absolute, kernel, maximum, sqrt
from knuckle.physics.lab.cone_newton import FAST
from knuckle.physics.solver.cholesky import factor, solve
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.dof_order import is_large
from knuckle.physics.solver.hessian import build_hessian
from knuckle.physics.solver.improvement import step_improvement
from knuckle.physics.solver.primal import advance, evaluate, gradient_norm, trace
from knuckle.physics.solver.solve import end_block
from knuckle.physics.solver.spans import lay_out
from knuckle.physics.solver.sparse_factor import factor_trees, solve_trees
from knuckle.physics.solver.statistics import note_iteration, note_start
from knuckle.physics.solver.warm_start import begin

LEAST_SHARE = 1e-7  # of ρ
GOOD = 0.2  # what a step should leave of the gradient, for its matrix to be used again


@kernel
def solve_hard(m, d, tolerance):
    """qacc and the forces of rows with the R → 0 of efc_R; False where they are not found to the tolerance. [m/s]"""
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
        d.qfrc_constraint[i] = 0.0
    d.nstat = 0
    d.need_H = 0
    d.need_span = 0
    if d.nefc == 0:
        return True
    complete_rows(m, d)
    begin(m, d)
    solved = True
    for s in range(d.nblock):
        d.block_niter[s] = 0
        lay_out(m, d, s)
        if d.overflow > 0.0:
            return False
        if not approach(m, d, s, tolerance):
            solved = False
        end_block(d, s)
    return solved


@kernel
def approach(m, d, s, tolerance):
    """Newton steps and moves of the centre for block s, until neither moves a row by more than the tolerance."""
    scale = 1.0 / trace(m, d, s)
    share = 1.0 + 0.0 * scale
    before = 0.0 * scale
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        d.fwd_force[k] = 0.0
    evaluate(d, s)
    note_start(d, s)
    slope = gradient_norm(d, s)
    stale = True
    while d.block_niter[s] < m.opt_iterations:
        if stale:
            make_matrix(m, d, s)
        find_direction(m, d, s)
        alpha, _ = advance(m, d, s, 1.0, scale)
        gain = scale * step_improvement(d, s, alpha)
        evaluate(d, s)
        now = gradient_norm(d, s)
        note_iteration(d, s, scale, gain, scale * now)
        stale = now > GOOD * slope
        error = alpha * farthest(d, s) * m.opt_timestep
        if now < slope and not stale:  # steps shrink: what is left is as much smaller as the gradient
            error = error * now / slope
        slope = now
        left, whole = remainders(d, s)
        left = left * m.opt_timestep
        whole = whole * m.opt_timestep
        if error <= tolerance and left <= tolerance:
            return True
        if error <= maximum(tolerance, FAST * left) and now * whole <= FAST * constraint_pull(d, s) * left:
            slow = before > 0.0 and left > FAST * before and share > LEAST_SHARE
            before = left
            if slow:
                share = FAST * share
                stale = True
            move_centre(d, s, FAST if slow else 1.0)
            evaluate(d, s)
            slope = gradient_norm(d, s)
    return False


@kernel
def make_matrix(m, d, s):
    """The factor of H at the present states of rows."""
    build_hessian(m, d, s)
    if is_large(d, s):
        factor_trees(m, d, s)
    else:
        factor(d, d.island_nv[s])


@kernel
def find_direction(m, d, s):
    """solver_search = −H⁻¹g with the last matrix."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_search[p] = -d.solver_grad[p]
    if is_large(d, s):
        solve_trees(m, d, s, d.solver_search)
    else:
        solve(d, n, d.solver_search, base)


@kernel
def farthest(d, s):
    """The largest rate at which a row of block s changes along the direction."""
    far = 0.0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        far = maximum(far, absolute(d.row_jv[k]))
    return far


@kernel
def remainders(d, s):
    """The largest ρ |f − f_k| and the largest ρ |f| of block s. [m/s²]"""
    left = 0.0
    whole = 0.0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        left = maximum(left, absolute(d.row_force[k] - d.fwd_force[k]) / d.row_D[k])
        whole = maximum(whole, absolute(d.row_force[k]) / d.row_D[k])
    return left, whole


@kernel
def constraint_pull(d, s):
    """‖M (a − a_s)‖: the force on dofs that rows of block s must make up. [N]"""
    square = 0.0
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        pull = d.solver_Ma[p] - d.solver_smooth[p]
        square = square + pull * pull
    return sqrt(square)


@kernel
def move_centre(d, s, share):
    """f_k ← f, ρ ← share · ρ: row_jar is J a − a_ref − ρ f_k."""
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        R = d.efc_R[r]
        less = share * R
        d.row_jar[k] = d.row_jar[k] + R * d.fwd_force[k] - less * d.row_force[k]
        d.fwd_force[k] = d.row_force[k]
        d.efc_R[r] = less
        d.efc_D[r] = 1.0 / less
        d.row_D[k] = 1.0 / less
