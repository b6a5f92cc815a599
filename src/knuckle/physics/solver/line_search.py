"""The exact minimum of the cost φ along a search direction: Newton's method on φ′.

Newton's steps go on from one point as long as φ′ keeps its sign. Two points with φ′ of either sign are a bracket; then
there are rounds of three points, one by a Newton step from each end and the middle, and the ends move to the best of
them. Known of a point are (α, φ, φ′, φ″). Under a limit of evaluations it matters which points these are and how they
are counted, and that then the end of a bracket is taken only where it gains: so the reference searches.
"""

from knuckle.kernel import absolute, kernel
from knuckle.physics.solver.slopes import prepare_cones, slopes


@kernel
def line_search(m, d, s, start, tolerance):
    """(α, short): α with |φ′(α)| ≤ tolerance, or as near as numbers let it come; whether ls_iterations cut it short.

    α is 0 where nothing better was found. `start` is where Newton's step from 0 leads; 0 where that is not known.
    """
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    one = 0.0 * tolerance
    two = 0.0 * tolerance
    for p in range(base, base + n):
        v = d.solver_search[p]
        one = one + v * (d.solver_Ma[p] - d.solver_smooth[p])
        two = two + v * d.solver_Mv[p]
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_ne[s]):
        one = one + d.row_D[k] * d.row_jar[k] * d.row_jv[k]
        two = two + d.row_D[k] * d.row_jv[k] * d.row_jv[k]
    prepare_cones(d, first + d.island_ne[s] + d.island_nf[s], first + d.island_nefc[s])
    found = walk(m, d, s, start, tolerance, one, two)
    d.line_slope = absolute(found[2])
    short = d.line_slope > tolerance and d.line_evals >= m.opt_ls_iterations and newton_step(found) != found[0]
    return found[0], short


@kernel
def evaluate_at(d, s, alpha, one, two):
    """The point α."""
    d.line_evals = d.line_evals + 1
    value, slope, curve = slopes(d, s, alpha, one, two)
    return alpha, value, slope, curve


@kernel
def newton_from(d, s, p, one, two):
    """The point where Newton's step from the point p leads."""
    return evaluate_at(d, s, newton_step(p), one, two)


@kernel
def newton_step(p):
    """α after Newton's step from the point p."""
    return p[0] - p[2] / p[3] if p[3] > 0.0 else p[0]


@kernel
def walk(m, d, s, start, tolerance, one, two):
    """Newton's steps from 0 on, until φ′ vanishes or changes its sign."""
    if start > 0.0:
        d.line_evals = 1  # the one at 0
        p = evaluate_at(d, s, start, one, two)
    else:
        p = newton_from(d, s, evaluate_at(d, s, 0.0 * tolerance, one, two), one, two)
    last = p
    while absolute(p[2]) > tolerance and (p[2] < 0.0) == (last[2] < 0.0) and d.line_evals < m.opt_ls_iterations:
        last = p
        p = newton_from(d, s, p, one, two)
        if p[0] == last[0]:
            d.line_evals = m.opt_ls_iterations  # no step leads on: all further evaluations would be this one
    if absolute(p[2]) <= tolerance or d.line_evals >= m.opt_ls_iterations:
        return p
    return narrow(m, d, s, p, last, tolerance, one, two)


@kernel
def narrow(m, d, s, a, b, tolerance, one, two):
    """The zero of φ′ between two points, the first of which is where Newton's step from the second led."""
    from_a = newton_from(d, s, a, one, two)
    from_b = a
    while d.line_evals < m.opt_ls_iterations:
        middle = evaluate_at(d, s, 0.5 * (a[0] + b[0]), one, two)
        best = flatter(flatter(from_a, from_b), middle)
        if absolute(best[2]) <= tolerance:
            return best
        next_a = nearer(nearer(nearer(a, from_a), from_b), middle)
        next_b = nearer(nearer(nearer(b, from_a), from_b), middle)
        if not (absolute(next_a[2]) < absolute(a[2]) or absolute(next_b[2]) < absolute(b[2])):
            break  # nothing is between them, or it is NaN
        if next_a[0] != a[0]:
            from_a = newton_from(d, s, next_a, one, two)
        if next_b[0] != b[0]:
            from_b = newton_from(d, s, next_b, one, two)
        a = next_a
        b = next_b
    best = a if a[1] < b[1] else b
    if d.line_evals < m.opt_ls_iterations:
        return best
    none = 0.0 * tolerance
    value, slope, curve = slopes(d, s, none, one, two)
    if best[1] < value:
        return best
    # where costs differ by roundings alone: whatever still falls ahead of 0 has gained
    if falls_ahead(a):
        return a
    return b if falls_ahead(b) else (none, value, slope, curve)


@kernel
def falls_ahead(p):
    """Whether φ, which is convex and falls at 0, still falls at a point ahead of it."""
    return p[0] > 0.0 and p[2] <= 0.0


@kernel
def flatter(p, q):
    """The point with the smaller slope."""
    return q if absolute(q[2]) < absolute(p[2]) else p


@kernel
def nearer(end, p):
    """The end of a bracket, or p if it lies inside on the same side of the zero."""
    return p if (p[2] < 0.0) == (end[2] < 0.0) and absolute(p[2]) < absolute(end[2]) else end
