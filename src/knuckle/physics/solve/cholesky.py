"""The factor LᵀL of a dense symmetric matrix, made from the last row to the first, and solves with it.

Row k is stored from column 0 to k, one row after the other. In this order a kinematic tree makes no fill-in: a row keeps
the zeros between its branch and the root. Zero multipliers are skipped, and rows start at their first entry.
"""

from knuckle.machine.kernel import kernel, maximum, sqrt

SMALLEST = 1e-15


@kernel
def row_start(k):
    """Where row k starts."""
    return k * (k + 1) // 2


@kernel
def factor_dense(H, first, n):
    """Replace H by L, H = LᵀL; `first` holds the first column of each row that is not zero."""
    for back in range(n):
        k = n - 1 - back
        row = row_start(k)
        low = first[k]
        inverse = 1.0 / sqrt(maximum(H[row + k], SMALLEST))
        H[row + k] = inverse
        for e in range(low, k):
            H[row + e] = H[row + e] * inverse
        for i in range(low, k):
            c = H[row + i]
            if c != 0.0:
                above = row_start(i)
                if low < first[i]:
                    first[i] = low
                for e in range(low, i + 1):
                    H[above + e] = H[above + e] - c * H[row + e]


@kernel
def solve_dense(H, first, n, x, base):
    """x ← (LᵀL)⁻¹ x, for the n entries from `base` on; the diagonal of L holds its inverses."""
    # x ← L⁻ᵀ x
    for back in range(n):
        k = n - 1 - back
        row = row_start(k)
        xk = x[base + k] * H[row + k]
        x[base + k] = xk
        for e in range(first[k], k):
            x[base + e] = x[base + e] - H[row + e] * xk
    # x ← L⁻¹ x
    for k in range(n):
        row = row_start(k)
        sum = 0.0
        for e in range(first[k], k):
            sum = sum + H[row + e] * x[base + e]
        x[base + k] = (x[base + k] - sum) * H[row + k]
