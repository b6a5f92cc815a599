"""Normal equations of trajectories: products of rows, and elimination in a band with a border.

A row of the band is an unknown of a frame: its columns are those of its own frame and of the two after it, then those
of the border, which are the last two frames, then its right-hand side. Only columns from its own on count.
"""

from knuckle.kernel import kernel

REACH = 3  # frames that a row of the band has columns of


@kernel
def lab_products(m, q):
    """Pᵀ P of the rows P of each part, summed row by row."""
    for t in range(q.parts):
        P = t * q.wide * q.wide
        for e in range(q.wide * q.wide):
            q.products[P + e] = 0.0
        for r in range(q.count):
            add_row(q, P, (t * q.count + r) * q.wide)
        for i in range(q.wide):
            for j in range(i):
                q.products[P + i * q.wide + j] = q.products[P + j * q.wide + i]


@kernel
def add_row(q, P, row):
    """Add x xᵀ of a row x to the upper half of a product."""
    for i in range(q.wide):
        x = q.rows[row + i]
        if x != 0.0:
            for j in range(i, q.wide):
                q.products[P + i * q.wide + j] = q.products[P + i * q.wide + j] + x * q.rows[row + j]


@kernel
def lab_eliminate(m, q):
    """The solution of a symmetric system, zeros where a pivot is not positive. Band and border are used up."""
    q.failed = 0
    for k in range(q.unknowns):
        q.x[k] = 0.0
    for k in range(q.last):
        q.end[k] = 0.0
    for k in range(q.unknowns):
        if not (q.band[k * q.width + k % q.n] > 0.0):
            q.failed = 1
            return
        take_off_band(q, k)
        take_off_border(q, k)
    for k in range(q.last):
        if not (q.border[k * (q.last + 1) + k] > 0.0):
            q.failed = 1
            return
        take_off_last(q, k)
    for back in range(q.last):
        solve_last(q, q.last - 1 - back)
    for back in range(q.unknowns):
        solve_band(q, q.unknowns - 1 - back)


@kernel
def end_of_band(q, k):
    """The number of columns that row k of the band has."""
    return min(REACH * q.n, q.unknowns - (k - k % q.n))


@kernel
def take_off_band(q, k):
    """Take row k off the rows of the band below it. Columns of a row count from those of its frame on."""
    first = k - k % q.n
    row = k * q.width
    end = end_of_band(q, k)
    inverse = 1.0 / q.band[row + k % q.n]
    for column in range(k % q.n + 1, end):
        f = q.band[row + column] * inverse
        if f != 0.0:
            below = (first + column) * q.width
            shift = below - (column - column % q.n)
            for e in range(column, end):
                q.band[shift + e] = q.band[shift + e] - f * q.band[row + e]
            for e in range(REACH * q.n, q.width):
                q.band[below + e] = q.band[below + e] - f * q.band[row + e]


@kernel
def take_off_border(q, k):
    """Take row k of the band off the rows of the border."""
    row = k * q.width + REACH * q.n
    inverse = 1.0 / q.band[k * q.width + k % q.n]
    for i in range(q.last):
        f = q.band[row + i] * inverse
        if f != 0.0:
            below = i * (q.last + 1)
            for e in range(q.last + 1):
                q.border[below + e] = q.border[below + e] - f * q.band[row + e]


@kernel
def take_off_last(q, k):
    """Take row k of the border off those below it."""
    row = k * (q.last + 1)
    inverse = 1.0 / q.border[row + k]
    for i in range(k + 1, q.last):
        f = q.border[row + i] * inverse
        below = i * (q.last + 1)
        for e in range(i, q.last + 1):
            q.border[below + e] = q.border[below + e] - f * q.border[row + e]


@kernel
def solve_last(q, k):
    """Unknown k of the border, given those after it."""
    row = k * (q.last + 1)
    s = q.border[row + q.last]
    for i in range(k + 1, q.last):
        s = s - q.border[row + i] * q.end[i]
    q.end[k] = s / q.border[row + k]


@kernel
def solve_band(q, k):
    """Unknown k of the band, given those after it."""
    row = k * q.width
    first = k - k % q.n
    s = q.band[row + q.width - 1]
    for column in range(k % q.n + 1, end_of_band(q, k)):
        s = s - q.band[row + column] * q.x[first + column]
    for i in range(q.last):
        s = s - q.band[row + REACH * q.n + i] * q.end[i]
    q.x[k] = s / q.band[row + k % q.n]
