"""Products with the inertia matrix and the constraint Jacobian of one island, in the solver's order."""

from knuckle.kernel import kernel
from knuckle.physics.solver.coupling import has_couplings, mul_couplings


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
        pushes = 0
        for e in range(columns):
            d.solver_pack[e] = 0.0
        for q in range(rows):
            fq = f[k + q]
            if fq != 0.0:
                a = start + q * columns
                pushes += 1
                for e in range(columns):
                    d.solver_pack[e] = d.solver_pack[e] + d.efc_J[a + e] * fq
        if pushes > 0:
            for e in range(columns):
                p = d.J_position[start + e]
                y[p] = y[p] + scale * d.solver_pack[e]
        k += rows


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
