"""Rows and their solve for worlds that only collide in lock step: each as one alone, by the dual solver.

PGS visits rows in a random order that depends on how many there are, so no two worlds of a group go the same way.
"""

from knuckle.kernel import per_world, stage
from knuckle.physics.constraint.make import make_rows
from knuckle.physics.constraint.project import project_rows
from knuckle.physics.constraint.reference import make_reference
from knuckle.physics.solver.island import find_islands
from knuckle.physics.solver.solve import begin_free, begin_solve, solve_dual


@stage
def rows_by_world(m, d):
    """The rows of each world, its islands, and their projection."""
    make_projected_rows(m, d)


@per_world
def make_projected_rows(m, d):
    make_rows(m, d)
    find_islands(m, d)
    project_rows(m, d)


@stage
def references_by_world(m, d):
    """Reference accelerations of the rows of each world."""
    make_reference(m, d)


@stage
def solve_by_forces(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint of each world; without rows qacc = qacc_smooth."""
    begin_free(m, d)
    solve_world_by_forces(m, d)


@per_world
def solve_world_by_forces(m, d):
    begin_solve(d)
    if d.nefc > 0 and not (d.overflow > 0.0):
        solve_dual(m, d)
