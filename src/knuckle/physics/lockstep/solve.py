"""The constraint solve of a group of worlds in lock step."""

from knuckle.kernel import any_lane, per_world, stage
from knuckle.physics.guard.divergence import note
from knuckle.physics.lockstep.cg import conjugate_gradient
from knuckle.physics.lockstep.cost import rows_cost
from knuckle.physics.lockstep.foresight import foresees
from knuckle.physics.lockstep.newton import newton
from knuckle.physics.lockstep.places import plain_rows, row_of_slot
from knuckle.physics.lockstep.primal import begin
from knuckle.physics.lockstep.product import mul_J, take_JT
from knuckle.physics.solver.foresight import may_foresee
from knuckle.physics.solver.primal import MANY
from knuckle.schema.enums import Solver
from knuckle.schema.status import Status


@stage
def solve_in_step(m, d):
    """qacc and qfrc_constraint of a group; without rows qacc = qacc_smooth."""
    d.lane_niter = 0.0
    if plain_rows(d) + d.nslot == 0 or m.nv == 0:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_smooth[i]
            d.qfrc_constraint[i] = 0.0
        return
    d.lane_foresees = foresees(m, d) if may_foresee(m) else 0.0
    if begin(m, d):
        if m.opt_solver == Solver.CG:
            conjugate_gradient(m, d)
        else:
            newton(m, d)
    for i in range(m.nv):
        d.qacc[i] = d.solver_acc[i]
        d.qfrc_constraint[i] = d.solver_Ma[i] - d.solver_smooth[i] - d.solver_grad[i]
    if any_lane(d.lane_niter >= m.opt_iterations) and m.opt_iterations >= MANY:
        note_exhausted(m, d)


@stage
def forces_in_step(m, d):
    """qfrc_constraint = Jᵀ f of the accelerations in qacc: nothing is solved for."""
    d.lane_niter = 0.0
    for i in range(m.nv):
        d.solver_acc[i] = d.qacc[i]
        d.solver_grad[i] = 0.0
    mul_J(m, d, d.solver_acc, d.row_jar)
    for r in range(row_of_slot(d, d.nslot)):
        d.row_jar[r] = d.row_jar[r] - d.efc_aref[r]
    rows_cost(m, d)
    take_JT(m, d, d.row_force, d.solver_grad)
    for i in range(m.nv):
        d.qfrc_constraint[i] = -d.solver_grad[i]


@per_world
def note_exhausted(m, d):
    """Note the worlds that ran out of iterations."""
    if d.lane_niter >= m.opt_iterations:
        note(m, d, Status.SOLVER, 0)
