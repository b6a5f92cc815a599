"""The factor LᵀDL of matrices with the pattern of M, and solves with it.

Column k of an ancestor's row is also a column of the descendant's row, at the same place: row k of M is the head of
row i, up to and including column k. So the elimination from the leaves to the root makes no fill-in, and adds whole
heads of rows. L is unit lower triangular; D stands on the diagonal.
"""

from knuckle.machine.kernel import kernel, sqrt, where

SINGULAR = 1e-15  # smaller pivots are raised to this


@kernel
def factor_M(m, d):
    """qLD, qLDiagInv: M = LᵀDL and 1/D."""
    for a in range(m.nC):
        d.qLD[a] = d.M[a]
    factor_in_place(m, d.qLD, d.qLDiagInv)


@kernel
def factor_in_place(m, LD, inverse):
    """Replace a matrix by its factor: L below the diagonal, D on it; 1/D in `inverse`."""
    for i in range(m.nv - 1, -1, -1):
        start = m.M_rowadr[i]
        last = start + m.M_rownnz[i] - 1
        pivot = where(LD[last] < SINGULAR, SINGULAR, LD[last])
        inv = 1.0 / pivot
        LD[last] = pivot
        inverse[i] = inv
        # M ← M − lᵀ l D on the rows of the ancestors
        for a in range(start, last):
            row = m.M_rowadr[m.M_colind[a]]
            scaled = LD[a] * inv
            for e in range(a - start + 1):
                LD[row + e] = LD[row + e] - scaled * LD[start + e]
        for a in range(start, last):
            LD[a] = LD[a] * inv


@kernel
def solve_M(m, d, x):
    """x ← M⁻¹ x, with the factor in qLD."""
    solve_LD(m, d.qLD, d.qLDiagInv, x)


@kernel
def solve_LD(m, LD, inverse, x):
    """x ← (LᵀDL)⁻¹ x in place."""
    # x ← L⁻ᵀ x
    for i in range(m.nv - 1, -1, -1):
        start = m.M_rowadr[i]
        xi = x[i]
        for a in range(start, start + m.M_rownnz[i] - 1):
            k = m.M_colind[a]
            x[k] = x[k] - LD[a] * xi
    # x ← L⁻¹ D⁻¹ x
    for i in range(m.nv):
        start = m.M_rowadr[i]
        s = x[i] * inverse[i]
        for a in range(start, start + m.M_rownnz[i] - 1):
            s = s - LD[a] * x[m.M_colind[a]]
        x[i] = s


@kernel
def half_solve_M(m, d, x):
    """x ← D^(−½) L⁻ᵀ x, so that the new x·x is xᵀ M⁻¹ x of the old: needs the square roots of 1/D once per dof."""
    for i in range(m.nv - 1, -1, -1):
        start = m.M_rowadr[i]
        xi = x[i]
        for a in range(start, start + m.M_rownnz[i] - 1):
            k = m.M_colind[a]
            x[k] = x[k] - d.qLD[a] * xi
    for i in range(m.nv):
        x[i] = x[i] * sqrt(d.qLDiagInv[i])
