"""The constraint solve, in continuous time and of an implicit step."""

from knuckle.kernel import kernel, stage
from knuckle.physics.discrete.exchange import exchange_metric
from knuckle.physics.discrete.free_body import turn_free_bodies
from knuckle.physics.discrete.linear_solve import solve_step
from knuckle.physics.discrete.rows import join_again, soften_rows
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.coupling import has_couplings
from knuckle.physics.solver.solve import is_constrained, solve_constraints
from knuckle.schema.enums import Integrator


@stage
def constraint_solve(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint; without rows qacc = qacc_smooth.

    Of the discrete integrator qacc is the change of velocity over the step: the solver sees M̂ in the place of M.
    """
    if m.opt_integrator == Integrator.DISCRETE:
        solve_of_step(m, d)
    else:
        solve_constraints(m, d)


@kernel
def catch_up(m, d):
    """Rows that are newer than the metric are made those of the step; islands are those of this integrator."""
    if d.nefc > 0 and d.nref == 0:
        soften_rows(m, d)
    elif d.nefc > 0:
        complete_rows(m, d)
        join_again(m, d)


@kernel
def solve_of_step(m, d):
    """M̂ a = f − h K v + Jᵀ f_c, the constraint forces f_c found with M̂; then free bodies that nothing touches."""
    catch_up(m, d)
    if d.overflow > 0.0:
        return
    exchange_metric(m, d)
    solve_constraints(m, d)
    exchange_metric(m, d)
    if d.overflow > 0.0:
        return
    if m.opt_noslip_iterations > 0 and has_couplings(m) and is_constrained(m, d):
        # the slip correction knows the backbone alone
        for i in range(m.nv):
            d.qacc[i] = d.step_force[i] + d.qfrc_constraint[i]
        solve_step(m, d, d.qacc, d.qacc)
    turn_free_bodies(m, d)
