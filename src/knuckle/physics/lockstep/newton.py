"""Newton's method on the primal cost of a group: the way of `solver/newton` in all worlds at once."""

from knuckle.kernel import any_lane, kernel, where
from knuckle.physics.lockstep.factor import descend
from knuckle.physics.lockstep.foresight import enough, is_minimum, leap
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
    before = 0.0 * scale
    begun = any_lane(d.lane_foresees > 0.0)
    if begun:
        begin_hessian(m, d)
        before = scale * leap(m, d)
    d.lane_niter = d.lane_foresees
    evaluate(m, d)
    gradient = scale * gradient_norm(m, d)
    small = (gradient < tolerance) & is_minimum(d, gradient, before)
    going = where(small, 0.0, 1.0)
    unsure = small & (d.lane_foresees == 0.0)
    if any_lane(unsure):
        going = where(unsure & (scale * 0.5 * inverse_norm(m, d) >= tolerance), 1.0, going)
    going = where(gradient == 0.0, 0.0, going)  # as where no row acts: with a tolerance of 0, too
    if not begun and any_lane(going > 0.0):
        begin_hessian(m, d)
    iteration = 0
    while iteration < m.opt_iterations and any_lane(going > 0.0):
        promise = newton_direction(m, d, going)
        settled = scale * promise < enough(m, d)
        going = where(settled & (d.lane_niter > 0.0), 0.0, going)
        if not any_lane(going > 0.0):
            break
        alpha, gain = advance(m, d, 1.0, scale, going)
        going = where(alpha == 0.0, 0.0, going)
        evaluate(m, d)
        before = gradient
        gradient = scale * gradient_norm(m, d)
        iteration += 1
        d.lane_niter = where(going > 0.0, d.lane_foresees + iteration, d.lane_niter)
        ended = ((scale * gain < tolerance) | (gradient < tolerance)) & is_minimum(d, gradient, before)
        going = where(ended | (gradient != gradient), 0.0, going)


@kernel
def newton_direction(m, d, going):
    """solver_search = −H⁻¹g in worlds that are going, 0 in others; the gain ½ gᵀH⁻¹g that the step promises."""
    d.lane_going = going
    build_hessian_in_step(m, d)
    descend(m, d, going)
    return -0.5 * dot(m, d.solver_search, d.solver_grad)
