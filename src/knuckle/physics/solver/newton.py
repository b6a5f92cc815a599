"""Newton's method on the primal cost of one island."""

from knuckle.kernel import stage
from knuckle.physics.solver.descent import descend
from knuckle.physics.solver.foresight import foresees, leap
from knuckle.physics.solver.hessian import build_hessian
from knuckle.physics.solver.improvement import step_improvement
from knuckle.physics.solver.primal import advance, certified, evaluate, gradient_norm, settled, trace
from knuckle.physics.solver.spans import lay_out
from knuckle.physics.solver.statistics import note_iteration, note_start


@stage
def newton(m, d, s):
    """solver_acc and row_force of block s at the minimum of its cost.

    Ends where the gain of a step, the gradient, or the gain that the next step promises falls below the tolerance, each
    divided by the trace of M. A start that is good enough already has a small gradient too, for the forces' sake; any
    other gets one step at least. NaN never leaves, so nothing is gained from going on with it.
    """
    lay_out(m, d, s)
    if d.overflow > 0.0:
        return
    scale = 1.0 / trace(m, d, s)
    if foresees(m) and d.block_leaps[s]:
        leap(m, d, s)
    evaluate(d, s)
    if scale * gradient_norm(d, s) < m.opt_tolerance and certified(m, d, s, scale):
        return
    note_start(d, s)
    while d.block_niter[s] < m.opt_iterations:
        build_hessian(m, d, s)
        promise = descend(m, d, s)
        if d.block_niter[s] > 0 and scale * promise < m.opt_tolerance:
            return
        alpha, short = advance(m, d, s, 1.0, scale)
        if alpha == 0.0:
            return
        gain = scale * step_improvement(d, s, alpha)
        evaluate(d, s)
        gradient = scale * gradient_norm(d, s)
        note_iteration(d, s, scale, gain, gradient)
        if settled(m, gain, gradient, short):
            return
