"""The order of dofs in the solver: islands one after the other, within an island tree by tree.

Within a tree dofs keep their order, so that eliminating the last first makes no fill-in inside a tree. In a large
island the order of the trees is chosen so that they make little, too (see `elimination`).
"""

from knuckle.kernel import kernel
from knuckle.physics.solver.elimination import order_trees

LARGE = 96  # dofs from which on an island is worth ordering


@kernel
def order_dofs(m, d):
    """tree_position and ordered_dof, and for every set of rows with the same columns their places and runs."""
    for s in range(d.nblock):
        if is_large(d, s):
            order_trees(m, d, s)
    if d.overflow > 0.0:
        return
    for s in range(d.nblock):
        list_dofs(m, d, s)
    r = 0
    while r < d.nefc:
        locate_columns(m, d, d.efc_J_rowadr[r], d.efc_J_rownnz[r])
        r += d.efc_J_rowsuper[r] + 1


@kernel
def is_large(d, s):
    """Whether block s is worth ordering, and its rows act on two trees at most; else its matrix is dense."""
    return d.island_nv[s] > LARGE and not d.block_wide[s]


@kernel
def list_dofs(m, d, s):
    """Give the trees of block s their positions, in the order of tree_queue where there is one, else of the island."""
    ordered = is_large(d, s)
    first = d.island_itreeadr[s]
    p = d.island_idofadr[s]
    for e in range(first, first + d.island_ntree[s]):
        t = d.tree_queue[e] if ordered else d.map_itree2tree[e]
        d.tree_position[t] = p
        for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            d.ordered_dof[p] = i
            p += 1


@kernel
def locate_columns(m, d, start, n):
    """J_position: where each column stands; J_run: where its run of neighbours ends, counted from the start."""
    for e in range(n):
        i = d.efc_J_colind[start + e]
        t = m.dof_treeid[i]
        d.J_position[start + e] = d.tree_position[t] + i - m.tree_dofadr[t]
    end = n
    for back in range(n):
        e = n - 1 - back
        if e < n - 1 and d.J_position[start + e] + 1 != d.J_position[start + e + 1]:
            end = e + 1
        d.J_run[start + e] = end
