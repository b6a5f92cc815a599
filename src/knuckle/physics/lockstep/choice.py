"""Where lanes may go in lock step: each part of the pipeline of constraints, for one world and for a group.

A batch says by `lockstep` whether its model and options are such that its worlds go in lock step (batch/lockstep.py).
"""

from knuckle.kernel import in_lanes, kernel
from knuckle.physics.constraint.make import make_constraint
from knuckle.physics.constraint.project import project_constraint
from knuckle.physics.constraint.reference import reference_constraint
from knuckle.physics.discrete.solve import constraint_solve
from knuckle.physics.lockstep.by_forces import references_by_world, rows_by_world, solve_by_forces
from knuckle.physics.lockstep.collision import collide_in_step
from knuckle.physics.lockstep.publish import publish_rows
from knuckle.physics.lockstep.reference import reference_in_step
from knuckle.physics.lockstep.rows import rows_in_step
from knuckle.physics.lockstep.solve import solve_in_step
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
        collision(m, d)


@in_lanes(contacts_of_group)
def contacts(m, d):
    """The list of contacts."""
    collision(m, d)


@kernel
def make_rows(m, d):
    """Constraint rows, islands, and what dual solvers need of them."""
    make_constraint(m, d)
    islands(m, d)
    if m.opt_integrator != Integrator.DISCRETE:  # needs the metric of the step
        project_constraint(m, d)


@kernel
def rows_of_group(m, d):
    if solves_in_step(m):
        rows_in_step(m, d)
    elif way_of(m) == Lockstep.CONTACTS:
        rows_by_world(m, d)
    else:
        make_rows(m, d)


@in_lanes(rows_of_group)
def constraint_rows(m, d):
    """The rows of the current positions."""
    make_rows(m, d)


@kernel
def references_of_group(m, d):
    if solves_in_step(m):
        reference_in_step(m, d)
    elif way_of(m) == Lockstep.CONTACTS:
        references_by_world(m, d)
    else:
        reference_constraint(m, d)


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
        constraint_solve(m, d)


@in_lanes(solution_of_group)
def solution(m, d):
    """Accelerations under constraints."""
    constraint_solve(m, d)
