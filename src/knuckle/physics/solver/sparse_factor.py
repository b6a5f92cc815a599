"""The factor LᵀL of the matrix of a large island, made tree by tree from the last to the first, and solves with it.

All rows of a tree have the same columns (see `spans`), here counted from the first that is stored. A tree is eliminated
in two steps: its rows from each other, then all of them together from the rows at their columns, three at a time, so
that these are read less often. Both leave out columns where no row has an entry: contacts come and go while the room
for them stays.
"""

from knuckle.kernel import four, kernel, maximum, sqrt, stage, store_four
from knuckle.physics.solver.cholesky import SMALLEST
from knuckle.physics.solver.product import dot

GAP = 8  # zeros in a row that are worth leaving out


@stage
def factor_trees(m, d, s):
    """Replace solver_H of a large block by L, H = LᵀL, with the inverses of its diagonal on the diagonal."""
    base = d.island_idofadr[s]
    first = d.island_itreeadr[s]
    n = d.island_ntree[s]
    for e in range(d.island_nv[s]):
        d.column_used[e] = 0
    for back in range(n):
        t = d.tree_queue[first + n - 1 - back]
        start = d.tree_position[t] - base
        width = d.tree_width[t]
        head = d.solver_adr[start] + start - width
        rows = m.tree_dofnum[t]
        for k in range(rows):
            j = rows - 1 - k
            eliminate_row(d, head, width, j)
        runs = find_used_runs(d, t)
        for a in range(runs):
            take_off_run(m, d, t, a, base, head, rows)


@kernel
def row_at(head, width, j):
    """Where row j of a tree begins: each row has one entry more than the one before."""
    return head + j * width + j * (j + 1) // 2


@kernel
def eliminate_row(d, head, width, j):
    """Scale row j of a tree, and take it off the rows of this tree above it; column_used of its other columns."""
    H = d.solver_H
    row = row_at(head, width, j)
    diagonal = width + j
    inverse = 1.0 / sqrt(maximum(H[row + diagonal], SMALLEST))
    H[row + diagonal] = inverse
    for e in range(diagonal):
        H[row + e] = H[row + e] * inverse
    runs = find_runs(d, row, diagonal)
    for a in range(runs):
        for e in range(d.run_first[a], min(d.run_last[a], width)):
            d.column_used[e] = 1
        for i in range(max(d.run_first[a], width), d.run_last[a]):
            c = H[row + i]
            if c != 0.0:
                above = row_at(head, width, i - width)
                for b in range(a):
                    take_off(H, above, row, c, d.run_first[b], d.run_last[b])
                take_off(H, above, row, c, d.run_first[a], i + 1)


@kernel
def take_off(H, target, row, c, e, end):
    """Take c times a row off another, in the columns from e to the end."""
    while e + 3 < end:
        store_four(H, target + e, four(H, target + e) - c * four(H, row + e))
        e += 4
    while e < end:
        H[target + e] = H[target + e] - c * H[row + e]
        e += 1


@kernel
def find_runs(d, row, end):
    """run_first, run_last: the parts of a row up to `end` that are not long stretches of zeros; how many."""
    n = 0
    zeros = GAP
    for e in range(end):
        if d.solver_H[row + e] != 0.0:
            if zeros >= GAP:
                d.run_first[n] = e
                n += 1
            d.run_last[n - 1] = e + 1
            zeros = 0
        else:
            zeros += 1
    return n


@kernel
def find_used_runs(d, t):
    """run_first, run_last: the used columns of tree t without long gaps; run_span: the span each is in; how many."""
    n = 0
    e = 0
    g = d.tree_span[t]
    while g >= 0:
        end = e + d.span_last[g] - d.span_first[g]
        zeros = GAP
        while e < end:
            if d.column_used[e]:
                if zeros >= GAP:
                    d.run_first[n] = e
                    d.run_span[n] = g
                    n += 1
                d.run_last[n - 1] = e + 1
                zeros = 0
                d.column_used[e] = 0
            else:
                zeros += 1
            e += 1
        g = d.span_next[g]
    return n


@kernel
def take_off_run(m, d, t, a, base, head, rows):
    """Take all rows of tree t off the rows at the columns of its run a, tree by tree."""
    width = d.tree_width[t]
    # of a column: its place less its number
    ahead = d.tree_position[t] - base - width - d.span_shift[d.run_span[a]]
    i = d.run_first[a]
    while i < d.run_last[a]:
        u = m.dof_treeid[d.ordered_dof[base + i + ahead]]
        start = d.tree_position[u] - base
        end = min(d.run_last[a], start + m.tree_dofnum[u] - ahead)
        fit_runs(d, t, u, a, base)
        while i < end:
            take_off_rows(d, d.solver_adr[i + ahead], i, a, head, width, rows)
            i += 1


@kernel
def fit_runs(d, t, u, a, base):
    """run_shift of runs up to a: how far beyond solver_adr and its number a column of tree t lies in rows of tree u.

    Tree u has all of them: its own, and those before it in spans of its own.
    """
    start = d.tree_position[u] - base
    own = d.tree_position[t] - base - d.tree_width[t]
    g = d.tree_span[u]
    for b in range(a + 1):
        ahead = own - d.span_shift[d.run_span[b]]
        place = d.run_first[b] + ahead
        while g >= 0 and d.span_last[g] <= place:
            g = d.span_next[g]
        d.run_shift[b] = ahead if place >= start or g < 0 else ahead + d.span_shift[g]


@kernel
def take_off_rows(d, target, i, a, head, width, rows):
    """Take the rows of a tree that have an entry in column i off the row at that column, three at a time."""
    H = d.solver_H
    n = 0
    p = head
    q = head
    x = 0.0 * H[head]
    y = 0.0 * H[head]
    for j in range(rows):
        row = row_at(head, width, j)
        c = H[row + i]
        if c != 0.0:
            if n == 0:
                p = row
                x = c
            elif n == 1:
                q = row
                y = c
            else:
                take_off_three(d, target, i, a, p, q, row, x, y, c)
            n = n + 1 if n < 2 else 0
    if n == 1:
        take_off_three(d, target, i, a, p, p, p, x, 0.0 * x, 0.0 * x)
    elif n == 2:
        take_off_three(d, target, i, a, p, q, p, x, y, 0.0 * x)


@kernel
def take_off_three(d, target, i, a, p, q, r, x, y, z):
    """Take x, y and z times three rows off the row at column i, up to its diagonal."""
    H = d.solver_H
    for b in range(a + 1):
        shift = target + d.run_shift[b]
        e = d.run_first[b]
        end = d.run_last[b] if b < a else i + 1
        while e + 3 < end:
            rest = four(H, shift + e) - x * four(H, p + e) - y * four(H, q + e) - z * four(H, r + e)
            store_four(H, shift + e, rest)
            e += 4
        while e < end:
            H[shift + e] = H[shift + e] - x * H[p + e] - y * H[q + e] - z * H[r + e]
            e += 1


@kernel
def solve_trees(m, d, s, x):
    """x ← (LᵀL)⁻¹ x, for the entries of a large block."""
    first = d.island_itreeadr[s]
    n = d.island_ntree[s]
    for back in range(n):
        solve_upwards(m, d, d.tree_queue[first + n - 1 - back], d.island_idofadr[s], x)
    for e in range(first, first + n):
        solve_downwards(m, d, d.tree_queue[e], d.island_idofadr[s], x)


@kernel
def solve_upwards(m, d, t, base, x):
    """x ← L⁻ᵀ x for the rows of tree t."""
    H = d.solver_H
    own = d.tree_position[t]
    width = d.tree_width[t]
    rows = m.tree_dofnum[t]
    for back in range(rows):
        j = rows - 1 - back
        row = d.solver_adr[own + j - base] + own - base
        xj = x[own + j] * H[row + j]
        x[own + j] = xj
        for e in range(j):
            x[own + e] = x[own + e] - H[row + e] * xj
        a = row - width
        g = d.tree_span[t]
        while g >= 0:
            length = d.span_last[g] - d.span_first[g]
            p = base + d.span_first[g]
            for e in range(length):
                x[p + e] = x[p + e] - H[a + e] * xj
            a += length
            g = d.span_next[g]


@kernel
def solve_downwards(m, d, t, base, x):
    """x ← L⁻¹ x for the rows of tree t."""
    H = d.solver_H
    own = d.tree_position[t]
    width = d.tree_width[t]
    for j in range(m.tree_dofnum[t]):
        row = d.solver_adr[own + j - base] + own - base
        sum = x[own + j] - dot(H, row, x, own, j)
        a = row - width
        g = d.tree_span[t]
        while g >= 0:
            length = d.span_last[g] - d.span_first[g]
            sum = sum - dot(H, a, x, base + d.span_first[g], length)
            a += length
            g = d.span_next[g]
        x[own + j] = sum * H[row + j]
