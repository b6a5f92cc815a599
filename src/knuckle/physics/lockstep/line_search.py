"""The exact minimum of the cost along a search direction, in all worlds at once: the way of `solver/line_search`.

A world whose search has ended keeps what it found while others go on. A point is (α, φ, φ′, φ″).
"""

from knuckle.kernel import absolute, any_lane, kernel, maximum, precision, real_of, where
from knuckle.physics.lockstep.cost import prepare_slopes, rows_slopes
from knuckle.physics.lockstep.product import dot

ROUNDING = 1e-5  # in single precision a slope this much smaller than at the start cannot be told from zero


@kernel
def line_search(m, d, start, tolerance, going):
    """(α, short): α with |φ′(α)| ≤ tolerance, or as near as numbers let it come; 1 where ls_iterations cut it short.

    α is 0 where nothing better was found, and where nothing is going.
    `start` is where Newton's step from 0 leads; 0 where that is not known.
    """
    one = dot(m, d.solver_search, d.solver_Ma) - dot(m, d.solver_search, d.solver_smooth)
    two = dot(m, d.solver_search, d.solver_Mv)
    prepare_slopes(m, d)
    if precision(one) == 32:  # of which the slope is a sum, rounded
        tolerance = maximum(tolerance, ROUNDING * absolute(dot(m, d.solver_search, d.solver_grad)))
    alpha, short = walk(m, d, start, tolerance, one, two, going)
    return where(going > 0.0, alpha, 0.0), where(going > 0.0, short, 0.0)


@kernel
def evaluate_at(m, d, alpha, one, two):
    """The point α."""
    value, first, second = rows_slopes(m, d, alpha)
    return alpha, value + alpha * (one + 0.5 * alpha * two), first + (one + alpha * two), second + two


@kernel
def newton_from(m, d, p, one, two):
    """The point where Newton's step from the point p leads."""
    return evaluate_at(m, d, newton_step(p), one, two)


@kernel
def newton_step(p):
    """α after Newton's step from the point p."""
    return where(p[3] > 0.0, p[0] - p[2] / p[3], p[0])


@kernel
def walk(m, d, start, tolerance, one, two, going):
    """Newton's steps from 0 on, until φ′ vanishes or changes its sign."""
    if start > 0.0:
        p = evaluate_at(m, d, real_of(tolerance, start), one, two)
    else:
        p = newton_from(m, d, evaluate_at(m, d, real_of(tolerance, 0.0), one, two), one, two)
    evals = real_of(tolerance, 2.0)  # the one at 0, and this one
    most = 1.0 * m.opt_ls_iterations
    last = p
    on = where((absolute(p[2]) > tolerance) & (evals < most), going, 0.0)
    while any_lane(on > 0.0):
        q = newton_from(m, d, p, one, two)
        last = where(on > 0.0, p, last)
        p = where(on > 0.0, q, p)
        evals = evals + on
        # where no step leads on all further evaluations would be this one
        evals = where((on > 0.0) & (p[0] == last[0]), most, evals)
        on = where((absolute(p[2]) > tolerance) & ((p[2] < 0.0) == (last[2] < 0.0)) & (evals < most), on, 0.0)
    on = where((absolute(p[2]) > tolerance) & (evals < most), going, 0.0)
    short = where((absolute(p[2]) > tolerance) & (evals >= most) & (newton_step(p) != p[0]), 1.0, 0.0)
    if any_lane(on > 0.0):
        return narrow(m, d, p, last, tolerance, one, two, evals, most, on), short
    return p[0], short


@kernel
def narrow(m, d, a, b, tolerance, one, two, evals, most, on):
    """The zero of φ′ between two points, the first of which is where Newton's step from the second led."""
    found = a[0]
    from_a = newton_from(m, d, a, one, two)
    from_b = a
    evals = evals + on
    open = on
    on = where(evals < most, on, 0.0)
    while any_lane(on > 0.0):
        middle = evaluate_at(m, d, 0.5 * (a[0] + b[0]), one, two)
        evals = evals + on
        best = flatter(flatter(from_a, from_b), middle)
        flat = (on > 0.0) & (absolute(best[2]) <= tolerance)
        found = where(flat, best[0], found)
        open = where(flat, 0.0, open)
        on = where(flat, 0.0, on)
        next_a = nearer(nearer(nearer(a, from_a), from_b), middle)
        next_b = nearer(nearer(nearer(b, from_a), from_b), middle)
        # where nothing is between them, or it is NaN, the search ends
        moved = (absolute(next_a[2]) < absolute(a[2])) | (absolute(next_b[2]) < absolute(b[2]))
        on = where(moved, on, 0.0)
        if not any_lane(on > 0.0):
            break
        new_a = (on > 0.0) & (next_a[0] != a[0])
        if any_lane(new_a):
            from_a = where(new_a, newton_from(m, d, next_a, one, two), from_a)
            evals = evals + where(new_a, 1.0, 0.0)
        new_b = (on > 0.0) & (next_b[0] != b[0])
        if any_lane(new_b):
            from_b = where(new_b, newton_from(m, d, next_b, one, two), from_b)
            evals = evals + where(new_b, 1.0, 0.0)
        a = where(on > 0.0, next_a, a)
        b = where(on > 0.0, next_b, b)
        on = where(evals < most, on, 0.0)
    best = where(a[1] < b[1], a, b)
    found = where(open > 0.0, best[0], found)
    out = (open > 0.0) & (evals >= most)
    if any_lane(out):
        none = real_of(tolerance, 0.0)
        value = evaluate_at(m, d, none, one, two)[1]
        found = where(out & (best[1] >= value), none, found)
    return found


@kernel
def flatter(p, q):
    """The point with the smaller slope."""
    return where(absolute(q[2]) < absolute(p[2]), q, p)


@kernel
def nearer(end, p):
    """The end of a bracket, or p if it lies inside on the same side of the zero."""
    return where(((p[2] < 0.0) == (end[2] < 0.0)) & (absolute(p[2]) < absolute(end[2])), p, end)
