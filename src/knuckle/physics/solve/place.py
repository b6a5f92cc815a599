"""The order of dofs in the solver: islands one after the other, within an island tree by tree.

Within a tree dofs keep their order, so that eliminating the last first makes no fill-in inside a tree. In a large
island the trees are ordered from the one with most neighbours outwards (as Cuthill and McKee do): those far out are
eliminated first and fill little.
"""

from knuckle.machine.kernel import kernel

LARGE = 96  # dofs from which on an island is worth ordering


@kernel
def place_dofs(m, d):
    """tree_place and place_dof, and for every set of rows with the same columns their places and runs."""
    for s in range(d.nblock):
        if is_ordered(d, s):
            order_trees(m, d, s)
        place_trees(m, d, s)
    r = 0
    while r < d.nefc:
        place_columns(m, d, d.efc_J_rowadr[r], d.efc_J_rownnz[r])
        r += d.efc_J_rowsuper[r] + 1


@kernel
def is_ordered(d, s):
    """Whether block s is worth ordering."""
    return d.island_nv[s] > LARGE and d.island_ntree[s] > 2


@kernel
def place_trees(m, d, s):
    """Give the trees of block s their places, in the order of tree_queue where there is one, else of the island."""
    ordered = is_ordered(d, s)
    first = d.island_itreeadr[s]
    p = d.island_idofadr[s]
    for e in range(first, first + d.island_ntree[s]):
        t = d.tree_queue[e] if ordered else d.map_itree2tree[e]
        d.tree_place[t] = p
        for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            d.place_dof[p] = i
            p += 1


@kernel
def order_trees(m, d, s):
    """tree_queue: the trees of block s by growing distance from the one with most neighbours.

    Where islands are off a block is not connected: what cannot be reached from there begins with a hub of its own.
    """
    link_trees(m, d, s)
    first = d.island_itreeadr[s]
    last = first + d.island_ntree[s]
    for e in range(first, last):
        d.tree_touched[d.map_itree2tree[e]] = 0
    end = first
    for e in range(first, last):
        if e == end:
            hub = largest_hub(d, first, last)
            d.tree_queue[e] = hub
            d.tree_touched[hub] = 1
            end += 1
        t = d.tree_queue[e]
        a = d.tree_link[t]
        while a >= 0:
            other = d.link_tree[a // 2, a % 2]
            if not d.tree_touched[other]:
                d.tree_touched[other] = 1
                d.tree_queue[end] = other
                end += 1
            a = d.link_next[a // 2, a % 2]


@kernel
def largest_hub(d, first, last):
    """Of the trees not queued yet the one with most neighbours."""
    hub = -1
    for e in range(first, last):
        t = d.map_itree2tree[e]
        if not d.tree_touched[t] and (hub < 0 or d.tree_degree[t] > d.tree_degree[hub]):
            hub = t
    return hub


@kernel
def link_trees(m, d, s):
    """For each tree of block s the chain of links to its neighbours, from tree_link on, and their number."""
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        d.tree_link[d.map_itree2tree[e]] = -1
        d.tree_degree[d.map_itree2tree[e]] = 0
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
    d.tree_degree[a] = d.tree_degree[a] + 1


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
