"""Distance of two cores without corners or rims: points, segments and ellipsoids, in one world or in all of a group.

The search of `gjk.py` without branches. The simplex has three corners, some of them twice where it has fewer. The point
of it nearest to the origin, once a new corner w has come, is on an edge or a side that has w.
"""

from knuckle.kernel import any_lane, as_written, maximum, minimum, sqrt, where
from knuckle.math.exact3 import add3, add_scaled3, cross3, dot3, mat_mul_vec, mat_t_mul_vec, neg3, scale3, sub3
from knuckle.physics.collision.convex.gjk import OVERLAP
from knuckle.physics.collision.convex.simplex import FAR
from knuckle.schema.enums import GeomType

TINY = 1e-300  # divisors are at least this


@as_written
def is_smooth(m, s):
    """Whether the core of a shape has neither corners nor rims."""
    if s < 0:
        return False
    kind = m.geom_type[s]
    return kind == GeomType.SPHERE or kind == GeomType.CAPSULE or kind == GeomType.ELLIPSOID


@as_written
def core_axes(m, d, s):
    """The half axes of the core of a smooth shape, as columns, world frame; zeros of a point or a segment."""
    R = d.geom_xmat[s]
    x, y, z = m.geom_size[s]
    if m.geom_type[s] != GeomType.ELLIPSOID:
        x, y, z = 0.0 * x, 0.0 * x, 0.0 * x
    return (R[0] * x, R[1] * y, R[2] * z, R[3] * x, R[4] * y, R[5] * z, R[6] * x, R[7] * y, R[8] * z)


@as_written
def core_half(m, d, s):
    """Half of the segment that is the core of a capsule, world frame; zero of other shapes."""
    R = d.geom_xmat[s]
    half = m.geom_size[s, 1]
    if m.geom_type[s] != GeomType.CAPSULE:
        half = 0.0 * half
    return (R[2] * half, R[5] * half, R[8] * half)


@as_written
def smooth_support(axes, half, along, with_axes, with_segment):
    """The point of a core farthest along a vector, from its centre."""
    if not with_axes:
        return farther_end(half, along)
    x = mat_t_mul_vec(axes, along)
    n = dot3(x, x)
    k = where(n > 0.0, 1.0 / sqrt(where(n > 0.0, n, 1.0)), 0.0)
    point = scale3(mat_mul_vec(axes, x), k)
    return add3(point, farther_end(half, along)) if with_segment else point


@as_written
def is_round(axes):
    """Whether a core is an ellipsoid, in any world."""
    return any_lane((axes[0] != 0.0) | (axes[3] != 0.0) | (axes[6] != 0.0))


@as_written
def is_long(half):
    """Whether a core is a segment, in any world."""
    return any_lane((half[0] != 0.0) | (half[1] != 0.0) | (half[2] != 0.0))


@as_written
def farther_end(half, along):
    """The end of a segment ± half that is farther along a vector."""
    return scale3(half, where(dot3(half, along) >= 0.0, 1.0, -1.0))


@as_written
def smooth_distance(m, between, axes_a, half_a, axes_b, half_b, cutoff):
    """Distance of two smooth cores, with a − b of their centres; the point of a, and the way to b.

    A lower bound where that is beyond `cutoff`, and OVERLAP where they overlap or are nearer than the tolerance. The
    point is seen from the centre of a.
    """
    pair = (between, axes_a, half_a, axes_b, half_b, cutoff)
    kinds = kinds_of(axes_a, half_a, axes_b, half_b)
    state = first_guess(between, cutoff)
    on = True
    for turn in range(m.opt_ccd_iterations):
        state, on = smooth_turn(m, state, on, turn == 0, pair, kinds)
        if not on:
            break
    return answer_of(state)


@as_written
def kinds_of(axes_a, half_a, axes_b, half_b):
    """Whether the cores of a pair are ellipsoids and segments, in any world."""
    return is_round(axes_a), is_long(half_a), is_round(axes_b), is_long(half_b)


@as_written
def answer_of(state):
    """Distance, point and way of a search that has ended."""
    v, _, _, near, dist = state
    return dist, near, neg3(v)


@as_written
def first_guess(between, cutoff):
    """The state of a search that begins: (v, simplex, points of a, near, dist).

    v is the point of the simplex nearest to the origin, `near` the point of a that it comes from.
    """
    v = where(dot3(between, between) > 0.0, between, (1.0, 0.0, 0.0))
    return v, (v, v, v), (v, v, v), v, 0.0 * cutoff


@as_written
def smooth_turn(m, state, on, first, pair, kinds):
    """The state of a search after one more turn, and where it is still on; `first` where it has just begun."""
    tolerance = m.opt_ccd_tolerance
    between, axes_a, half_a, axes_b, half_b, cutoff = pair
    round_a, long_a, round_b, long_b = kinds
    v, (p, q, r), (x, y, z), near, dist = state
    squared = dot3(v, v)
    length = sqrt(squared)
    u = smooth_support(axes_a, half_a, neg3(v), round_a, long_a)
    w = add3(between, sub3(u, smooth_support(axes_b, half_b, v, round_b, long_b)))
    if any_lane(first):
        p, q, r = where(first, w, p), where(first, w, q), where(first, w, r)
        x, y, z = where(first, u, x), where(first, u, y), where(first, u, z)
    ahead = dot3(v, w)
    overlap = length < tolerance
    if any_lane(on & (ahead <= 0.0)):
        overlap = overlap | ((ahead <= 0.0) & holds_origin(p, q, r, w))
    far = ahead > cutoff * length
    found = (where(first, 0.0, ahead) > 0.0) & (squared - ahead < 0.5 * tolerance * tolerance)
    ended = overlap | far | found
    dist = where(on & ended, where(overlap, OVERLAP, where(far, ahead / length, length)), dist)
    on = on & (ended != on)
    if not any_lane(on):
        return (v, (p, q, r), (x, y, z), near, dist), on
    e, f, g = sub3(p, w), sub3(q, w), sub3(r, w)
    k = nearest_with(w, e, f, g)
    v = where(on, add3(add_scaled3(w, e, k[0]), add3(scale3(f, k[1]), scale3(g, k[2]))), v)
    s = add3(add_scaled3(u, sub3(x, u), k[0]), add3(scale3(sub3(y, u), k[1]), scale3(sub3(z, u), k[2])))
    near = where(on, s, near)
    p, x = where(k[0] > 0.0, p, w), where(k[0] > 0.0, x, u)
    q, y = where(k[1] > 0.0, q, w), where(k[1] > 0.0, y, u)
    r, z = where(k[2] > 0.0, r, w), where(k[2] > 0.0, z, u)
    # rounding ends progress before the tolerance does
    goes_on = first | (dot3(v, v) < squared)
    dist = where(on, where(goes_on, sqrt(dot3(v, v)), where(ahead > 0.0, length, OVERLAP)), dist)
    return (v, (p, q, r), (x, y, z), near, dist), on & goes_on


@as_written
def holds_origin(p, q, r, w):
    """Whether the origin is inside a tetrahedron."""
    qr = cross3(q, r)
    a, b, c, e = dot3(qr, w), -dot3(cross3(r, w), p), -dot3(cross3(w, q), p), -dot3(qr, p)
    right = (a > 0.0) & (b > 0.0) & (c > 0.0) & (e > 0.0)
    left = (a < 0.0) & (b < 0.0) & (c < 0.0) & (e < 0.0)
    return right | left


@as_written
def nearest_with(w, e, f, g):
    """Weights of the corners w + e, w + f and w + g in the point nearest to the origin; w has the rest."""
    we, wf, wg = dot3(w, e), dot3(w, f), dot3(w, g)
    xe, xf, xg = cross3(w, e), cross3(w, f), cross3(w, g)
    on_e, on_f, on_g = on_edge(we, dot3(e, e)), on_edge(wf, dot3(f, f)), on_edge(wg, dot3(g, g))
    on_ef = on_side(we, wf, xe, xf, cross3(e, f))
    on_fg = on_side(wf, wg, xf, xg, cross3(f, g))
    on_ge = on_side(wg, we, xg, xe, cross3(g, e))
    first = better((on_e[0], on_e[1], 0.0, 0.0), (on_f[0], 0.0, on_f[1], 0.0))
    second = better((on_g[0], 0.0, 0.0, on_g[1]), (on_ef[0], on_ef[1], on_ef[2], 0.0))
    third = better((on_fg[0], 0.0, on_fg[1], on_fg[2]), (on_ge[0], on_ge[2], 0.0, on_ge[1]))
    best = better(better(first, second), third)
    return (best[1], best[2], best[3])


@as_written
def better(a, b):
    """Of two choices that with the smaller first number."""
    return where(b[0] < a[0], b, a)


@as_written
def on_edge(we, ee):
    """‖w + t e‖² − ‖w‖² at its least for 0 ≤ t ≤ 1, and t."""
    t = minimum(maximum(-we / maximum(ee, TINY), 0.0), 1.0)
    return (t * (2.0 * we + t * ee), t)


@as_written
def on_side(we, wf, xe, xf, n):
    """‖w + s e + t f‖² − ‖w‖² at its least, and s and t; FAR where that is outside of the triangle.

    n = e × f, and w × e and w × f are given: of a thin triangle these tell more than products of lengths.
    """
    area = dot3(n, n)
    k = 1.0 / maximum(area, TINY)
    s = -dot3(xf, n) * k
    t = dot3(xe, n) * k
    inside = (area > 0.0) & (s > 0.0) & (t > 0.0) & (s + t < 1.0)
    return (where(inside, s * we + t * wf, FAR), s, t)
