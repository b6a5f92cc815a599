"""The pipeline of constraints for one world, and what stands for each of its parts in a group of lanes.

A group goes in lock step. Models whose worlds cannot, and which may have rows, are computed world by world, on the
machine of one world (batch/lockstep.py). So in lanes `m.lockstep` is `NO` where no row can come to act.
"""

from knuckle.kernel import in_lanes, kernel
from knuckle.physics.constraint.make import make_constraint, no_constraints
from knuckle.physics.constraint.project import project_constraint
from knuckle.physics.constraint.reference import reference_constraint
from knuckle.physics.discrete.free_body import turn_free_bodies
from knuckle.physics.discrete.solve import constraint_solve
from knuckle.physics.lockstep.by_forces import references_by_world, rows_by_world, solve_by_forces
from knuckle.physics.lockstep.collision import collide_in_step
from knuckle.physics.lockstep.publish import publish_rows
from knuckle.physics.lockstep.reference import reference_in_step
from knuckle.physics.lockstep.rows import rows_in_step
from knuckle.physics.lockstep.solve import forces_in_step, solve_in_step
from knuckle.physics.solver.island import islands
from knuckle.physics.speculative.collision import collision
from knuckle.schema.enums import Integrator, Lockstep
from knuckle.schema.hooks import WAYS


@kernel
def way_of(m):
    """How the worlds of a batch go (Lockstep)."""
    return m.lockstep & WAYS


@kernel
def solves_in_step(m):
    """Whether rows and their solve go in lock step, too."""
    return way_of(m) == Lockstep.YES or way_of(m) == Lockstep.PUBLISHED


@kernel
def contacts_of_group(m, d):
    if way_of(m) != Lockstep.NO:
        collide_in_step(m, d)
    else:
        no_constraints(m, d)


@in_lanes(contacts_of_group)
def contacts(m, d):
    """The list of contacts."""
    collision(m, d)


@kernel
def rows_of_group(m, d):
    if solves_in_step(m):
        rows_in_step(m, d)
    elif way_of(m) == Lockstep.CONTACTS:
        rows_by_world(m, d)
    else:
        publish_rows(m, d)  # that there are none


@in_lanes(rows_of_group)
def constraint_rows(m, d):
    """The rows of the current positions: islands, and what dual solvers need of them."""
    make_constraint(m, d)
    islands(m, d)
    if m.opt_integrator != Integrator.DISCRETE:  # needs the metric of the step
        project_constraint(m, d)


@kernel
def references_of_group(m, d):
    if solves_in_step(m):
        reference_in_step(m, d)
    elif way_of(m) == Lockstep.CONTACTS:
        references_by_world(m, d)


@in_lanes(references_of_group)
def references(m, d):
    """What each row would like its acceleration to be."""
    reference_constraint(m, d)


@kernel
def solution_of_group(m, d):
    if solves_in_step(m):
        solve_in_step(m, d)
        if way_of(m) == Lockstep.PUBLISHED:
            publish_rows(m, d)
    elif way_of(m) == Lockstep.CONTACTS:
        solve_by_forces(m, d)
    else:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_smooth[i]
            d.qfrc_constraint[i] = 0.0
        if m.opt_integrator == Integrator.DISCRETE:
            turn_free_bodies(m, d)


@kernel
def forces_of_group(m, d):
    """Constraint forces of the accelerations in qacc, by their formula."""
    if solves_in_step(m):
        forces_in_step(m, d)
        if way_of(m) == Lockstep.PUBLISHED:
            publish_rows(m, d)
    else:
        for i in range(m.nv):
            d.qfrc_constraint[i] = 0.0


@in_lanes(solution_of_group)
def solution(m, d):
    """Accelerations under constraints."""
    constraint_solve(m, d)
