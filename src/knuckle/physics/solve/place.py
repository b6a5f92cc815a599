"""The order of dofs in the solver: islands one after the other, and the trees of an island in their order.

Within a tree dofs keep their order, so that eliminating the last first makes no fill-in inside a tree.
"""

from knuckle.machine.kernel import kernel


@kernel
def place_dofs(m, d):
    """tree_place and place_dof, and for every set of rows with the same columns their places and runs."""
    for k in range(m.nv):
        d.place_dof[k] = d.map_idof2dof[k]
    for t in range(m.ntree):
        d.tree_place[t] = d.map_dof2idof[m.tree_dofadr[t]]
    r = 0
    while r < d.nefc:
        place_columns(m, d, d.efc_J_rowadr[r], d.efc_J_rownnz[r])
        r += d.efc_J_rowsuper[r] + 1


@kernel
def place_columns(m, d, start, n):
    """J_place: the place of each column; J_run: where its run of neighbouring places ends, counted from the start."""
    for e in range(n):
        i = d.efc_J_colind[start + e]
        t = m.dof_treeid[i]
        d.J_place[start + e] = d.tree_place[t] + i - m.tree_dofadr[t]
    end = n
    for back in range(n):
        e = n - 1 - back
        if e < n - 1 and d.J_place[start + e] + 1 != d.J_place[start + e + 1]:
            end = e + 1
        d.J_run[start + e] = end
