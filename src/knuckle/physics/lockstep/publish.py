"""Rows, forces and states as one world alone has them, from the accelerations that a group found in lock step."""

from knuckle.kernel import kernel, per_world, stage
from knuckle.physics.constraint.make import make_rows
from knuckle.physics.constraint.reference import make_reference
from knuckle.physics.solver.cost import rows_cost
from knuckle.physics.solver.island import find_islands
from knuckle.physics.solver.product import mul_J
from knuckle.physics.solver.update import bend_cones
from knuckle.physics.solver.warm_start import gather_block
from knuckle.schema.enums import Solver


@stage
def publish_rows(m, d):
    """All that is published of constraint rows and islands, but for statistics of the solver."""
    publish(m, d)


@per_world
def publish(m, d):
    make_rows(m, d)
    find_islands(m, d)
    if d.overflow > 0.0:
        return
    for c in range(d.ncon):  # the group's solver has used them
        for k in range(36):
            d.contact_H[c, k] = 0.0
    if d.nefc == 0:
        return
    make_reference(m, d)
    for s in range(d.nblock):
        gather_block(m, d, s)
        force_block(d, s)
        if m.opt_solver == Solver.NEWTON:
            bend_cones(d, s)


@kernel
def force_block(d, s):
    """Forces and states of block s at qacc, by their formula."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_acc[p] = d.qacc[d.ordered_dof[p]]
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    mul_J(d, first, rows, d.solver_acc, d.row_jar)
    for k in range(first, first + rows):
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[d.map_iefc2efc[k]]
    rows_cost(d, first, d.island_ne[s], d.island_nf[s], rows)
    for k in range(first, first + rows):
        d.efc_force[d.map_iefc2efc[k]] = d.row_force[k]
        d.efc_state[d.map_iefc2efc[k]] = d.row_state[k]
    d.block_niter[s] = int(d.lane_niter)
