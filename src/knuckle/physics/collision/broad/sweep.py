"""The broad phase: geoms whose bounds overlap, by sorting them along one line and sweeping over it.

The line is the direction in which the centres of the geoms spread most; two more axes complete the bounds. Planes,
without bounds, meet every geom. The order in which pairs come out does not matter: contacts are sorted afterwards.
"""

from knuckle.kernel import absolute, kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.vec3 import add3, dot3, scale3, sub3, unit3
from knuckle.physics.collision.broad.awake import gather_near_awake
from knuckle.physics.collision.broad.bounds import SLACK, box_centre, box_half, boxes_meet, shadow, spheres_meet
from knuckle.physics.collision.broad.selection import (
    are_moved_by_none,
    bodies_may_touch,
    has_mask,
    is_listed,
    masks_match,
    rigid_group,
)
from knuckle.physics.collision.frame import complete_frame
from knuckle.physics.collision.merge import SWEEP, merge_sort
from knuckle.physics.collision.pair import DYNAMIC, check_pair
from knuckle.physics.collision.parameters import mixed_gap, mixed_margin, reach_of
from knuckle.physics.sleep.state import may_sleep, some_sleep
from knuckle.schema.enums import GeomType

ROUNDS = 4  # of the power iteration; any direction gives the same contacts, a good one gives them sooner


@kernel
def sweep(m, d):
    """Check all pairs of geoms that the model does not list and that may touch."""
    n = gather_near_awake(m, d) if some_sleep(m, d) else gather(m, d)
    if n == 0:
        return
    axes = complete_frame(spread_direction(d, n))
    for k in range(n):
        g = d.sweep_order[k, 0]
        d.sweep_low[g] = shadow_of(m, d, g, (axes[0], axes[1], axes[2]))[0]
    column = merge_sort(m, d, d.sweep_order, n, SWEEP)
    for k in range(n):
        g = d.sweep_order[k, column]
        d.sweep_bounds[k] = bounds_of(m, d, g, axes)
        d.sweep_group[k] = rigid_group(m, d, g)
    for i in range(n):
        meet_followers(m, d, i, n, column)
    for g in range(m.ngeom):
        if m.geom_type[g] == GeomType.PLANE and has_mask(m, g):
            for k in range(n):
                if rigid_group(m, d, g) != d.sweep_group[k]:
                    consider(m, d, g, d.sweep_order[k, column])


@kernel
def meet_followers(m, d, i, n, column):
    """Consider the geom at place i with all later ones whose bounds overlap its own."""
    g = d.sweep_order[i, column]
    group = d.sweep_group[i]
    mine = d.sweep_bounds[i]
    j = i + 1
    while j < n and d.sweep_bounds[j, 0] <= mine[1]:
        if d.sweep_group[j] != group:
            other = d.sweep_bounds[j]
            if other[2] <= mine[3] and mine[2] <= other[3] and other[4] <= mine[5] and mine[4] <= other[5]:
                consider(m, d, g, d.sweep_order[j, column])
        j += 1


@kernel
def gather(m, d):
    """The number of bounded geoms that can touch anything, listed in sweep_order."""
    n = 0
    for g in range(m.ngeom):
        if m.geom_type[g] != GeomType.PLANE and has_mask(m, g):
            d.sweep_order[n, 0] = g
            n += 1
    return n


@kernel
def spread_direction(d, n):
    """(x, 0, 0): unit vector x along the largest spread of the n listed centres, by powers of their covariance."""
    mean = (0.0, 0.0, 0.0)
    for k in range(n):
        mean = add3(mean, scale3(d.geom_xpos[d.sweep_order[k, 0]], 1.0 / n))
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(n):
        p = sub3(d.geom_xpos[d.sweep_order[k, 0]], mean)
        xx += p[0] * p[0]
        yy += p[1] * p[1]
        zz += p[2] * p[2]
        xy += p[0] * p[1]
        xz += p[0] * p[2]
        yz += p[1] * p[2]
    axis = unit3((xx, yy, zz))
    for _ in range(ROUNDS):
        axis = unit3(mat_mul_vec((xx, xy, xz, xy, yy, yz, xz, yz, zz), axis))
    return (axis[0], axis[1], axis[2], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def shadow_of(m, d, g, axis):
    """(start, end) of the shadow of a geom's box on an axis, with all that its margins reach."""
    middle = dot3(axis, box_centre(m, d, g))
    half = shadow(d.geom_xmat[g], box_half(m, g), axis) + reach_of(m, g)
    half = half + SLACK * (absolute(middle) + absolute(half))
    return (middle - half, middle + half)


@kernel
def bounds_of(m, d, g, axes):
    """(start, end) of a geom's shadow on each of three axes."""
    x = shadow_of(m, d, g, (axes[0], axes[1], axes[2]))
    y = shadow_of(m, d, g, (axes[3], axes[4], axes[5]))
    z = shadow_of(m, d, g, (axes[6], axes[7], axes[8]))
    return (x[0], x[1], y[0], y[1], z[0], z[1])


@kernel
def consider(m, d, g1, g2):
    """Check two geoms of different groups if all rules let them touch and they are near; the cheapest test first."""
    if not masks_match(m, g1, g2) or (may_sleep(m) and are_moved_by_none(m, g1, g2)):
        return
    margin = mixed_margin(m, g1, g2) + mixed_gap(m, g1, g2)
    if not spheres_meet(m, d, g1, g2, margin):
        return
    if not bodies_may_touch(m, m.geom_bodyid[g1], m.geom_bodyid[g2]) or is_listed(m, g1, g2):
        return
    simplest = min(m.geom_type[g1], m.geom_type[g2])
    if simplest != GeomType.PLANE and simplest != GeomType.SPHERE and not boxes_meet(m, d, g1, g2, margin):
        return
    check_pair(m, d, min(g1, g2), max(g1, g2), margin, DYNAMIC)
