"""The factor LᵀDL of matrices with the pattern of M, and solves with it.

Column k of an ancestor's row is also a column of the descendant's row, at the same place: row k of M is the head of
row i, up to and including column k. So the elimination from the leaves to the root makes no fill-in, and adds whole
heads of rows. L is unit lower triangular; D stands on the diagonal.
"""

from knuckle.kernel import any_lane, kernel, stage, where
from knuckle.physics.sleep.runs import run_count, run_dofs

SINGULAR = 1e-15  # smaller pivots are raised to this


@stage
def factor_M(m, d):
    """qLD, qLDiagInv: M = LᵀDL and 1/D."""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        if first < end:
            for a in range(m.M_rowadr[first], m.M_rowadr[end - 1] + m.M_rownnz[end - 1]):
                d.qLD[a] = d.M[a]
            factor_in_place(m, first, end, d.qLD, d.qLDiagInv)


@kernel
def factor_in_place(m, first, end, LD, inverse):
    """Replace the rows of the dofs from the first to the end by their factor: L below the diagonal, D on it; 1/D in
    `inverse`.

    Two dofs in a row, one the parent of the other, share their ancestors: eliminated together, they touch each
    ancestor's row once instead of twice.
    """
    i = end - 1
    while i >= first:
        if i > first and m.dof_parentid[i] == i - 1 and m.M_rownnz[i] > 1:
            eliminate_pair(m, LD, inverse, i)
            i -= 2
        else:
            eliminate_one(m, LD, inverse, i)
            i -= 1


@kernel
def eliminate_one(m, LD, inverse, i):
    """Subtract row i from its ancestors' rows: A[k, e] −= A[i, k] A[i, e] / D_i; row i becomes A[i, e] / D_i."""
    u = m.M_rowadr[i]
    n = m.M_rownnz[i] - 1
    r = invert_pivot(LD, u + n)
    inverse[i] = r
    for k in range(n):
        row = m.M_rowadr[m.M_colind[u + k]]
        f = LD[u + k] * r
        for e in range(k + 1):
            LD[row + e] = LD[row + e] - f * LD[u + e]
    for e in range(n):
        LD[u + e] = LD[u + e] * r


@kernel
def eliminate_pair(m, LD, inverse, i):
    """Subtract row i from row i − 1, its parent's, and both together from the rows of their ancestors."""
    u = m.M_rowadr[i]
    v = m.M_rowadr[i - 1]
    n = m.M_rownnz[i] - 1
    r = invert_pivot(LD, u + n)
    f = LD[u + n - 1] * r
    for e in range(n):
        LD[v + e] = LD[v + e] - f * LD[u + e]
    s = invert_pivot(LD, v + n - 1)
    inverse[i] = r
    inverse[i - 1] = s
    k = 0
    while k < n - 2:
        subtract_from_two(m, LD, u, v, k, r, s)
        k += 2
    if k < n - 1:
        row = m.M_rowadr[m.M_colind[v + k]]
        f = LD[u + k] * r
        g = LD[v + k] * s
        for e in range(k + 1):
            LD[row + e] = LD[row + e] - f * LD[u + e] - g * LD[v + e]
    for e in range(n):
        LD[u + e] = LD[u + e] * r
    for e in range(n - 1):
        LD[v + e] = LD[v + e] * s


@kernel
def subtract_from_two(m, LD, u, v, k, r, s):
    """Subtract rows u and v from the rows of the ancestors in their columns k and k + 1, each element read once."""
    low = m.M_rowadr[m.M_colind[v + k]]
    high = m.M_rowadr[m.M_colind[v + k + 1]]
    f = LD[u + k] * r
    g = LD[v + k] * s
    p = LD[u + k + 1] * r
    q = LD[v + k + 1] * s
    for e in range(k + 1):
        a = LD[u + e]
        b = LD[v + e]
        LD[low + e] = LD[low + e] - f * a - g * b
        LD[high + e] = LD[high + e] - p * a - q * b
    e = k + 1
    LD[high + e] = LD[high + e] - p * LD[u + e] - q * LD[v + e]


@kernel
def invert_pivot(LD, a):
    """1 / D for the diagonal element at a, which is raised first if it is too small."""
    pivot = LD[a]
    if any_lane(pivot < SINGULAR):
        pivot = where(pivot < SINGULAR, SINGULAR, pivot)
        LD[a] = pivot
    return 1.0 / pivot


@kernel
def solve_M(m, d, x):
    """x ← M⁻¹ x, with the factor in qLD."""
    solve_LD(m, 0, m.nv, d.qLD, d.qLDiagInv, x)


@kernel
def solve_LD(m, first, end, LD, inverse, x):
    """x ← (LᵀDL)⁻¹ x in place, in the rows of the dofs from the first to the end."""
    solve_transposed(m, first, end, LD, x)
    # x ← L⁻¹ D⁻¹ x, a dof and the child right behind it together
    i = first
    while i < end:
        u = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        s = x[i] * inverse[i]
        if i + 1 < end and m.dof_parentid[i + 1] == i and m.M_rownnz[i + 1] > 1:
            v = m.M_rowadr[i + 1]
            t = x[i + 1] * inverse[i + 1]
            for e in range(n):
                y = x[m.M_colind[u + e]]
                s = s - LD[u + e] * y
                t = t - LD[v + e] * y
            x[i] = s
            x[i + 1] = t - LD[v + n] * s
            i += 2
        else:
            for e in range(n):
                s = s - LD[u + e] * x[m.M_colind[u + e]]
            x[i] = s
            i += 1


@kernel
def solve_transposed(m, first, end, LD, x):
    """x ← L⁻ᵀ x. A dof and its parent right before it share their ancestors, and are taken off them together."""
    i = end - 1
    while i >= first:
        u = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        xi = x[i]
        if i > first and m.dof_parentid[i] == i - 1 and n > 0:
            v = m.M_rowadr[i - 1]
            xp = x[i - 1] - LD[u + n - 1] * xi
            x[i - 1] = xp
            for e in range(n - 1):
                k = m.M_colind[u + e]
                x[k] = x[k] - LD[u + e] * xi - LD[v + e] * xp
            i -= 2
        else:
            for e in range(n):
                k = m.M_colind[u + e]
                x[k] = x[k] - LD[u + e] * xi
            i -= 1
