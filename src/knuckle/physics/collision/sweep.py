"""The broad phase: geoms whose shadows on one line overlap, by sorting and sweeping.

The line is the direction in which the centres of the geoms spread most. Planes, without bounds, meet every geom. The
order in which pairs come out does not matter: contacts are sorted afterwards.
"""

from knuckle.machine.kernel import absolute, kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.vec3 import add3, dot3, scale3, sub3, unit3
from knuckle.physics.collision.bounds import SLACK, box_centre, box_half, boxes_meet, shadow, spheres_meet
from knuckle.physics.collision.merge import SWEEP, merge_sort
from knuckle.physics.collision.pair import DYNAMIC, check_pair
from knuckle.physics.collision.parameters import mixed_gap, mixed_margin, reach_of
from knuckle.physics.collision.selection import bodies_may_touch, is_listed, masks_match, rigid_group
from knuckle.schema.enums import GeomType

PLANE = int(GeomType.PLANE)
SPHERE = int(GeomType.SPHERE)
ROUNDS = 4  # of the power iteration; any direction gives the same contacts, a good one gives them sooner


@kernel
def sweep(m, d):
    """Check all pairs of geoms that the model does not list and that may touch."""
    n = gather(m, d)
    axis = spread_axis(d, n)
    for k in range(n):
        cast_shadow(m, d, d.sweep_order[k, 0], axis)
    column = merge_sort(m, d, d.sweep_order, n, SWEEP)
    for i in range(n):
        g = d.sweep_order[i, column]
        high = d.sweep_high[g]
        j = i + 1
        while j < n and d.sweep_low[d.sweep_order[j, column]] <= high:
            consider(m, d, g, d.sweep_order[j, column])
            j += 1
    for g in range(m.ngeom):
        if m.geom_type[g] == PLANE and has_mask(m, g):
            d.sweep_group[g] = rigid_group(m, g)
            for k in range(n):
                consider(m, d, g, d.sweep_order[k, 0])


@kernel
def has_mask(m, g):
    return (m.geom_contype[g] | m.geom_conaffinity[g]) != 0


@kernel
def gather(m, d):
    """The number of bounded geoms that can touch anything, listed in sweep_order, with their rigid groups."""
    n = 0
    for g in range(m.ngeom):
        if m.geom_type[g] != PLANE and has_mask(m, g):
            d.sweep_order[n, 0] = g
            d.sweep_group[g] = rigid_group(m, g)
            n += 1
    return n


@kernel
def spread_axis(d, n):
    """Unit vector along the largest spread of the first n listed centres: powers of their covariance."""
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
    return axis


@kernel
def cast_shadow(m, d, g, axis):
    """sweep_low, sweep_high ← shadow of a geom's box on the axis, with all that its margins reach."""
    middle = dot3(axis, box_centre(m, d, g))
    half = shadow(d.geom_xmat[g], box_half(m, g), axis) + reach_of(m, g)
    half = half + SLACK * (absolute(middle) + absolute(half))
    d.sweep_low[g] = middle - half
    d.sweep_high[g] = middle + half


@kernel
def consider(m, d, g1, g2):
    """Check two geoms if all rules let them touch and their bounds are near, the cheapest test first."""
    if d.sweep_group[g1] == d.sweep_group[g2] or not masks_match(m, g1, g2):
        return
    margin = mixed_margin(m, g1, g2) + mixed_gap(m, g1, g2)
    if not spheres_meet(m, d, g1, g2, margin):
        return
    if not bodies_may_touch(m, m.geom_bodyid[g1], m.geom_bodyid[g2]) or is_listed(m, g1, g2):
        return
    if m.geom_type[g1] > SPHERE and m.geom_type[g2] > SPHERE and not boxes_meet(m, d, g1, g2, margin):
        return
    if m.geom_bodyid[g1] <= m.geom_bodyid[g2]:
        check_pair(m, d, g1, g2, margin, DYNAMIC)
    else:
        check_pair(m, d, g2, g1, margin, DYNAMIC)
