"""Lemke's method for the linear complementarity problem 0 ≤ z ⟂ w = M z + b ≥ 0.

The tableau is the exchange form x_row = value + Σ T x_column, with one column more for the artificial variable z₀: the
last column of M is what rows have of it, all positive. Variables are w_i = i, z_i = n + i, z₀ = 2n. Ties of the ratio
test are broken as if b_i had been raised by ε^(i+1), so that no basis comes again.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum
from knuckle.physics.lab.small_lu import factor_lu, solve_lu

SOLVED, RAY, MAXITER = 0, 1, 2
TIE = 1e-12  # ratios so near to each other are the same


@kernel
def lab_lemke(m, q):
    """z, its `status`, pivots in `done`, and `left`, the largest violation of 0 ≤ z ⟂ w ≥ 0; `repeat` times.

    Pivots are at least as large as `least`; after each `refresh` of them, unless it is 0, the tableau is computed anew.
    The values of the last basis are computed anew from M by elimination, so
    that no error of pivots is in them.
    """
    for i in range(q.n):
        q.basis[i] = 0
        q.order[i] = 0
    for _ in range(q.repeat):
        fill(q)
        q.done = 0
        q.status = SOLVED
        row = first_row(q)
        if row >= 0:
            follow(q, row)
        read(q)
    violation(q)


@kernel
def fill(q):
    """The tableau of the start: w = b + M (z, z₀)."""
    n = q.n
    for i in range(n):
        q.value[i] = q.b[i]
        q.row_variable[i] = i
        q.solved[i] = 0.0
        q.column_variable[i] = n + i
        for j in range(n + 1):
            q.T[i * (n + 1) + j] = q.M[i * (n + 1) + j]
    q.column_variable[n] = 2 * n
    for i in range(2 * n + 2):
        q.place[i] = -1
    for j in range(n + 1):
        q.place[q.column_variable[j]] = j


@kernel
def first_row(q):
    """The row that needs most of z₀, the last of equals; −1 where z = 0 is the solution."""
    row = -1
    least = 0.0
    for i in range(q.n):
        ratio = q.b[i] / q.M[i * (q.n + 1) + q.n]
        if ratio < 0.0 and ratio <= least:
            least = ratio
            row = i
    return row


@kernel
def follow(q, row):
    """Pivot until z₀ leaves, the path ends in a ray, or too many pivots were made."""
    n = q.n
    column = n
    going = True
    while going:
        leaving = q.row_variable[row]
        pivot(q, row, column)
        q.done = q.done + 1
        if leaving == 2 * n:
            return
        if q.refresh > 0 and q.done % q.refresh == 0:
            compute_anew(q)
        for i in range(n):
            q.value[i] = maximum(q.value[i], 0.0)
        # the partner of what has left comes in
        partner = leaving + n if leaving < n else leaving - n
        column = q.place[partner]
        row = leaving_row(q, column)
        if row < 0:
            q.status = RAY
            going = False
        elif q.done >= q.iterations:
            q.status = MAXITER
            going = False


@kernel
def compute_anew(q):
    """The tableau of the present basis from M, with the largest pivots that there are: errors of the path are gone."""
    n = q.n
    count = 0
    for i in range(n):
        if q.row_variable[i] >= n:
            q.basis[count] = q.row_variable[i]
            count += 1
    for i in range(n):
        q.order[i] = 1 if q.place[i] >= 0 else 0  # w_i is to leave its row
    fill(q)
    for _ in range(count):
        row = -1
        column = -1
        best = 0.0
        for i in range(n):
            if q.order[i] == 1:
                for a in range(count):
                    c = q.place[q.basis[a]]
                    if c >= 0 and absolute(q.T[i * (n + 1) + c]) > best:
                        best = absolute(q.T[i * (n + 1) + c])
                        row = i
                        column = c
        if row >= 0:
            q.order[row] = 0
            pivot(q, row, column)


@kernel
def leaving_row(q, column):
    """The row that reaches zero first when a column's variable grows; z₀ before others; −1 where none does."""
    n = q.n
    wide = n + 1
    row = -1
    least = 0.0
    for i in range(n):
        t = q.T[i * wide + column]
        if t < -q.least:
            ratio = -q.value[i] / t
            if row < 0 or ratio < least:
                least = ratio
                row = i
    if row < 0:
        return row
    best = row
    for i in range(n):
        t = q.T[i * wide + column]
        if t < -q.least and i != best and -q.value[i] / t <= least + TIE * maximum(1.0, least):
            if q.row_variable[best] != 2 * n and (q.row_variable[i] == 2 * n or is_before(q, i, best, column)):
                best = i
    return best


@kernel
def is_before(q, i, k, column):
    """Whether row i comes before row k lexicographically: their shares in each ε^j, over what the column takes."""
    n = q.n
    wide = n + 1
    ti = -1.0 / q.T[i * wide + column]
    tk = -1.0 / q.T[k * wide + column]
    for j in range(n):
        c = q.place[j]
        a = 0.0
        b = 0.0
        if c >= 0:  # w_j is zero: b_j + ε moves rows against its column
            a = -q.T[i * wide + c] * ti
            b = -q.T[k * wide + c] * tk
        elif q.row_variable[i] == j:
            a = ti
        elif q.row_variable[k] == j:
            b = tk
        if a < b - TIE:
            return True
        if a > b + TIE:
            return False
    return False


@kernel
def pivot(q, row, column):
    """Exchange the variables of a row and a column."""
    n = q.n
    wide = n + 1
    a = row * wide
    inverse = 1.0 / q.T[a + column]
    for j in range(wide):
        q.T[a + j] = -q.T[a + j] * inverse
    q.T[a + column] = inverse
    q.value[row] = -q.value[row] * inverse
    for i in range(n):
        b = i * wide
        t = q.T[b + column]
        if i != row and t != 0.0:
            q.T[b + column] = 0.0
            for j in range(wide):
                q.T[b + j] = q.T[b + j] + t * q.T[a + j]
            q.value[i] = q.value[i] + t * q.value[row]
    came = q.column_variable[column]
    went = q.row_variable[row]
    q.row_variable[row] = came
    q.column_variable[column] = went
    q.place[came] = -1
    q.place[went] = column


@kernel
def read(q):
    """z of the last basis: M_BB z_B = −b_B by elimination with pivots, where it is a solution; else as it is."""
    n = q.n
    count = 0
    for i in range(n):
        q.z[i] = 0.0
    for i in range(n):
        k = q.row_variable[i] - n
        if k >= 0 and k < n:
            q.z[k] = q.value[i]
            q.basis[count] = k
            count += 1
    if q.status != SOLVED:
        return
    for a in range(count):
        q.value[a] = -q.b[q.basis[a]]
        for c in range(count):
            q.T[a * count + c] = q.M[q.basis[a] * (n + 1) + q.basis[c]]
    if factor_lu(q.T, q.order, count):
        solve_lu(q.T, q.order, q.value, q.solved, count)
        for a in range(count):
            q.z[q.basis[a]] = maximum(q.solved[a], 0.0)


@kernel
def violation(q):
    """`left` ← max of |min(z, w)| over all rows."""
    n = q.n
    worst = 0.0
    for i in range(n):
        w = q.b[i]
        for j in range(n):
            w = w + q.M[i * (n + 1) + j] * q.z[j]
        worst = maximum(worst, absolute(minimum(q.z[i], w)))
    q.left = worst
