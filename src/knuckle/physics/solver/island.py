"""Constraint islands: trees that constraints tie together, solved apart from all others.

Trees are vertices, rows between trees are edges. Islands are numbered by their first tree; dofs and rows are sorted
by island and else keep their order.
"""

from knuckle.kernel import kernel, per_world, stage
from knuckle.physics.solver.coupling import actuator_couples, has_couplings, tendon_couples
from knuckle.physics.solver.dof_order import order_dofs
from knuckle.schema.enums import DisableBit, TrnType


@stage
def islands(m, d):
    """nisland, and the maps between trees, dofs, rows and islands."""
    find_islands(m, d)


@per_world
def find_islands(m, d):
    d.nisland = 0
    d.nblock = 0
    d.nidof = 0
    d.need_front = 0
    if d.nefc == 0:
        return
    join_trees(m, d)
    number_islands(m, d)
    mark_wide(m, d)
    map_trees(m, d)
    map_dofs(m, d)
    map_rows(m, d)
    order_dofs(m, d)
    if d.overflow > 0.0:  # not all have places
        d.nisland = 0
        d.nblock = 0
        d.nidof = 0


@kernel
def join_trees(m, d):
    """tree_root: trees with a common constraint lead to the same root, the lowest of them."""
    for t in range(m.ntree):
        d.tree_root[t] = t
        d.tree_touched[t] = 0
    r = 0
    while r < d.nefc:
        n = d.efc_J_rownnz[r]
        if n > 0:
            # a row acts on two trees at most, those of its first and last column; but for rows of tendons
            first = m.dof_treeid[d.efc_J_colind[d.efc_J_rowadr[r]]]
            last = m.dof_treeid[d.efc_J_colind[d.efc_J_rowadr[r] + n - 1]]
            d.tree_touched[first] = 1
            d.tree_touched[last] = 1
            if first != last:
                join(d, first, last)
                if m.ntendon > 0:
                    join_between(m, d, r, first, last)
        r += d.efc_J_rowsuper[r] + 1
    d.joined = 0
    if has_couplings(m):
        join_couplings(m, d)
    if m.opt_disableflags & DisableBit.ISLAND:
        for t in range(m.ntree):
            d.tree_touched[t] = 1
            d.tree_root[t] = 0


@kernel
def join_between(m, d, r, first, last):
    """Join the trees between the first and the last that row r acts on."""
    for a in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        t = m.dof_treeid[d.efc_J_colind[a]]
        if t != first and t != last:
            d.tree_touched[t] = 1
            join(d, first, t)


@kernel
def join_couplings(m, d):
    """Join the trees that the metric of the step couples; these then are in an island even without constraints."""
    d.joined = 1
    for t in range(m.ntendon):
        if tendon_couples(m, t):
            join_columns(m, d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for k in range(m.nactuator):
        if actuator_couples(m, k) and m.actuator_trntype[k] != TrnType.BODY:  # what touches a body is joined already
            for o in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                join_columns(m, d, m.trn_colind, m.trn_rowadr[o], m.trn_rownnz[o])


@kernel
def join_columns(m, d, column, start, n):
    """Join the trees of n dofs, where they are of several."""
    if spans_trees(m, column, start, n):
        first = m.dof_treeid[column[start]]
        for a in range(start, start + n):
            other = m.dof_treeid[column[a]]
            d.tree_touched[other] = 1
            if root(d, first) != root(d, other):
                join(d, first, other)


@kernel
def spans_trees(m, column, start, n):
    """Whether n dofs are of several trees."""
    for a in range(start, start + n):
        if m.dof_treeid[column[a]] != m.dof_treeid[column[start]]:
            return True
    return False


@kernel
def mark_coupled(m, d):
    """block_wide of blocks with trees that the metric couples: links of rows do not tell about those."""
    for t in range(m.ntendon):
        if tendon_couples(m, t):
            mark_columns_wide(m, d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for k in range(m.nactuator):
        if actuator_couples(m, k):
            for o in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                mark_columns_wide(m, d, m.trn_colind, m.trn_rowadr[o], m.trn_rownnz[o])


@kernel
def mark_columns_wide(m, d, column, start, n):
    """block_wide of the blocks of n dofs, where these are of several trees."""
    if spans_trees(m, column, start, n):
        for a in range(start, start + n):
            s = d.tree_island[m.dof_treeid[column[a]]]
            if s >= 0:
                d.block_wide[s] = 1


@kernel
def mark_wide(m, d):
    """block_wide: whether a row of the block acts on more than two trees, as those of tendons may."""
    for s in range(d.nblock):
        d.block_wide[s] = 0
    r = 0
    while r < d.nefc and m.ntendon > 0:
        start = d.efc_J_rowadr[r]
        first = m.dof_treeid[d.efc_J_colind[start]]
        last = m.dof_treeid[d.efc_J_colind[start + d.efc_J_rownnz[r] - 1]]
        for a in range(start, start + d.efc_J_rownnz[r]):
            t = m.dof_treeid[d.efc_J_colind[a]]
            if t != first and t != last:
                d.block_wide[d.tree_island[first]] = 1
        r += d.efc_J_rowsuper[r] + 1
    if has_couplings(m):
        mark_coupled(m, d)


@kernel
def join(d, a, b):
    """Make the lower root the root of both trees."""
    x = root(d, a)
    y = root(d, b)
    if x < y:
        d.tree_root[y] = x
    else:
        d.tree_root[x] = y


@kernel
def root(d, t):
    """The root of a tree; the way to it gets shorter each time it is gone."""
    while d.tree_root[t] != t:
        d.tree_root[t] = d.tree_root[d.tree_root[t]]
        t = d.tree_root[t]
    return t


@kernel
def number_islands(m, d):
    """tree_island, nblock and nisland, in order of the islands' first trees."""
    n = 0
    for t in range(m.ntree):
        d.tree_island[t] = -1
        if d.tree_touched[t]:
            top = root(d, t)
            if top == t:
                d.tree_island[t] = n
                n += 1
            else:
                d.tree_island[t] = d.tree_island[top]
    d.nblock = n
    d.nisland = 0 if m.opt_disableflags & DisableBit.ISLAND else n


@kernel
def map_trees(m, d):
    """island_ntree, island_itreeadr and map_itree2tree, by counting; the free trees come last."""
    for s in range(d.nblock):
        d.island_ntree[s] = 0
    for t in range(m.ntree):
        s = d.tree_island[t]
        if s >= 0:
            d.island_ntree[s] = d.island_ntree[s] + 1
    free = 0
    for s in range(d.nblock):
        d.island_itreeadr[s] = free
        free += d.island_ntree[s]
        d.island_ntree[s] = 0
    for t in range(m.ntree):
        s = d.tree_island[t]
        if s >= 0:
            d.map_itree2tree[d.island_itreeadr[s] + d.island_ntree[s]] = t
            d.island_ntree[s] = d.island_ntree[s] + 1
        else:
            d.map_itree2tree[free] = t
            free += 1


@kernel
def map_dofs(m, d):
    """island_nv, island_idofadr, island_dofadr and the maps between dofs and idofs."""
    k = 0
    for s in range(d.nblock):
        first = d.island_itreeadr[s]
        d.island_idofadr[s] = k
        d.island_dofadr[s] = m.tree_dofadr[d.map_itree2tree[first]]
        for e in range(first, first + d.island_ntree[s]):
            k = number_tree(m, d, d.map_itree2tree[e], k)
        d.island_nv[s] = k - d.island_idofadr[s]
    d.nidof = k
    for t in range(m.ntree):
        if d.tree_island[t] < 0:
            k = number_tree(m, d, t, k)


@kernel
def number_tree(m, d, t, k):
    """Give the dofs of tree t the numbers from k on; the next number."""
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        d.dof_island[i] = d.tree_island[t]
        d.map_dof2idof[i] = k
        d.map_idof2dof[k] = i
        k += 1
    return k


@kernel
def map_rows(m, d):
    """efc_island, the maps between rows and islands, and how many rows of each kind an island has.

    Rows with the same columns follow each other and are of one island, but not always of one kind.
    """
    for s in range(d.nblock):
        d.island_ne[s] = 0
        d.island_nf[s] = 0
        d.island_nefc[s] = 0
    r = 0
    while r < d.nefc:
        rows = d.efc_J_rowsuper[r] + 1
        s = -1
        if d.efc_J_rownnz[r] > 0:
            s = d.tree_island[m.dof_treeid[d.efc_J_colind[d.efc_J_rowadr[r]]]]
            d.island_nefc[s] = d.island_nefc[s] + rows
            equalities = max(0, min(r + rows, d.ne) - r)
            d.island_ne[s] = d.island_ne[s] + equalities
            d.island_nf[s] = d.island_nf[s] + max(0, min(r + rows, d.ne + d.nf) - r - equalities)
        for k in range(r, r + rows):
            d.efc_island[k] = s
        r += rows
    free = 0
    for s in range(d.nblock):
        d.island_iefcadr[s] = free
        free += d.island_nefc[s]
        d.island_nefc[s] = 0
    r = 0
    while r < d.nefc:
        rows = d.efc_J_rowsuper[r] + 1
        s = d.efc_island[r]
        k = free
        if s >= 0:
            k = d.island_iefcadr[s] + d.island_nefc[s]
            d.island_nefc[s] = d.island_nefc[s] + rows
        else:
            free += rows  # which no dof can change
        for q in range(rows):
            d.map_efc2iefc[r + q] = k + q
            d.map_iefc2efc[k + q] = r + q
        r += rows
