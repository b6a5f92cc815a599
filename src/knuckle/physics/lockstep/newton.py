"""Newton's method on the primal cost of a group: the way of `solver/newton` in all worlds at once."""

from knuckle.kernel import any_lane, kernel, where
from knuckle.physics.lockstep.factor import factor_in_step, solve_rest
from knuckle.physics.lockstep.hessian import begin_hessian, build_hessian_in_step
from knuckle.physics.lockstep.primal import advance, evaluate, gradient_norm, inverse_norm, trace
from knuckle.physics.lockstep.product import dot


@kernel
def newton(m, d):
    """solver_acc, solver_Ma and solver_grad at the minimum of the cost.

    A world that has converged waits, unchanged, for the others.
    """
    tolerance = m.opt_tolerance
    scale = 1.0 / trace(m, d)
    evaluate(m, d)
    small = scale * gradient_norm(m, d) < tolerance
    going = where(small, 0.0, 1.0)
    if any_lane(small):
        going = where(small & (scale * 0.5 * inverse_norm(m, d) < tolerance), 0.0, 1.0)
    iteration = 0
    if any_lane(going > 0.0):
        begin_hessian(m, d)
    while iteration < m.opt_iterations and any_lane(going > 0.0):
        promise = newton_direction(m, d)
        if iteration > 0:
            going = where(scale * promise < tolerance, 0.0, going)
            if not any_lane(going > 0.0):
                break
        alpha, gain = advance(m, d, 1.0, scale, going)
        gain = scale * gain
        going = where(alpha == 0.0, 0.0, going)
        evaluate(m, d)
        gradient = scale * gradient_norm(m, d)
        iteration += 1
        d.lane_niter = where(going > 0.0, 1.0 * iteration, d.lane_niter)
        ended = (gain < tolerance) | (gradient < tolerance) | (gradient != gradient)
        going = where(ended, 0.0, going)


@kernel
def newton_direction(m, d):
    """solver_search = −H⁻¹g; the gain ½ gᵀH⁻¹g that the step promises."""
    build_hessian_in_step(m, d)
    for i in range(m.nv):
        d.solver_search[i] = -d.solver_grad[i]
    factor_in_step(m, d)
    solve_rest(m, d)
    return -0.5 * dot(m, d.solver_search, d.solver_grad)
