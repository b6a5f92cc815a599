"""Products with the inertia matrix and the constraint Jacobian of one island, in the solver's order."""

from knuckle.kernel import four, kernel, store_four
from knuckle.physics.solver.coupling import has_couplings, mul_couplings

TOGETHER = 4  # rows with the same columns that are taken in one pass


@kernel
def mul_M_block(m, d, s, x, y):
    """y ← M x for the trees of block s."""
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        t = d.map_itree2tree[e]
        mul_M_tree(m, d, t, x, y)
    if has_couplings(m):
        mul_couplings(m, d, s, x, y)


@kernel
def mul_M_tree(m, d, t, x, y):
    """y ← M x for one tree; its dofs and its places differ by a constant."""
    start = m.tree_dofadr[t]
    shift = d.tree_position[t] - start
    for i in range(start, start + m.tree_dofnum[t]):
        a = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        xi = x[i + shift]
        sum = d.M[a + n] * xi
        other = 0.0 * xi
        # two sums side by side, which do not wait for each other
        for e in range(a + n % 2, a + n, 2):
            j = m.M_colind[e] + shift
            k = m.M_colind[e + 1] + shift
            sum = sum + d.M[e] * x[j]
            other = other + d.M[e + 1] * x[k]
            y[j] = y[j] + d.M[e] * xi
            y[k] = y[k] + d.M[e + 1] * xi
        if n % 2 == 1:
            j = m.M_colind[a] + shift
            sum = sum + d.M[a] * x[j]
            y[j] = y[j] + d.M[a] * xi
        y[i + shift] = sum + other


@kernel
def solve_M_block(m, d, s, x):
    """x ← M⁻¹ x for the trees of block s."""
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        solve_M_tree(m, d, d.map_itree2tree[e], x)


@kernel
def solve_M_tree(m, d, t, x):
    """x ← M⁻¹ x for one tree, with the factor LᵀDL in qLD."""
    start = m.tree_dofadr[t]
    shift = d.tree_position[t] - start
    n = m.tree_dofnum[t]
    for back in range(n):
        i = start + n - 1 - back
        a = m.M_rowadr[i]
        xi = x[i + shift]
        for e in range(m.M_rownnz[i] - 1):
            j = m.M_colind[a + e] + shift
            x[j] = x[j] - d.qLD[a + e] * xi
    for i in range(start, start + n):
        a = m.M_rowadr[i]
        xi = x[i + shift] * d.qLDiagInv[i]
        for e in range(m.M_rownnz[i] - 1):
            xi = xi - d.qLD[a + e] * x[m.M_colind[a + e] + shift]
        x[i + shift] = xi


@kernel
def mul_J(d, first, n, x, y):
    """y ← J x for n rows by islands from `first` on."""
    k = first
    while k < first + n:
        r = d.map_iefc2efc[k]
        start = d.efc_J_rowadr[r]
        columns = d.efc_J_rownnz[r]
        rows = d.efc_J_rowsuper[r] + 1
        # rows with the same columns use the same entries of x: fetch them once
        for e in range(columns):
            d.solver_pack[e] = x[d.J_position[start + e]]
        for q in range(rows):
            y[k + q] = dot(d.efc_J, start + q * columns, d.solver_pack, 0, columns)
        k += rows


@kernel
def add_JT(d, first, n, f, scale, y):
    """y ← y + scale · Jᵀ f for n rows by islands from `first` on."""
    k = first
    while k < first + n:
        r = d.map_iefc2efc[k]
        start = d.efc_J_rowadr[r]
        columns = d.efc_J_rownnz[r]
        rows = d.efc_J_rowsuper[r] + 1
        for e in range(columns):
            d.solver_pack[e] = 0.0
        pushes = 0
        for q in range(0, rows, TOGETHER):
            pushes += pack_rows(d, k + q, min(TOGETHER, rows - q), start + q * columns, columns, f)
        if pushes > 0:
            for e in range(columns):
                p = d.J_position[start + e]
                y[p] = y[p] + scale * d.solver_pack[e]
        k += rows


@kernel
def pack_rows(d, k, n, a, columns, f):
    """solver_pack ← itself + Jᵀ f of n ≤ 4 rows from k on, whose entries start at a; 1 if any of them pushes."""
    # rows that are missing repeat the last, with weight zero
    f0 = f[k]
    f1 = f[k + 1] if n > 1 else 0.0 * f0
    f2 = f[k + 2] if n > 2 else 0.0 * f0
    f3 = f[k + 3] if n > 3 else 0.0 * f0
    if f0 == 0.0 and f1 == 0.0 and f2 == 0.0 and f3 == 0.0:
        return 0
    J = d.efc_J
    pack = d.solver_pack
    b = a + min(1, n - 1) * columns
    c = a + min(2, n - 1) * columns
    g = a + min(3, n - 1) * columns
    e = 0
    while e + 3 < columns:
        sum = four(pack, e) + f0 * four(J, a + e) + f1 * four(J, b + e) + f2 * four(J, c + e) + f3 * four(J, g + e)
        store_four(pack, e, sum)
        e += 4
    while e < columns:
        pack[e] = pack[e] + f0 * J[a + e] + f1 * J[b + e] + f2 * J[c + e] + f3 * J[g + e]
        e += 1
    return 1


@kernel
def dot_range(x, y, first, n):
    """Σ x y over n places from `first` on."""
    return dot(x, first, y, first, n)


@kernel
def dot(x, a, y, b, n):
    """Σ x[a + e] y[b + e] over n places: four sums side by side, which do not wait for each other."""
    s = 0.0
    t = 0.0
    u = 0.0
    v = 0.0
    e = 0
    while e + 3 < n:
        s = s + x[a + e] * y[b + e]
        t = t + x[a + e + 1] * y[b + e + 1]
        u = u + x[a + e + 2] * y[b + e + 2]
        v = v + x[a + e + 3] * y[b + e + 3]
        e += 4
    while e < n:
        s = s + x[a + e] * y[b + e]
        e += 1
    return (s + t) + (u + v)
