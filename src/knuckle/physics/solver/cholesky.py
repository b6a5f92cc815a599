"""The factor LᵀDL of a small symmetric matrix, made from the last row to the first, and solves with it.

Of row k the columns up to the diagonal are stored, side by side, from `solver_adr` on, with room to the next multiple
of four: rows are taken off others four columns at a time, and what is beyond the diagonal does not matter. In this
order a kinematic tree makes no fill-in: a row keeps the zeros between its branch and the root. Rows start at their
first entry, and zero multipliers are skipped.

L has ones on its diagonal. Stored is U = DL, whose rows need not be divided, with the inverses of D on the diagonal.
"""

from knuckle.kernel import four, kernel, maximum, store_four
from knuckle.physics.solver.product import dot

SMALLEST = 1e-15
WIDTH = 4  # columns that are changed together, by `four`


@kernel
def padded(k):
    """The room of row k: its columns up to the diagonal, and to the next multiple of WIDTH."""
    return (k + WIDTH) // WIDTH * WIDTH


@kernel
def factor(d, n):
    """Replace solver_H by U, H = UᵀD⁻¹U, with the inverses of D on its diagonal."""
    k = n - 1
    while k > 0:
        eliminate_pair(d, k)
        k -= 2
    if k == 0:
        invert_pivot(d.solver_H, d.solver_adr[0])


@kernel
def invert_pivot(H, at):
    """Replace a number on the diagonal by its inverse, which is returned."""
    inverse = 1.0 / maximum(H[at], SMALLEST)
    H[at] = inverse
    return inverse


@kernel
def eliminate_pair(d, k):
    """Take row k off row k − 1, and both together off all rows above that one of them has an entry for."""
    H = d.solver_H
    row = d.solver_adr[k]
    next = d.solver_adr[k - 1]
    low = d.solver_first[k]
    r = invert_pivot(H, row + k)
    c = H[row + k - 1] * r
    if c != 0.0:
        d.solver_first[k - 1] = min(low, d.solver_first[k - 1])
        for e in range(low - low % WIDTH, k, WIDTH):
            store_four(H, next + e, four(H, next + e) - c * four(H, row + e))
    s = invert_pivot(H, next + k - 1)
    low = min(low, d.solver_first[k - 1])
    i = low
    while i < k - 2:
        take_off_two(d, row, next, r, s, low, i)
        i += 2
    if i < k - 1:
        take_off_one(d, row, next, r, s, low, i)


@kernel
def take_off_one(d, row, next, r, s, low, i):
    """Take two rows, given by their addresses and inverse pivots, off row i."""
    H = d.solver_H
    a = H[row + i] * r
    b = H[next + i] * s
    if a != 0.0 or b != 0.0:
        above = d.solver_adr[i]
        d.solver_first[i] = min(low, d.solver_first[i])
        for e in range(low - low % WIDTH, i + 1, WIDTH):
            store_four(H, above + e, four(H, above + e) - a * four(H, row + e) - b * four(H, next + e))


@kernel
def take_off_two(d, row, next, r, s, low, i):
    """Take two rows, given by their addresses and inverse pivots, off rows i and i + 1: each element is read once."""
    H = d.solver_H
    a = H[row + i] * r
    b = H[next + i] * s
    p = H[row + i + 1] * r
    q = H[next + i + 1] * s
    if a != 0.0 or b != 0.0 or p != 0.0 or q != 0.0:
        above = d.solver_adr[i]
        below = d.solver_adr[i + 1]
        d.solver_first[i] = min(low, d.solver_first[i])
        d.solver_first[i + 1] = min(low, d.solver_first[i + 1])
        for e in range(low - low % WIDTH, i + 1, WIDTH):
            x = four(H, row + e)
            y = four(H, next + e)
            upper = four(H, above + e) - a * x - b * y
            lower = four(H, below + e) - p * x - q * y
            store_four(H, above + e, upper)
            store_four(H, below + e, lower)
        if i % WIDTH == WIDTH - 1:  # the diagonal of the lower row is in the next four
            H[below + i + 1] = H[below + i + 1] - p * H[row + i + 1] - q * H[next + i + 1]


@kernel
def solve(d, n, x, base):
    """x ← (LᵀDL)⁻¹ x, for the n entries from `base` on, two rows at a time."""
    H = d.solver_H
    # x ← L⁻ᵀ x
    k = n - 1
    while k > 0:
        row = d.solver_adr[k]
        next = d.solver_adr[k - 1]
        t = x[base + k] * H[row + k]
        x[base + k - 1] = x[base + k - 1] - H[row + k - 1] * t
        u = x[base + k - 1] * H[next + k - 1]
        for e in range(min(d.solver_first[k], d.solver_first[k - 1]), k - 1):
            x[base + e] = x[base + e] - H[row + e] * t - H[next + e] * u
        k -= 2
    # x ← L⁻¹ D⁻¹ x
    k = 0
    while k < n - 1:
        row = d.solver_adr[k]
        next = d.solver_adr[k + 1]
        low = min(d.solver_first[k], d.solver_first[k + 1])
        s = (x[base + k] - dot(H, row + low, x, base + low, k - low)) * H[row + k]
        t = x[base + k + 1] - dot(H, next + low, x, base + low, k - low)
        x[base + k] = s
        x[base + k + 1] = (t - H[next + k] * s) * H[next + k + 1]
        k += 2
    if k < n:
        row = d.solver_adr[k]
        low = d.solver_first[k]
        x[base + k] = (x[base + k] - dot(H, row + low, x, base + low, k - low)) * H[row + k]
