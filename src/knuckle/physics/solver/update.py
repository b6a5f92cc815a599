"""Forces and states of constraint rows at given accelerations, by their formula."""

from knuckle.kernel import kernel
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.cone import bend_cone
from knuckle.physics.solver.cost import rows_cost
from knuckle.physics.solver.product import add_JT
from knuckle.schema.enums import ConstraintState, ConstraintType


@kernel
def update_block(d, s):
    """Σ s(x) over the rows of block s at x = row_jar; efc_force = −∇s, efc_state, and its part of qfrc_constraint."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    base = d.island_idofadr[s]
    for k in range(first, first + rows):
        d.row_D[k] = d.efc_D[d.map_iefc2efc[k]]
    cost = rows_cost(d, first, d.island_ne[s], d.island_nf[s], rows)
    for p in range(base, base + d.island_nv[s]):
        d.solver_grad[p] = 0.0
    add_JT(d, first, rows, d.row_force, 1.0, d.solver_grad)
    for k in range(first, first + rows):
        d.efc_force[d.map_iefc2efc[k]] = d.row_force[k]
        d.efc_state[d.map_iefc2efc[k]] = d.row_state[k]
    for p in range(base, base + d.island_nv[s]):
        d.qfrc_constraint[d.ordered_dof[p]] = d.solver_grad[p]
    return cost


@kernel
def constraint_update(m, d, q):
    """The cost s(x) at x = jar; efc_force, efc_state, qfrc_constraint, and contact_H of contacts on their cones."""
    q.cost = 0.0
    if q.rows != d.nefc:
        return
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    if d.nefc > 0:
        complete_rows(m, d)
    if d.overflow > 0.0:
        return
    for s in range(d.nblock if d.nefc > 0 else 0):
        first = d.island_iefcadr[s]
        for k in range(first, first + d.island_nefc[s]):
            d.row_jar[k] = q.jar[d.map_iefc2efc[k]]
        q.cost = q.cost + update_block(d, s)
        if q.cone_hessian != 0:
            bend_cones(d, s)


@kernel
def bend_cones(d, s):
    """contact_H of the contacts of block s that have a cone: zero where they are not on it."""
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        n = d.rows_left[r]
        if d.row_state[k] == ConstraintState.CONE:
            bend_cone(d, d.efc_id[r], k, n)
        elif d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            for i in range(n * n):
                d.contact_H[d.efc_id[r], i] = 0.0
        k += n
