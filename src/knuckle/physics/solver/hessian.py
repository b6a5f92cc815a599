"""The Hessian of the primal cost of one island: H = M + Jᵀ (∂²s/∂x²) J.

From one iteration to the next few rows change their state: what has changed is added to solver_base, and a copy of that
is factored. Contacts on their cones are added to the copy.
"""

from knuckle.kernel import kernel, stage_of_world
from knuckle.physics.solver.cone import bend_cone
from knuckle.physics.solver.coupling import add_couplings, has_couplings
from knuckle.physics.solver.dof_order import is_large
from knuckle.physics.solver.spans import shift_in_rows
from knuckle.schema.enums import ConstraintState

TOGETHER = 4  # rows that are added in one pass


@stage_of_world
def build_hessian(m, d, s):
    """solver_H and solver_first of block s at the present states of its rows."""
    if d.block_niter[s] == 0:
        begin_base(m, d, s)
    update_base(m, d, s)
    for a in range(d.block_nnz[s]):
        d.solver_H[a] = d.solver_base[a]
    for k in range(d.island_nv[s]):
        d.solver_first[k] = d.base_first[k]
    if d.cones > 0:
        add_cones(m, d, s)


@kernel
def begin_base(m, d, s):
    """solver_base ← M and what is coupled to it: so far no row counts."""
    for a in range(d.block_nnz[s]):
        d.solver_base[a] = 0.0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        d.row_counted[k] = 0.0
    add_inertia(m, d, s)
    if has_couplings(m):
        add_couplings(m, d, s)


@kernel
def add_inertia(m, d, s):
    """solver_base ← M, tree by tree."""
    base = d.island_idofadr[s]
    adr = d.island_itreeadr[s]
    for w in range(adr, adr + d.island_ntree[s]):
        t = d.map_itree2tree[w]
        start = m.tree_dofadr[t]
        shift = d.tree_position[t] - start - base
        for i in range(start, start + m.tree_dofnum[t]):
            a = m.M_rowadr[i]
            n = m.M_rownnz[i]
            row = d.solver_adr[i + shift] + shift
            d.base_first[i + shift] = m.M_colind[a] + shift
            for e in range(n):
                d.solver_base[row + m.M_colind[a + e]] = d.M[a + e]


@kernel
def update_base(m, d, s):
    """solver_base ← itself + Jᵀ ΔD J over the rows that came into the quadratic part of their cost, or left it."""
    large = is_large(d, s)
    base = d.island_idofadr[s]
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    d.cones = 0
    while k < last:
        r = d.map_iefc2efc[k]
        head = d.efc_J_rowadr[r]
        columns = d.efc_J_rownnz[r]
        end = k + d.efc_J_rowsuper[r] + 1
        changed = 0
        while k < end:
            n = min(TOGETHER, end - k)
            changed += add_changes(m, d, k, n, head, columns, base, large)
            k += n
        if changed > 0 and not large:
            start_rows(d, d.base_first, head, columns, base)


@kernel
def add_cones(m, d, s):
    """solver_H ← itself + Jᵀ C J over the contacts on their cones."""
    large = is_large(d, s)
    base = d.island_idofadr[s]
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        head = d.efc_J_rowadr[r]
        columns = d.efc_J_rownnz[r]
        end = k + d.efc_J_rowsuper[r] + 1
        cones = 0
        while k < end:
            rows = 1
            if d.row_state[k] == ConstraintState.CONE:
                c = d.efc_id[d.map_iefc2efc[k]]
                rows = d.rows_left[d.map_iefc2efc[k]]
                border, shift = crossing(m, d, head, columns, base) if large else (0, 0)
                bend_cone(d, c, k, rows)
                add_cone(d, c, rows, head, d.efc_J_rowadr[d.map_iefc2efc[k]], columns, base, border, shift)
                cones += 1
            k += rows
        if cones > 0 and not large:
            start_rows(d, d.solver_first, head, columns, base)


@kernel
def crossing(m, d, head, columns, base):
    """Where the later of the two trees that a row acts on is placed, and span_shift of the other in its rows."""
    t = m.dof_treeid[d.efc_J_colind[head]]
    u = m.dof_treeid[d.efc_J_colind[head + columns - 1]]
    if t == u:
        return 0, 0
    if d.tree_position[t] > d.tree_position[u]:
        return d.tree_position[t], shift_in_rows(d, t, d.tree_position[u] - base)
    return d.tree_position[u], shift_in_rows(d, u, d.tree_position[t] - base)


@kernel
def start_rows(d, first, head, columns, base):
    """The rows of H at these columns now start at the first of them at the latest."""
    low = d.J_position[head] - base
    for e in range(columns):
        low = min(low, d.J_position[head + e] - base)
    for e in range(columns):
        p = d.J_position[head + e] - base
        if low < first[p]:
            first[p] = low


@kernel
def change(d, k, n, q):
    """The weight that row k + q has in the quadratic part of its cost, minus the one that solver_base has."""
    if q >= n:
        return 0.0 * d.row_D[k]
    weight = 0.0 * d.row_D[k]
    if d.row_state[k + q] == ConstraintState.QUADRATIC:
        weight = d.row_D[k + q]
    elif d.row_state[k + q] == ConstraintState.CONE:
        d.cones = d.cones + 1
    counted = d.row_counted[k + q]
    d.row_counted[k + q] = weight
    return weight - counted


@kernel
def add_changes(m, d, k, n, head, columns, base, large):
    """solver_base ← itself + Σ ΔD Jᵀ J over n ≤ 4 rows from k on; 1 if any has changed."""
    w0 = change(d, k, n, 0)
    w1 = change(d, k, n, 1)
    w2 = change(d, k, n, 2)
    w3 = change(d, k, n, 3)
    if w0 == 0.0 and w1 == 0.0 and w2 == 0.0 and w3 == 0.0:
        return 0
    border, shift = crossing(m, d, head, columns, base) if large else (0, 0)
    a = d.efc_J_rowadr[d.map_iefc2efc[k]]
    # rows that are missing repeat the last, with weight zero
    b = a + min(1, n - 1) * columns
    c = a + min(2, n - 1) * columns
    f = a + min(3, n - 1) * columns
    for e in range(columns):
        x0 = w0 * d.efc_J[a + e]
        x1 = w1 * d.efc_J[b + e]
        x2 = w2 * d.efc_J[c + e]
        x3 = w3 * d.efc_J[f + e]
        add_row(d, d.solver_base, head, columns, e, base, border, shift, a, b, c, f, x0, x1, x2, x3)
    return 1


@kernel
def add_row(d, H, head, columns, e, base, border, shift, a, b, c, f, x0, x1, x2, x3):
    """Row of H at column e ← itself + x0 J_a + x1 J_b + x2 J_c + x3 J_f, up to the diagonal, run by run.

    Columns ascend within a run, but one run may be placed before another that comes earlier in the row. Columns before
    the border lie further on by the shift in rows from there on.
    """
    p = d.J_position[head + e]
    row = d.solver_adr[p - base] - base
    if p >= border > 0:
        add_row_across(d, H, head, columns, p, row, border, shift, a, b, c, f, x0, x1, x2, x3)
        return
    q = 0
    while q < columns:
        start = row + d.J_position[head + q] - q
        end = min(d.J_run[head + q], q + p + 1 - d.J_position[head + q])
        add_run(d, H, start, q, end, a, b, c, f, x0, x1, x2, x3)
        q = d.J_run[head + q]


@kernel
def add_row_across(d, H, head, columns, p, row, border, shift, a, b, c, f, x0, x1, x2, x3):
    """The same for a row from the border on, which has columns before the border, too."""
    q = 0
    while q < columns:
        place = d.J_position[head + q]
        start = row + place - q + (shift if place < border else 0)
        add_run(d, H, start, q, min(d.J_run[head + q], q + p + 1 - place), a, b, c, f, x0, x1, x2, x3)
        q = d.J_run[head + q]


@kernel
def add_run(d, H, start, q, end, a, b, c, f, x0, x1, x2, x3):
    """The same for a run of neighbouring columns, whose entries of H lie from start + q on."""
    for i in range(q, end):
        H[start + i] = (
            H[start + i] + x0 * d.efc_J[a + i] + x1 * d.efc_J[b + i] + x2 * d.efc_J[c + i] + x3 * d.efc_J[f + i]
        )


@kernel
def add_cone(d, c, n, head, a, columns, base, border, shift):
    """solver_H ← itself + Jᵀ C J for a contact on its cone; C is contact_H, and its n rows start at a."""
    third = min(2, n - 1)
    for e in range(columns):
        x0 = curved(d, c, n, 0, a, columns, e)
        x1 = curved(d, c, n, 1, a, columns, e)
        x2 = curved(d, c, n, 2, a, columns, e)
        x3 = curved(d, c, n, 3, a, columns, e)
        last = min(3, n - 1)
        b, f, g = a + columns, a + third * columns, a + last * columns
        add_row(d, d.solver_H, head, columns, e, base, border, shift, a, b, f, g, x0, x1, x2, x3)
        if n > TOGETHER:
            x4 = curved(d, c, n, 4, a, columns, e)
            x5 = curved(d, c, n, 5, a, columns, e)
            b, f = a + 4 * columns, a + 5 * columns
            add_row(d, d.solver_H, head, columns, e, base, border, shift, b, f, a, a, x4, x5, 0.0 * x4, 0.0 * x4)


@kernel
def curved(d, c, n, i, a, columns, e):
    """(C J)_i at column e; 0 beyond the contact's rows."""
    sum = 0.0 * d.contact_H[c, 0]
    if i < n:
        for j in range(n):
            sum = sum + d.contact_H[c, n * i + j] * d.efc_J[a + j * columns + e]
    return sum
