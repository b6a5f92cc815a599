"""Cholesky of a small dense matrix, row by row in plain arrays."""

from knuckle.kernel import kernel, maximum, sqrt

TINY = 1e-300


@kernel
def factor_small(H, n):
    """H = L Lᵀ, in the lower half of H."""
    for i in range(n):
        for j in range(i + 1):
            s = H[i * n + j]
            for k in range(j):
                s = s - H[i * n + k] * H[j * n + k]
            if i == j:
                H[i * n + i] = sqrt(maximum(s, TINY))
            else:
                H[i * n + j] = s / H[j * n + j]


@kernel
def solve_small(L, x, n):
    """x ← (L Lᵀ)⁻¹ x."""
    for i in range(n):
        s = x[i]
        for k in range(i):
            s = s - L[i * n + k] * x[k]
        x[i] = s / L[i * n + i]
    for back in range(n):
        i = n - 1 - back
        s = x[i] / L[i * n + i]
        x[i] = s
        for k in range(i):
            x[k] = x[k] - L[i * n + k] * s
