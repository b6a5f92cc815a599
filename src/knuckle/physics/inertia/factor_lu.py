"""The reverse factor U L of matrices with the pattern of D, and solves with it.

Row i of D holds the ancestors of dof i, then i, then its descendants, which are the dofs right after it. So column c of
row i stands at place `D_diag[c]` for an ancestor and at `D_diag[i] + c − i` for a descendant, and the elimination from
the leaves to the root makes no fill-in. U is unit upper triangular; L keeps the diagonal.
"""

from knuckle.kernel import kernel


@kernel
def factor_lu(m, A, first, last):
    """Replace a matrix by its factors, for the dofs first ≤ i < last of whole trees."""
    for k in range(last - 1, first - 1, -1):
        start = m.D_rowadr[k]
        depth = m.D_diag[k]
        inverse = 1.0 / A[start + depth]
        for e in range(depth):
            i = m.D_colind[start + e]
            row = m.D_rowadr[i]
            diagonal = row + m.D_diag[i]
            u = A[diagonal + k - i] * inverse
            A[diagonal + k - i] = u
            # row i ← row i − u · head of row k: first the common ancestors, then the dofs between i and k
            for q in range(e + 1):
                A[row + q] = A[row + q] - u * A[start + q]
            for q in range(e + 1, depth):
                a = diagonal + m.D_colind[start + q] - i
                A[a] = A[a] - u * A[start + q]


@kernel
def solve_lu(m, A, first, last, x):
    """x ← (U L)⁻¹ x in place, for the dofs first ≤ i < last of whole trees."""
    # x ← U⁻¹ x
    for i in range(last - 1, first - 1, -1):
        start = m.D_rowadr[i]
        s = x[i]
        for a in range(start + m.D_diag[i] + 1, start + m.D_rownnz[i]):
            s = s - A[a] * x[m.D_colind[a]]
        x[i] = s
    # x ← L⁻¹ x
    for i in range(first, last):
        start = m.D_rowadr[i]
        diagonal = start + m.D_diag[i]
        s = x[i]
        for a in range(start, diagonal):
            s = s - A[a] * x[m.D_colind[a]]
        x[i] = s / A[diagonal]
