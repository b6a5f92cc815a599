"""Where a solve begins: at the last accelerations or at those without constraints, whichever costs less."""

from knuckle.kernel import kernel
from knuckle.physics.solver.cost import rows_cost
from knuckle.physics.solver.foresight import foresees, may_leap
from knuckle.physics.solver.product import mul_J, mul_M_block
from knuckle.physics.solver.residual import residual
from knuckle.schema.enums import DisableBit


@kernel
def gather_block(m, d, s):
    """The inputs of block s by places; solver_acc: the last accelerations; row_jar = efc_b: without forces."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        i = d.ordered_dof[p]
        d.solver_free[p] = d.qacc_smooth[i]
        d.solver_smooth[p] = d.qfrc_smooth[i]
        d.solver_acc[p] = d.qacc_warmstart[i]
    mul_J(d, first, rows, d.solver_free, d.row_jar)
    for k in range(first, first + rows):
        r = d.map_iefc2efc[k]
        d.row_D[k] = d.efc_D[r]
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[r]
        d.efc_b[r] = d.row_jar[k]


@kernel
def begin(m, d):
    """solver_acc, solver_Ma and row_jar of all blocks at their start; efc_b.

    All begin at the last accelerations or all at those without constraints, by the cost of the whole, to which trees
    without constraints belong: where a solver stops depends on where it began.
    """
    if foresees(m):
        begin_apart(m, d)
        return
    gain = -free_cost(m, d)
    for s in range(d.nblock):
        gather_block(m, d, s)
        gain = gain + warm_gain(m, d, s, block_cost(d, s))
    if m.opt_disableflags & DisableBit.WARMSTART or not (gain > 0.0):
        for s in range(d.nblock):
            begin_cold(d, s)


@kernel
def begin_apart(m, d):
    """The same where it need not matter for one block how another begins; block_leaps.

    Where no row acts on the accelerations without constraints these are the end.
    """
    for s in range(d.nblock):
        d.block_leaps[s] = 0
        gather_block(m, d, s)
        free = block_cost(d, s)
        if free == 0.0:
            begin_cold(d, s)
            continue
        gain = warm_gain(m, d, s, free)
        if may_leap(m, d, s):
            d.block_leaps[s] = 1
        elif not (gain > 0.0):
            begin_cold(d, s)


@kernel
def free_cost(m, d):
    """½ (a − a_s)ᵀ M (a − a_s) of the last accelerations a, over the trees without constraints."""
    cost = 0.0
    for t in range(m.ntree):
        if d.tree_island[t] < 0:
            for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
                start = m.M_rowadr[i]
                n = m.M_rownnz[i] - 1
                x = d.qacc_warmstart[i] - d.qacc_smooth[i]
                sum = 0.5 * d.M[start + n] * x
                for a in range(start, start + n):
                    k = m.M_colind[a]
                    sum = sum + d.M[a] * (d.qacc_warmstart[k] - d.qacc_smooth[k])
                cost = cost + x * sum
    return cost


@kernel
def begin_cold(d, s):
    """Begin at the accelerations without constraints."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_acc[p] = d.solver_free[p]
        d.solver_Ma[p] = d.solver_smooth[p]
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        d.row_jar[k] = d.efc_b[d.map_iefc2efc[k]]


@kernel
def block_cost(d, s):
    """Cost of the rows of block s at row_jar; row_force and row_state there."""
    return rows_cost(d, d.island_iefcadr[s], d.island_ne[s], d.island_nf[s], d.island_nefc[s])


@kernel
def warm_gain(m, d, s, free):
    """How much less the last accelerations cost than those without constraints; solver_Ma and row_jar are of them."""
    base = d.island_idofadr[s]
    mul_M_block(m, d, s, d.solver_acc, d.solver_Ma)
    gain = free - last_rows_cost(d, s)
    for p in range(base, base + d.island_nv[s]):
        gain = gain - 0.5 * (d.solver_Ma[p] - d.solver_smooth[p]) * (d.solver_acc[p] - d.solver_free[p])
    return gain


@kernel
def last_rows_cost(d, s):
    """Cost of the rows of block s at the last accelerations; row_jar, row_force and row_state there."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    mul_J(d, first, rows, d.solver_acc, d.row_jar)
    for k in range(first, first + rows):
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[d.map_iefc2efc[k]]
    return block_cost(d, s)


@kernel
def begin_forces(m, d):
    """efc_force where a dual solve begins: that at the last accelerations, unless no force at all costs less; efc_b."""
    for r in range(d.nefc):
        d.efc_force[r] = 0.0
    for s in range(d.nblock):
        gather_block(m, d, s)
        last_rows_cost(d, s)
        first = d.island_iefcadr[s]
        for k in range(first, first + d.island_nefc[s]):
            d.efc_force[d.map_iefc2efc[k]] = d.row_force[k]
    if m.opt_disableflags & DisableBit.WARMSTART or not (dual_cost(d) < 0.0):
        for r in range(d.nefc):
            d.efc_force[r] = 0.0


@kernel
def dual_cost(d):
    """½ fᵀ(A + R)f + fᵀb over all islands."""
    cost = 0.0
    for r in range(d.nefc):
        if d.efc_force[r] != 0.0:
            cost = cost + 0.5 * d.efc_force[r] * (residual(d, r) + d.efc_b[r])
    return cost
