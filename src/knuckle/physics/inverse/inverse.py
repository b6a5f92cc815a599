"""Inverse dynamics: the force behind given accelerations. Nothing is solved for, constraint forces have a formula."""

from knuckle.kernel import any_lane, in_lanes, kernel, per_world, stage
from knuckle.physics.actuator.actuation import actuation
from knuckle.physics.discrete.free_body import add_gyroscopic_force
from knuckle.physics.discrete.linear_solve import mul_step
from knuckle.physics.discrete.metric import step_metric
from knuckle.physics.discrete.rows import soften_rows
from knuckle.physics.force.bias import newton_euler
from knuckle.physics.inertia.reflected import dof_armature
from knuckle.physics.inertia.tendon import add_tendon_bias, mul_tendon_inertia
from knuckle.physics.inverse.discrete import continuous_acceleration
from knuckle.physics.lockstep.choice import forces_of_group
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.product import mul_J
from knuckle.physics.solver.update import update_block
from knuckle.schema.enums import EnableBit, Integrator


@stage
def inverse_acceleration(m, d):
    """qfrc_inverse, qfrc_constraint, efc_force and efc_state of the accelerations in qacc.

    Under the flag invdiscrete these are differences of velocities over a step; qacc itself stays as it is. Of the
    discrete integrator they always are, and what it takes implicitly depends on actuators, too.
    """
    of_step = m.opt_integrator == Integrator.DISCRETE
    ahead = of_step or m.opt_integrator == Integrator.RK4
    discrete = (m.opt_enableflags & EnableBit.INVDISCRETE) != 0 and not ahead
    if of_step:
        actuation(m, d)
        step_metric(m, d)
        soften_rows(m, d)
        if any_lane(d.overflow > 0.0):
            return
    if discrete:
        for i in range(m.nv):
            d.qacc_discrete[i] = d.qacc[i]
        continuous_acceleration(m, d)
    inverse_constraint(m, d)
    if of_step:
        inverse_force_of_step(m, d)
    else:
        inverse_force(m, d)
    if discrete:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_discrete[i]


@kernel
def inverse_force(m, d):
    """qfrc_inverse = M q̈ + bias − passive − constraint: the applied forces and those of actuators. [N, N m]"""
    newton_euler(m, d, True, d.qacc, d.qfrc_inverse)
    for i in range(m.nv):
        inner = d.qfrc_passive[i] + d.qfrc_constraint[i]
        d.qfrc_inverse[i] = d.qfrc_inverse[i] + dof_armature(m, i) * d.qacc[i] - inner
    mul_tendon_inertia(m, d, d.qacc, d.qfrc_inverse)
    add_tendon_bias(m, d, True, d.qfrc_inverse)


@per_world
def inverse_force_of_step(m, d):
    """qfrc_inverse = M̂ q̈ + h K v + bias − passive − constraint, for the change of velocity q̈ over a step."""
    mul_step(m, d, d.qacc, d.qfrc_inverse)
    for i in range(m.nv):
        inner = d.step_shift[i] + d.qfrc_passive[i] + d.qfrc_constraint[i]
        d.qfrc_inverse[i] = d.qfrc_inverse[i] + d.qfrc_bias[i] - inner
    add_gyroscopic_force(m, d)


@in_lanes(forces_of_group)
def inverse_constraint(m, d):
    """efc_force = −∇s(J q̈ − a_ref), qfrc_constraint = Jᵀ efc_force, and efc_state."""
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    if d.nefc > 0:
        complete_rows(m, d)
    for s in range(d.nblock):
        first = d.island_iefcadr[s]
        rows = d.island_nefc[s]
        base = d.island_idofadr[s]
        for p in range(base, base + d.island_nv[s]):
            d.solver_acc[p] = d.qacc[d.ordered_dof[p]]
        mul_J(d, first, rows, d.solver_acc, d.row_jar)
        for k in range(first, first + rows):
            d.row_jar[k] = d.row_jar[k] - d.efc_aref[d.map_iefc2efc[k]]
        update_block(d, s)
