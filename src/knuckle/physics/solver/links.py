"""Which trees of an island are tied together: chains of links, two for each set of rows with the same columns."""

from knuckle.kernel import kernel


@kernel
def link_trees(m, d, s):
    """For each tree of block s the chain of links to its neighbours, from tree_link on; one may be linked to often."""
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        d.tree_link[d.map_itree2tree[e]] = -1
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        start = d.efc_J_rowadr[r]
        a = m.dof_treeid[d.efc_J_colind[start]]
        b = m.dof_treeid[d.efc_J_colind[start + d.efc_J_rownnz[r] - 1]]
        if a != b:
            add_link(d, r, 0, a, b)
            add_link(d, r, 1, b, a)
        k += d.efc_J_rowsuper[r] + 1


@kernel
def add_link(d, r, side, a, b):
    """Put a link of row r from tree a to tree b at the head of a's chain."""
    d.link_tree[r, side] = b
    d.link_next[r, side] = d.tree_link[a]
    d.tree_link[a] = 2 * r + side
