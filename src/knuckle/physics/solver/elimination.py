"""The order in which the trees of a large island are eliminated: always one with fewest neighbours (minimum degree).

Eliminating a tree ties all its neighbours together: they are its front. A front is kept as a list and stands for all
the ties within it; that of the next tree eliminated out of it takes it in, so that one is the other's parent. What
comes of this order is that leaves of stars go before their hubs, ends of chains before their middles, and the outside
of heaps before the inside.

Of a tree in a new front only a lower bound of the degree is known. Neighbours are counted when it is the lowest.
"""

from knuckle.kernel import kernel
from knuckle.physics.solver.links import link_trees

BOUNDED = 0  # of the degree of a tree a lower bound is known
COUNTED = 1  # it is known
ORDERED = 2  # the tree is eliminated


@kernel
def order_trees(m, d, s):
    """tree_queue of block s, with the tree eliminated first at its end, and tree_parent; asks for room if it lacks."""
    link_trees(m, d, s)
    first = d.island_itreeadr[s]
    n = d.island_ntree[s]
    begin_order(d, first, n)
    lowest = 0
    left = n
    while left > 0 and d.nfront <= d.maxfront:
        t = d.degree_tree[lowest]
        if t < 0:
            lowest += 1
        elif d.tree_state[t] == BOUNDED:
            take_out(d, t)
            put_in(d, t, count_neighbours(d, t), COUNTED)
        else:
            take_out(d, t)
            left -= 1
            lowest = min(lowest, eliminate(d, t))
            d.tree_queue[first + left] = t
    d.need_front = max(d.need_front, d.nfront)
    if d.nfront > d.maxfront:
        d.overflow = 1.0
    else:
        line_up_families(d, first, n)


@kernel
def begin_order(d, first, n):
    """No fronts, and all trees of the block by lower bounds of their degrees: 0 without links, else 1."""
    d.nfront = 0
    d.order_mark = 0
    for k in range(n):
        d.degree_tree[k] = -1
    # put in at the head: from the last on, so that of equals the first comes first
    for back in range(n):
        t = d.map_itree2tree[first + n - 1 - back]
        d.tree_mark[t] = 0
        d.tree_front[t] = -1
        d.tree_parent[t] = -1
        put_in(d, t, 1 if d.tree_link[t] >= 0 else 0, BOUNDED)


@kernel
def put_in(d, t, degree, state):
    """Put tree t in the list of its degree, or lower bound of it."""
    head = d.degree_tree[degree]
    d.tree_degree[t] = degree
    d.tree_state[t] = state
    d.tree_after[t] = head
    d.tree_before[t] = -1
    if head >= 0:
        d.tree_before[head] = t
    d.degree_tree[degree] = t


@kernel
def take_out(d, t):
    """Take tree t out of the list of its degree."""
    before = d.tree_before[t]
    after = d.tree_after[t]
    if before >= 0:
        d.tree_after[before] = after
    else:
        d.degree_tree[d.tree_degree[t]] = after
    if after >= 0:
        d.tree_before[after] = before


@kernel
def is_met(d, t):
    """Whether tree t, which is not ordered yet, is met for the first time since order_mark was raised; marks it."""
    if d.tree_state[t] == ORDERED or d.tree_mark[t] == d.order_mark:
        return False
    d.tree_mark[t] = d.order_mark
    return True


@kernel
def count_neighbours(d, t):
    """The degree of tree t: trees not ordered yet that it has a link to or shares a front with."""
    d.order_mark = d.order_mark + 1
    d.tree_mark[t] = d.order_mark
    n = 0
    a = d.tree_link[t]
    while a >= 0:
        n += is_met(d, d.link_tree[a // 2, a % 2])
        a = d.link_next[a // 2, a % 2]
    a = d.tree_front[t]
    while a >= 0:
        owner = d.front_owner[a]
        if d.tree_parent[owner] < 0:  # else another front has taken it in
            for b in range(d.front_adr[owner], d.front_adr[owner] + d.front_num[owner]):
                n += is_met(d, d.front_tree[b])
        a = d.front_next[a]
    return n


@kernel
def eliminate(d, t):
    """The front of tree t, which takes in those that t is in; the lowest bound of a degree in it."""
    d.order_mark = d.order_mark + 1
    d.tree_state[t] = ORDERED
    start = d.nfront
    a = d.tree_link[t]
    while a >= 0:
        add_to_front(d, d.link_tree[a // 2, a % 2])
        a = d.link_next[a // 2, a % 2]
    a = d.tree_front[t]
    while a >= 0:
        owner = d.front_owner[a]
        if d.tree_parent[owner] < 0:
            d.tree_parent[owner] = t
            for b in range(d.front_adr[owner], d.front_adr[owner] + d.front_num[owner]):
                add_to_front(d, d.front_tree[b])
        a = d.front_next[a]
    d.front_adr[t] = start
    d.front_num[t] = d.nfront - start
    return close_front(d, t) if d.nfront <= d.maxfront else 0


@kernel
def add_to_front(d, u):
    """Count tree u in the front being made, and list it if there is room."""
    if is_met(d, u):
        if d.nfront < d.maxfront:
            d.front_tree[d.nfront] = u
        d.nfront = d.nfront + 1


@kernel
def close_front(d, t):
    """Tell the trees in the front of tree t of it; the lowest bound of their degrees.

    They have lost one neighbour at most, and all others in the front are neighbours now.
    """
    start = d.front_adr[t]
    n = d.front_num[t]
    lowest = d.tree_degree[t]
    for b in range(start, start + n):
        u = d.front_tree[b]
        d.front_owner[b] = t
        d.front_next[b] = d.tree_front[u]
        d.tree_front[u] = b
        bound = max(d.tree_degree[u] - 1, n - 1)
        take_out(d, u)
        put_in(d, u, bound, BOUNDED)
        lowest = min(lowest, bound)
    return lowest


@kernel
def line_up_families(d, first, n):
    """Reorder tree_queue so that each tree is followed by what is eliminated into it, the latest of that at once.

    This changes no front, and trees that share one come to lie side by side.
    """
    # children by chains, the one eliminated last at the head; those without parent are children of none
    eldest = -1
    for e in range(first, first + n):
        d.tree_before[d.tree_queue[e]] = -1
    for back in range(n):
        t = d.tree_queue[first + n - 1 - back]
        p = d.tree_parent[t]
        if p >= 0:
            d.tree_after[t] = d.tree_before[p]
            d.tree_before[p] = t
        else:
            d.tree_after[t] = eldest
            eldest = t
    t = eldest
    for e in range(first, first + n):
        d.tree_queue[e] = t
        if d.tree_before[t] >= 0:
            t = d.tree_before[t]
        else:
            while t >= 0 and d.tree_after[t] < 0:
                t = d.tree_parent[t]
            t = d.tree_after[t] if t >= 0 else -1
