"""The constraint solve: accelerations and forces of all islands."""

from knuckle.machine.kernel import kernel, per_world, stage
from knuckle.physics.check import note
from knuckle.physics.constraint.project import project_constraint
from knuckle.physics.culprit import find_culprit_of_solver
from knuckle.physics.solve.complete import complete_rows
from knuckle.physics.solve.dual import gauss_seidel
from knuckle.physics.solve.finish import finish_dual
from knuckle.physics.solve.gradient import conjugate_gradient
from knuckle.physics.solve.newton import newton
from knuckle.physics.solve.noslip import noslip
from knuckle.physics.solve.warm_start import begin, begin_forces
from knuckle.schema.enums import DisableBit, Solver
from knuckle.schema.status import Status

CONSTRAINT = int(DisableBit.CONSTRAINT)
SOLVER = int(Status.SOLVER)
MANY = 50  # who asks for fewer iterations does not want them all to converge
CG = int(Solver.CG)
PGS = int(Solver.PGS)


@stage
def constraint_solve(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint; without rows qacc = qacc_smooth."""
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
        d.qfrc_constraint[i] = 0.0
    if not (m.opt_disableflags & CONSTRAINT):
        solve_world(m, d)


@per_world
def solve_world(m, d):
    d.nstat = 0
    d.need_H = 0
    d.need_span = 0
    if d.nefc == 0:
        return
    complete_rows(m, d)
    if d.nA == 0:  # the solver may be another than when the rows were made
        project_constraint(m, d)
    if d.overflow > 0.0:
        return
    if m.opt_solver == PGS:
        begin_forces(m, d)
    else:
        begin(m, d)
    for s in range(d.nblock):
        d.block_niter[s] = 0
        d.block_nnz[s] = 0
        if m.opt_solver == PGS:
            gauss_seidel(m, d, s)
        elif m.opt_solver == CG:
            conjugate_gradient(m, d, s)
            end_block(d, s)
        else:
            newton(m, d, s)
            end_block(d, s)
        if d.block_niter[s] == m.opt_iterations and m.opt_iterations >= MANY:
            exhausted(m, d, s)
        if m.opt_noslip_iterations > 0:
            noslip(m, d, s)
    if m.opt_solver == PGS or m.opt_noslip_iterations > 0:
        finish_dual(m, d)


@kernel
def exhausted(m, d, s):
    """Note that block s ran out of iterations; of the first trouble also the row with its largest force."""
    first = d.bad_trouble == 0
    note(m, d, SOLVER, d.map_itree2tree[d.island_itreeadr[s]])
    if first:
        find_culprit_of_solver(d, s)


@kernel
def end_block(d, s):
    """Take the accelerations and forces of block s over."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        i = d.place_dof[p]
        d.qacc[i] = d.solver_acc[p]
        # Jᵀf is what the gradient lacks of M a − f_s
        d.qfrc_constraint[i] = d.solver_Ma[p] - d.solver_smooth[p] - d.solver_grad[p]
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        d.efc_force[r] = d.row_force[k]
        d.efc_state[r] = d.row_state[k]
