"""The factor of the Hessian, H = Lᵀ D L, from the last row to the first, and Newton's direction by it.

Row k of the factor stands in the place of row k of H: D_k L_k below the diagonal, and 1 / D_k on it. In this order a
kinematic tree makes no fill-in: what is zero in all worlds is passed over.
"""

from knuckle.kernel import any_lane, kernel, maximum, stage, where
from knuckle.physics.lockstep.places import row_of_triangle
from knuckle.physics.solver.cholesky import SMALLEST


@stage
def factor_in_step(m, d):
    """Replace solver_H by its factor, and solver_search by L⁻ᵀ of it, two rows at a time."""
    k = m.nv - 1
    while k > 0:
        eliminate_pair(d, k)
        k -= 2
    if k == 0:
        invert_pivot(d, k)


@kernel
def invert_pivot(d, k):
    """Replace the diagonal of row k by its inverse."""
    at = row_of_triangle(k) + k
    inverse = 1.0 / maximum(d.solver_H[at], SMALLEST)
    d.solver_H[at] = inverse
    return inverse


@kernel
def eliminate_pair(d, k):
    """Take row k off row k − 1, and both together off all rows above."""
    H, x = d.solver_H, d.solver_search
    row = row_of_triangle(k)
    next = row_of_triangle(k - 1)
    inverse = invert_pivot(d, k)
    c = inverse * H[row + k - 1]
    x[k - 1] = x[k - 1] - c * x[k]
    at = next + k - 1
    H[at] = H[at] - c * H[row + k - 1]
    pair = (row, next, inverse, invert_pivot(d, k - 1))
    columns = merge_rows(d, pair, c, k - 1)
    s = pair[2] * x[k]
    t = pair[3] * x[k - 1]
    for q in range(columns):
        e = d.factor_column[q]
        x[e] = x[e] - s * H[row + e] - t * H[next + e]
    p = 0
    while p + 1 < columns:
        take_off_two(d, pair, p)
        p += 2
    if p < columns:
        take_off_one(d, pair, p)


@kernel
def merge_rows(d, pair, c, count):
    """Take c times the first of two rows off the second; list the columns that are not zero in all worlds."""
    H = d.solver_H
    row, next, _, _ = pair
    columns = 0
    for e in range(count):
        x = H[row + e]
        y = H[next + e] - c * x
        if any_lane((x != 0.0) | (y != 0.0)):
            H[next + e] = y
            d.factor_column[columns] = e
            columns += 1
    return columns


@kernel
def take_off_one(d, pair, p):
    """Take two rows off that of column p; a pair is the addresses of both, and the inverses of their pivots."""
    H = d.solver_H
    row, next, inverse, below = pair
    i = d.factor_column[p]
    a, b = inverse * H[row + i], below * H[next + i]
    for q in range(p + 1):
        e = d.factor_column[q]
        at = row_of_triangle(i) + e
        H[at] = H[at] - a * H[row + e] - b * H[next + e]


@kernel
def take_off_two(d, pair, p):
    """Take two rows off those of columns p and p + 1: each element is read once."""
    H = d.solver_H
    row, next, inverse, below = pair
    i = d.factor_column[p]
    j = d.factor_column[p + 1]
    a, b = inverse * H[row + i], below * H[next + i]
    s, t = inverse * H[row + j], below * H[next + j]
    first = row_of_triangle(i)
    second = row_of_triangle(j)
    for q in range(p + 1):
        e = d.factor_column[q]
        x = H[row + e]
        y = H[next + e]
        H[first + e] = H[first + e] - a * x - b * y
        H[second + e] = H[second + e] - s * x - t * y
    H[second + j] = H[second + j] - s * H[row + j] - t * H[next + j]


@kernel
def descend(m, d, going):
    """solver_search = −H⁻¹g in worlds that are going, 0 in others; solver_H becomes its factor."""
    for i in range(m.nv):
        d.solver_search[i] = where(going > 0.0, -d.solver_grad[i], 0.0)
    factor_in_step(m, d)
    solve_rest(m, d)


@kernel
def solve_rest(m, d):
    """solver_search ← L⁻¹ D⁻¹ of it: after `factor_in_step`, H⁻¹ of what it was before."""
    H, x = d.solver_H, d.solver_search
    for k in range(m.nv):
        row = row_of_triangle(k)
        s = 0.0 * x[k]
        t = 0.0 * x[k]
        e = 0
        while e + 1 < k:
            s = s + H[row + e] * x[e]
            t = t + H[row + e + 1] * x[e + 1]
            e += 2
        if e < k:
            s = s + H[row + e] * x[e]
        x[k] = (x[k] - (s + t)) * H[row + k]
