"""The room that each row of an island's matrix has: up to the diagonal; in large islands only where entries can be.

Rows of one tree have entries at the same trees placed before it: those it is linked to when it is eliminated. Their
columns are stored side by side, in spans of neighbouring places, and its own follow. `solver_adr` is where column 0
would be if all columns between it and the tree's own were stored; the columns of a span lie `span_shift` further on.
"""

from knuckle.kernel import kernel
from knuckle.physics.solver.cholesky import padded
from knuckle.physics.solver.dof_order import is_large


@kernel
def lay_out(m, d, s):
    """solver_adr, solver_room and block_nnz of block s; asks for more room where the matrix does not fit."""
    d.nspan = 0
    if is_large(d, s):
        find_spans(m, d, s)
        d.block_nnz[s] = lay_out_trees(m, d, s) if d.nspan <= d.maxspan else 0
        d.solver_room = d.block_nnz[s]
    else:
        n = d.island_nv[s]
        d.block_nnz[s] = n * (n + 1) // 2
        d.solver_room = 0
        for k in range(n):
            d.solver_adr[k] = d.solver_room
            d.solver_room = d.solver_room + padded(k)
    d.need_H = max(d.need_H, d.solver_room)
    d.need_span = max(d.need_span, d.nspan)
    if d.solver_room > d.maxH or d.nspan > d.maxspan:
        d.overflow = 1.0


@kernel
def find_spans(m, d, s):
    """The spans of all trees of block s, in chains from tree_span on.

    A tree placed before has an entry in the row of every tree that is linked to it, and of all that those are
    eliminated into before it.
    """
    first = d.island_itreeadr[s]
    last = first + d.island_ntree[s]
    for e in range(first, last):
        t = d.tree_queue[e]
        d.tree_span[t] = -1
        d.tree_mark[t] = -1
    for e in range(first, last):
        v = d.tree_queue[e]
        a = d.tree_link[v]
        while a >= 0:
            t = d.link_tree[a // 2, a % 2]
            if d.tree_position[t] > d.tree_position[v]:
                while t >= 0 and t != v and d.tree_mark[t] != v:
                    d.tree_mark[t] = v
                    add_to_spans(m, d, t, v, d.island_idofadr[s])
                    t = d.tree_parent[t]
            a = d.link_next[a // 2, a % 2]


@kernel
def add_to_spans(m, d, t, v, base):
    """Let the rows of tree t have the columns of tree v, which is placed after all that they have so far."""
    start = d.tree_position[v] - base
    tail = d.tree_tail[t]
    if d.tree_span[t] >= 0 and d.span_last[tail] == start:
        d.span_last[tail] = start + m.tree_dofnum[v]
        return
    g = d.nspan
    d.nspan = g + 1
    if g < d.maxspan:
        d.span_first[g] = start
        d.span_last[g] = start + m.tree_dofnum[v]
        d.span_next[g] = -1
        if d.tree_span[t] < 0:
            d.tree_span[t] = g
        else:
            d.span_next[tail] = g
        d.tree_tail[t] = g


@kernel
def lay_out_trees(m, d, s):
    """solver_adr, tree_width and span_shift of block s; the entries of all rows."""
    size = 0
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        t = d.tree_queue[e]
        start = d.tree_position[t] - d.island_idofadr[s]
        width = 0
        g = d.tree_span[t]
        while g >= 0:
            d.span_shift[g] = width - d.span_first[g]
            width += d.span_last[g] - d.span_first[g]
            g = d.span_next[g]
        g = d.tree_span[t]
        while g >= 0:
            d.span_shift[g] = d.span_shift[g] + start - width
            g = d.span_next[g]
        d.tree_width[t] = width
        for j in range(m.tree_dofnum[t]):
            d.solver_adr[start + j] = size + width - start
            size += width + j + 1
    return size


@kernel
def shift_in_rows(d, t, p):
    """span_shift of the span in the rows of tree t that the place p is in."""
    g = d.tree_span[t]
    while d.span_last[g] <= p:
        g = d.span_next[g]
    return d.span_shift[g]
