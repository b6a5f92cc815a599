"""The factor LᵀL of the Hessian, from the last row to the first, and solves with it: `solver/cholesky` for a group.

In this order a kinematic tree makes no fill-in: multipliers that are zero in all worlds are skipped.
"""

from knuckle.kernel import any_lane, kernel, maximum, sqrt, stage_of_group
from knuckle.physics.solver.cholesky import SMALLEST


@stage_of_group
def factor_in_step(m, d):
    """Replace solver_H by L, H = LᵀL, with the inverses of its diagonal on the diagonal."""
    k = m.nv - 1
    while k > 0:
        eliminate_pair(d, k)
        k -= 2
    if k == 0:
        scale_row(d, k)


@kernel
def scale_row(d, k):
    """Divide row k by the root of its diagonal; the inverse of the root stands there."""
    row = k * (k + 1) // 2
    inverse = 1.0 / sqrt(maximum(d.solver_H[row + k], SMALLEST))
    d.solver_H[row + k] = inverse
    for e in range(k):
        d.solver_H[row + e] = d.solver_H[row + e] * inverse


@kernel
def eliminate_pair(d, k):
    """Take row k off row k − 1, and both together off all rows above, two at a time."""
    H = d.solver_H
    row = k * (k + 1) // 2
    next = row - k
    scale_row(d, k)
    c = H[row + k - 1]
    if any_lane(c != 0.0):
        for e in range(k):
            H[next + e] = H[next + e] - c * H[row + e]
    scale_row(d, k - 1)
    i = 0
    while i < k - 2:
        take_off_two(d, row, next, i)
        i += 2
    if i < k - 1:
        a = H[row + i]
        b = H[next + i]
        if any_lane((a != 0.0) | (b != 0.0)):
            above = i * (i + 1) // 2
            for e in range(i + 1):
                H[above + e] = H[above + e] - a * H[row + e] - b * H[next + e]


@kernel
def take_off_two(d, row, next, i):
    """Take two rows, given by their addresses, off rows i and i + 1: each element is read once."""
    H = d.solver_H
    a = H[row + i]
    b = H[next + i]
    p = H[row + i + 1]
    q = H[next + i + 1]
    if any_lane((a != 0.0) | (b != 0.0) | (p != 0.0) | (q != 0.0)):
        above = i * (i + 1) // 2
        below = above + i + 1
        for e in range(i + 1):
            x = H[row + e]
            y = H[next + e]
            H[above + e] = H[above + e] - a * x - b * y
            H[below + e] = H[below + e] - p * x - q * y
        H[below + i + 1] = H[below + i + 1] - p * p - q * q


@kernel
def solve(m, d, x):
    """x ← (LᵀL)⁻¹ x."""
    H = d.solver_H
    for back in range(m.nv):
        k = m.nv - 1 - back
        row = k * (k + 1) // 2
        xk = x[k] * H[row + k]
        x[k] = xk
        for e in range(k):
            x[e] = x[e] - H[row + e] * xk
    for k in range(m.nv):
        row = k * (k + 1) // 2
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
