"""The room that each row of an island's matrix has: up to the diagonal, in large islands from its first entry on."""

from knuckle.machine.kernel import kernel
from knuckle.physics.solve.place import LARGE


@kernel
def lay_out(m, d, s):
    """solver_adr and block_nnz of block s; asks for more room where the matrix does not fit."""
    n = d.island_nv[s]
    if n > LARGE:
        find_lows(m, d, s)
        spread_lows(d, n)
    size = 0
    for k in range(n):
        low = d.solver_low[k] if n > LARGE else 0
        d.solver_adr[k] = size - low
        size += k - low + 1
    d.block_nnz[s] = size
    d.need_H = max(d.need_H, size)
    if size > d.maxH:
        d.overflow = 1.0


@kernel
def find_lows(m, d, s):
    """solver_low: the first column of each row in M or in any constraint row."""
    base = d.island_idofadr[s]
    for k in range(d.island_nv[s]):
        i = d.place_dof[base + k]
        t = m.dof_treeid[i]
        d.solver_low[k] = d.tree_place[t] + m.M_colind[m.M_rowadr[i]] - m.tree_dofadr[t] - base
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        start = d.efc_J_rowadr[r]
        end = start + d.efc_J_rownnz[r]
        low = d.J_place[start]
        for a in range(start, end):
            low = min(low, d.J_place[a])
        for a in range(start, end):
            p = d.J_place[a] - base
            d.solver_low[p] = min(d.solver_low[p], low - base)
        k += d.efc_J_rowsuper[r] + 1


@kernel
def spread_lows(d, n):
    """A row that is taken off the rows above it widens them to its own first column."""
    low = n
    for back in range(n):
        k = n - 1 - back
        # all rows between k and its first column may be widened: only the lowest that reaches up to here counts
        low = min(low, d.solver_low[k]) if low <= k else d.solver_low[k]
        d.solver_low[k] = low
