"""The exact minimum of the cost φ along a search direction.

Newton's method on φ′ from both ends of a bracket finds its zero in a few evaluations, also where a stiff row makes φ′ a
hook: nearly level, then all but upright.
"""

from knuckle.machine.kernel import absolute, kernel, maximum
from knuckle.physics.solve.product import dot_range
from knuckle.physics.solve.slopes import prepare_cones, slopes


@kernel
def line_search(m, d, s, start, tolerance):
    """α ≥ 0 with |φ′(α)| ≤ tolerance, or as near as numbers are. Begins at `start`."""
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
    prepare_cones(m, d, first + d.island_ne[s] + d.island_nf[s], first + d.island_nefc[s])
    return zero_of_slope(m, d, s, start, tolerance, one, two)


@kernel
def zero_of_slope(m, d, s, start, tolerance, one, two):
    """α with |φ′(α)| ≤ tolerance, by points inside a bracket that halves at least every other time.

    Of each end are known α, φ′ and where Newton's step from there leads; from 0 that is `start`.
    """
    low = 0.0 * tolerance
    low_slope = dot_range(d.solver_grad, d.solver_search, d.island_idofadr[s], d.island_nv[s])
    low_target = start + low
    high = -1.0 + low  # none found yet
    high_slope = 0.0 * low
    high_target = 0.0 * low
    alpha = start + low
    width = low  # of the bracket two points ago, and one point ago
    width_last = low
    for _ in range(m.opt_ls_iterations):
        slope, curve = slopes(m, d, s, alpha, one, two)
        d.line_evals = d.line_evals + 1
        d.line_slope = slope
        if absolute(slope) <= tolerance:
            return alpha
        target = alpha - slope / curve
        if slope < 0.0:
            # still going down: where Newton's steps gain little, twice as far
            crawls = high < 0.0 and slope < 0.5 * low_slope
            low, low_slope, low_target = alpha, slope, target
            if crawls:
                low_target = maximum(target, 2.0 * alpha)
        else:
            high, high_slope, high_target = alpha, slope, target
        if high < 0.0:
            alpha = low_target
        elif width > 0.0 and high - low > 0.5 * width:
            alpha = 0.5 * (low + high)
        else:
            alpha = between(low, low_slope, low_target, high, high_slope, high_target)
        if high >= 0.0:
            width, width_last = width_last, high - low
            if not (low < alpha and alpha < high):  # nothing is between them
                return low if -low_slope < high_slope else high
    return alpha


@kernel
def between(low, low_slope, low_target, high, high_slope, high_target):
    """The next point of a bracket: where Newton's step leads from the end with the smaller slope, else from the other,
    else where the line through both ends crosses zero; the first of them that lies inside.
    """
    near = low_target if -low_slope < high_slope else high_target
    far = high_target if -low_slope < high_slope else low_target
    if low < near and near < high:
        return near
    if low < far and far < high:
        return far
    return low + (high - low) * (low_slope / (low_slope - high_slope))
