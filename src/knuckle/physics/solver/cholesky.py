"""The factor LᵀL of a small symmetric matrix, made from the last row to the first, and solves with it.

Of row k the columns up to the diagonal are stored, side by side, from `solver_adr` on. In this order a kinematic tree
makes no fill-in: a row keeps the zeros between its branch and the root. Rows start at their first entry, and zero
multipliers are skipped.
"""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.physics.solver.product import dot

SMALLEST = 1e-15


@kernel
def factor(d, n):
    """Replace solver_H by L, H = LᵀL, with the inverses of its diagonal on the diagonal."""
    k = n - 1
    while k > 0:
        eliminate_pair(d, k)
        k -= 2
    if k == 0:
        scale_row(d, k)


@kernel
def scale_row(d, k):
    """Divide row k by the root of its diagonal; the inverse of the root stands there."""
    H = d.solver_H
    row = d.solver_adr[k]
    inverse = 1.0 / sqrt(maximum(H[row + k], SMALLEST))
    H[row + k] = inverse
    for e in range(d.solver_first[k], k):
        H[row + e] = H[row + e] * inverse


@kernel
def eliminate_pair(d, k):
    """Take row k off row k − 1, and both together off all rows above that one of them has an entry for."""
    H = d.solver_H
    row = d.solver_adr[k]
    next = d.solver_adr[k - 1]
    low = d.solver_first[k]
    scale_row(d, k)
    c = H[row + k - 1]
    if c != 0.0:
        d.solver_first[k - 1] = min(low, d.solver_first[k - 1])
        for e in range(low, k):
            H[next + e] = H[next + e] - c * H[row + e]
    scale_row(d, k - 1)
    low = min(low, d.solver_first[k - 1])
    i = low
    while i < k - 2:
        take_off_two(d, row, next, low, i)
        i += 2
    if i < k - 1:
        take_off_one(d, row, next, low, i)


@kernel
def take_off_one(d, row, next, low, i):
    """Take two rows, given by their addresses, off row i."""
    H = d.solver_H
    a = H[row + i]
    b = H[next + i]
    if a != 0.0 or b != 0.0:
        above = d.solver_adr[i]
        d.solver_first[i] = min(low, d.solver_first[i])
        for e in range(low, i + 1):
            H[above + e] = H[above + e] - a * H[row + e] - b * H[next + e]


@kernel
def take_off_two(d, row, next, low, i):
    """Take two rows, given by their addresses, off rows i and i + 1: each element is read once."""
    H = d.solver_H
    a = H[row + i]
    b = H[next + i]
    p = H[row + i + 1]
    q = H[next + i + 1]
    if a != 0.0 or b != 0.0 or p != 0.0 or q != 0.0:
        above = d.solver_adr[i]
        below = d.solver_adr[i + 1]
        d.solver_first[i] = min(low, d.solver_first[i])
        d.solver_first[i + 1] = min(low, d.solver_first[i + 1])
        for e in range(low, i + 1):
            x = H[row + e]
            y = H[next + e]
            H[above + e] = H[above + e] - a * x - b * y
            H[below + e] = H[below + e] - p * x - q * y
        H[below + i + 1] = H[below + i + 1] - p * p - q * q


@kernel
def solve(d, n, x, base):
    """x ← (LᵀL)⁻¹ x, for the n entries from `base` on."""
    H = d.solver_H
    # x ← L⁻ᵀ x
    for back in range(n):
        k = n - 1 - back
        row = d.solver_adr[k]
        xk = x[base + k] * H[row + k]
        x[base + k] = xk
        for e in range(d.solver_first[k], k):
            x[base + e] = x[base + e] - H[row + e] * xk
    # x ← L⁻¹ x
    for k in range(n):
        row = d.solver_adr[k]
        low = d.solver_first[k]
        x[base + k] = (x[base + k] - dot(H, row + low, x, base + low, k - low)) * H[row + k]
