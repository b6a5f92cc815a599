"""The start of `solver/foresight` for Newton's method in lock step.

In double precision such worlds end at the minimum itself, where `solver/newton` ends but for a few in ten thousand: it
stops once little can be gained, and where that is depends on the way.
"""

from knuckle.kernel import kernel, maximum, precision, real_of, where
from knuckle.physics.lockstep.cost import rows_cost
from knuckle.physics.lockstep.factor import descend
from knuckle.physics.lockstep.hessian import build_hessian_in_step
from knuckle.physics.lockstep.places import plain_rows, row_of_slot
from knuckle.physics.lockstep.primal import gradient_norm, take_gradient
from knuckle.physics.lockstep.product import mul_J, mul_M
from knuckle.physics.solver.foresight import LONGEST, since_last_step

SHARP = 1e-4  # of the gradient before, what an exact step may leave by rounding
NOTHING = 1e-8  # of the tolerance, what more a step may promise at the minimum


@kernel
def foresees(m, d):
    """1 in worlds in which no row changes too much in one step, else 0."""
    most = 0.0 * d.solver_acc[0]
    for r in range(row_of_slot(d, d.nslot)):
        most = maximum(most, where(d.row_D[r] > 0.0, m.opt_timestep * d.efc_KBIP[r, 1], 0.0))
    return where(most < LONGEST, 1.0, 0.0)


@kernel
def leap(m, d):
    """Go from the last accelerations, whose row_jar is row_jv − efc_aref, to the minimum for the states foreseen.

    The norm of the gradient before.
    """
    on = d.lane_foresees > 0.0
    for r in range(row_of_slot(d, d.nslot)):
        d.row_start[r] = d.row_jar[r]
        past = since_last_step(m, d.efc_KBIP[r], d.row_jv[r], d.efc_vel[r])
        d.row_jar[r] = d.row_jar[r] + where(on, past, 0.0)
    rows_cost(m, d)
    d.lane_going = d.lane_foresees
    build_hessian_in_step(m, d)
    straighten(d)
    take_gradient(m, d)
    before = gradient_norm(m, d)
    descend(m, d, d.lane_foresees)
    mul_M(m, d, d.solver_search, d.solver_Mv)
    mul_J(m, d, d.solver_search, d.row_jv)
    for i in range(m.nv):
        d.solver_acc[i] = d.solver_acc[i] + d.solver_search[i]
        d.solver_Ma[i] = d.solver_Ma[i] + d.solver_Mv[i]
    for r in range(row_of_slot(d, d.nslot)):
        d.row_jar[r] = d.row_jar[r] + d.row_jv[r]
    return before


@kernel
def is_minimum(d, gradient, before):
    """Whether a gradient is what rounding leaves, in worlds that foresee; elsewhere that is not asked."""
    if precision(gradient) == 32:
        return gradient == gradient
    return (d.lane_foresees == 0.0) | (gradient <= SHARP * before)


@kernel
def enough(m, d):
    """What a step must promise that is worth its while."""
    if precision(d.lane_foresees) == 32:
        return real_of(d.lane_foresees, m.opt_tolerance)
    return where(d.lane_foresees > 0.0, NOTHING * m.opt_tolerance, m.opt_tolerance)


@kernel
def straighten(d):
    """Forces at row_start by the law made straight at row_jar, and row_jar ← row_start: f ← f + G (x − x_start)."""
    for r in range(plain_rows(d)):
        d.row_force[r] = d.row_force[r] + d.row_A[r] * (d.row_jar[r] - d.row_start[r])
        d.row_jar[r] = d.row_start[r]
    for c in range(d.nslot):
        r = row_of_slot(d, c)
        for i in range(d.slot_dim):
            f = d.row_force[r + i]
            for k in range(d.slot_dim):
                G = d.slot_H[c, 6 * max(i, k) + min(i, k)]
                f = f + G * (d.row_jar[r + k] - d.row_start[r + k])
            d.row_force[r + i] = f
        for i in range(d.slot_dim):
            d.row_jar[r + i] = d.row_start[r + i]
