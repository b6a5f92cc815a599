"""Conjugate gradients on the primal cost of a group: the way of `solver/cg` in all worlds at once."""

from knuckle.kernel import any_lane, kernel, maximum, minimum, sqrt, where
from knuckle.physics.inertia.factor import solve_LD
from knuckle.physics.lockstep.places import row_of_slot
from knuckle.physics.lockstep.primal import advance, evaluate, gradient_norm, inverse_norm, trace
from knuckle.physics.lockstep.product import dot, mul_J, mul_M
from knuckle.physics.solver.cg import FRESH, LEAST, SMALLEST


@kernel
def conjugate_gradient(m, d):
    """solver_acc, solver_Ma and solver_grad at the minimum of the cost.

    A world that has converged waits, unchanged, for the others.
    """
    tolerance = m.opt_tolerance
    scale = 1.0 / trace(m, d)
    evaluate(m, d)
    going = where(scale * 0.5 * inverse_norm(m, d) < tolerance, 0.0, 1.0)
    if not any_lane(going > 0.0):
        return
    steepest(m, d)
    iteration = 0
    while iteration < m.opt_iterations and any_lane(going > 0.0):
        alpha, gain = advance(m, d, 0.0, scale, going)
        going = where(alpha > 0.0, going, 0.0)
        for i in range(m.nv):
            d.solver_change[i] = -d.solver_grad[i]
        if iteration % FRESH == FRESH - 1:
            take_stock(m, d, going)
        evaluate(m, d)
        norm = gradient_norm(m, d)
        iteration += 1
        d.lane_niter = where(going > 0.0, 1.0 * iteration, d.lane_niter)
        ended = (scale * gain < tolerance) | (scale * norm < tolerance) | (norm != norm)
        going = where(ended, 0.0, going)
        conjugate(m, d, norm, going)


@kernel
def take_stock(m, d, going):
    """solver_Ma and row_jar from the accelerations: over many steps their roundings add up."""
    mul_M(m, d, d.solver_acc, d.solver_pack)
    mul_J(m, d, d.solver_acc, d.row_jv)
    for i in range(m.nv):
        d.solver_Ma[i] = where(going > 0.0, d.solver_pack[i], d.solver_Ma[i])
    for r in range(row_of_slot(d, d.nslot)):
        d.row_jar[r] = where(going > 0.0, d.row_jv[r] - d.efc_aref[r], d.row_jar[r])


@kernel
def steepest(m, d):
    """solver_search = −M⁻¹g, and solver_Mgrad its opposite."""
    for i in range(m.nv):
        d.solver_Mgrad[i] = d.solver_grad[i]
    solve_LD(m, 0, m.nv, d.qLD, d.qLDiagInv, d.solver_Mgrad)
    for i in range(m.nv):
        d.solver_search[i] = -d.solver_Mgrad[i]


@kernel
def conjugate(m, d, norm, going):
    """The next solver_search and solver_Mgrad, from a gradient of this norm; solver_change is minus the one before.

    There is nothing to search for in worlds that have converged.
    """
    for i in range(m.nv):
        d.solver_change[i] = d.solver_change[i] + d.solver_grad[i]
        d.solver_pack[i] = d.solver_grad[i]
    solve_LD(m, 0, m.nv, d.qLD, d.qLDiagInv, d.solver_pack)
    bend = 0.0 * norm
    for i in range(m.nv):
        bend = bend + d.solver_change[i] * (d.solver_pack[i] - d.solver_Mgrad[i])
    length = dot(m, d.solver_search, d.solver_search)
    along = maximum(dot(m, d.solver_search, d.solver_change), SMALLEST)
    both = dot(m, d.solver_change, d.solver_pack)
    beta = (both - 2.0 * bend * dot(m, d.solver_search, d.solver_grad) / along) / along
    beta = maximum(beta, -1.0 / maximum(sqrt(length) * minimum(norm, LEAST), SMALLEST))
    for i in range(m.nv):
        d.solver_Mgrad[i] = d.solver_pack[i]
        d.solver_search[i] = where(going > 0.0, beta * d.solver_search[i] - d.solver_Mgrad[i], 0.0)
