"""The constraint solve: accelerations and forces of all islands."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.project import project_constraint
from knuckle.physics.guard.divergence import note
from knuckle.physics.guard.largest_force import find_largest_row_force
from knuckle.physics.solver.cg import conjugate_gradient
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.from_forces import finish_dual
from knuckle.physics.solver.newton import newton
from knuckle.physics.solver.noslip import noslip
from knuckle.physics.solver.pgs import gauss_seidel
from knuckle.physics.solver.primal import MANY
from knuckle.physics.solver.update import bend_cones
from knuckle.physics.solver.warm_start import begin, begin_forces
from knuckle.schema.enums import DisableBit, Solver
from knuckle.schema.status import Status


@kernel
def solve_constraints(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint; without rows qacc = qacc_smooth."""
    begin_free(m, d)
    if is_constrained(m, d):
        solve_world(m, d)


@kernel
def is_constrained(m, d):
    """Whether constraints are on; or were, when the rows were made that there are."""
    return not (m.opt_disableflags & DisableBit.CONSTRAINT) or d.nefc > 0


@kernel
def begin_free(m, d):
    """Accelerations without constraints."""
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
        d.qfrc_constraint[i] = 0.0


@kernel
def solve_world(m, d):
    if has_rows(m, d):
        if m.opt_solver == Solver.PGS:
            solve_dual(m, d)
        else:
            solve_primal(m, d)


@kernel
def begin_solve(d):
    """No iterations yet, and no need of room."""
    d.nstat = 0
    d.need_H = 0
    d.need_span = 0


@kernel
def has_rows(m, d):
    """Whether there is something to solve, and room for it; what rows may lack is made up for."""
    begin_solve(d)
    if d.nefc == 0:
        return False
    complete_rows(m, d)
    if d.nA == 0:  # the solver may be another than when the rows were made
        project_constraint(m, d)
    return not (d.overflow > 0.0)


@kernel
def solve_dual(m, d):
    """Forces by PGS; accelerations from these."""
    begin_forces(m, d)
    for s in range(d.nblock):
        d.block_niter[s] = 0
        d.block_nnz[s] = 0
        gauss_seidel(m, d, s)
        polish(m, d, s)
    finish_dual(m, d)


@kernel
def solve_primal(m, d):
    """Accelerations by Newton's method or CG; forces from these."""
    begin(m, d)
    for s in range(d.nblock):
        d.block_niter[s] = 0
        d.block_nnz[s] = 0
        if m.opt_solver == Solver.CG:
            conjugate_gradient(m, d, s)
        else:
            newton(m, d, s)
            bend_cones(d, s)
        end_block(d, s)
        polish(m, d, s)
    if m.opt_noslip_iterations > 0:
        finish_dual(m, d)


@kernel
def polish(m, d, s):
    """Tell where block s ran out of iterations, and correct its slip."""
    if d.block_niter[s] == m.opt_iterations and m.opt_iterations >= MANY:
        exhausted(m, d, s)
    if m.opt_noslip_iterations > 0:
        noslip(m, d, s)


@kernel
def exhausted(m, d, s):
    """Note that block s ran out of iterations; of the first problem also the row with its largest force."""
    first = d.bad_kind == 0
    note(m, d, Status.SOLVER, d.map_itree2tree[d.island_itreeadr[s]])
    if first:
        find_largest_row_force(d, s)


@kernel
def end_block(d, s):
    """Take the accelerations and forces of block s over."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        i = d.ordered_dof[p]
        d.qacc[i] = d.solver_acc[p]
        # Jᵀf is what the gradient lacks of M a − f_s
        d.qfrc_constraint[i] = d.solver_Ma[p] - d.solver_smooth[p] - d.solver_grad[p]
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        r = d.map_iefc2efc[k]
        d.efc_force[r] = d.row_force[k]
        d.efc_state[r] = d.row_state[k]
