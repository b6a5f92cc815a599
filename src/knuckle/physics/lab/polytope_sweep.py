"""Projected Gauss-Seidel for contacts with faceted cones: normals, then the edges β ≥ 0, Σβ ≤ μf_n of each.

A contact at rest under its own update satisfies its complementarity conditions, so that what the sweeps converge to, if
they do, solves the linear complementarity problem.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum

FRICTION, LIMIT, CONE, TANGENT = 0.0, 1.0, 2.0, 3.0  # knuckle.lab.Kind; an edge is TANGENT
HALVINGS = 60


@kernel
def lab_sweep(m, q):
    """z after some sweeps from 0 on; ends where the largest change `left` is below the tolerance."""
    for i in range(q.n):
        q.z[i] = 0.0
        q.step[i] = 0.0
    q.done = 0
    q.left = 0.0
    going = True
    while going and q.done < q.iterations:
        q.left = visit_all(q)
        q.done = q.done + 1
        going = q.left > q.tolerance


@kernel
def visit_all(q):
    """Update all rows in order, the edges of a contact together; the largest change."""
    worst = 0.0
    i = 0
    while i < q.n:
        old = q.z[i]
        z = old - slope(q, i) / maximum(q.M[i * q.n + i], 1e-300)
        if q.kind[i] == FRICTION:
            z = minimum(z, q.bound[i])
        q.z[i] = maximum(z, 0.0)
        worst = maximum(worst, absolute(q.z[i] - old))
        end = i + 1
        if q.kind[i] == CONE:
            while end < q.n and q.kind[end] == TANGENT:
                end += 1
            worst = maximum(worst, update_edges(q, i, end))
        i = end
    return worst


@kernel
def slope(q, i):
    """(M z + b)_i."""
    s = q.b[i]
    for j in range(q.n):
        s = s + q.M[i * q.n + j] * q.z[j]
    return s


@kernel
def update_edges(q, r, end):
    """β ← the point of β ≥ 0, Σβ ≤ μf_n nearest to β − (D v) / L, L a bound of the curvature; the largest change."""
    L = 0.0
    for i in range(r + 1, end):
        wide = 0.0
        for j in range(r + 1, end):
            wide = wide + absolute(q.M[i * q.n + j])
        L = maximum(L, wide)
        q.step[i] = slope(q, i)
    L = maximum(L, 1e-300)
    most = 0.0
    total = 0.0
    for i in range(r + 1, end):
        q.step[i] = q.z[i] - q.step[i] / L
        most = maximum(most, q.step[i])
        total = total + maximum(q.step[i], 0.0)
    shift = 0.0
    room = q.mu[r] * q.z[r]
    if total > room:
        shift = common_shift(q, r, end, room, most)
    worst = 0.0
    for i in range(r + 1, end):
        new = maximum(q.step[i] - shift, 0.0)
        worst = maximum(worst, absolute(new - q.z[i]))
        q.z[i] = new
    return worst


@kernel
def common_shift(q, r, end, room, most):
    """t with Σ max(0, step − t) = room, by halving and then exactly on the edges that remain."""
    low = 0.0
    high = most
    for _ in range(HALVINGS):
        t = 0.5 * (low + high)
        total = 0.0
        for i in range(r + 1, end):
            total = total + maximum(q.step[i] - t, 0.0)
        if total > room:
            low = t
        else:
            high = t
    total = 0.0
    count = 0.0
    for i in range(r + 1, end):
        if q.step[i] > high:
            total = total + q.step[i]
            count = count + 1.0
    return (total - room) / count if count > 0.0 else most
