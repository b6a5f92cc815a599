"""A start for Newton's method: the minimum of the cost if rows were in the states that are foreseen.

Rows are stiff: x = J a − a_ref = −R f is so small beside a_ref, which changes from step to step, that the signs of x at
the last accelerations a tell little of which rows will act. Their forces change less. In the last step, h ago,
velocities were smaller by h a and violations by h J q̇; so where forces have stayed as they were,

    x = J a − a_ref(then) = J a − a_ref − h (b J a + k d J q̇)

The law of the rows, made straight at these x, is solved for once. Newton's method needs half an iteration to one less
from there, in the mean, where a step is short against the time constants of rows.

It stops once little can be gained, and where that is depends on the way. So one world alone, which is to stop where the
reference stops, does not start here; worlds in lock step do (see `lockstep/foresight`), and worlds of float32 that are
computed one by one.
"""

from knuckle.kernel import kernel
from knuckle.physics.constraint.reference import aim
from knuckle.physics.solver.cost import rows_cost
from knuckle.physics.solver.descent import descend
from knuckle.physics.solver.hessian import build_hessian
from knuckle.physics.solver.primal import MANY, prepare_step, take_gradient, take_step
from knuckle.physics.solver.product import dot_range
from knuckle.schema.enums import Cone, DisableBit, Integrator, Solver
from knuckle.schema.hooks import FORESIGHT

LONGEST = 1.0  # h b of rows that change too much in one step
FINE = 1e-8  # who asks for less wants to stop before the minimum
LARGEST = 1e20  # squared length of accelerations from which nothing can be learned


@kernel
def may_foresee(m):
    """Whether the last accelerations are those of a whole step ago, and the end does not depend on the way to it.

    On elliptic cones it does, within the solver's tolerance; on pyramids the last step of Newton's method is exact.
    """
    return (
        m.opt_solver == Solver.NEWTON
        and m.opt_cone == Cone.PYRAMIDAL
        and m.opt_iterations >= MANY
        and m.opt_tolerance <= FINE
        and m.opt_integrator != Integrator.RK4
        and not (m.opt_disableflags & DisableBit.WARMSTART)
    )


@kernel
def foresees(m):
    """Whether islands of a world that is computed alone start at what is foreseen; what follows the solver may not."""
    return m.lockstep & FORESIGHT != 0 and m.opt_noslip_iterations == 0 and may_foresee(m)


@kernel
def since_last_step(m, k_b_d, a, v):
    """−h (b J a + k d J q̇): how much larger x of a row was a step ago if a_ref alone has changed."""
    return m.opt_timestep * aim(k_b_d, a, v)


@kernel
def may_leap(m, d, s):
    """Whether no row of block s changes too much in one step, and its last accelerations in solver_acc are sound."""
    base = d.island_idofadr[s]
    if not (dot_range(d.solver_acc, d.solver_acc, base, d.island_nv[s]) < LARGEST):
        return False
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        if not (m.opt_timestep * d.efc_KBIP[d.map_iefc2efc[k], 1] < LONGEST):
            return False
    return True


@kernel
def leap(m, d, s):
    """Go from the last accelerations of block s to the minimum for the states foreseen: an iteration without a search.

    Statistics have no line for it.
    """
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    for k in range(first, first + rows):
        r = d.map_iefc2efc[k]
        x = d.row_jar[k]
        d.row_jv[k] = x
        d.row_jar[k] = x + since_last_step(m, d.efc_KBIP[r], x + d.efc_aref[r], d.efc_vel[r])
    rows_cost(d, first, d.island_ne[s], d.island_nf[s], rows)
    build_hessian(m, d, s)
    for k in range(first, first + rows):  # forces at the last accelerations by the law made straight
        d.row_force[k] = d.row_force[k] + d.row_counted[k] * (d.row_jar[k] - d.row_jv[k])
        d.row_jar[k] = d.row_jv[k]
    take_gradient(d, s)
    descend(m, d, s)
    prepare_step(m, d, s)
    take_step(d, s, 1.0)
    d.block_niter[s] = 1
