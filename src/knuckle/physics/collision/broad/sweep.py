"""The broad phase: geoms whose bounds overlap, by sorting them along one axis of the world and sweeping over it.

The axis is the one along which the centres of the geoms spread most; the two others complete the bounds. Planes,
without bounds, meet every geom. The order in which pairs come out does not matter: contacts are sorted afterwards.
"""

from knuckle.kernel import absolute, kernel
from knuckle.math.vec3 import add3, scale3, sub3
from knuckle.physics.collision.broad.awake import gather_near_awake
from knuckle.physics.collision.broad.bounds import (
    SLACK,
    box_centre,
    box_half,
    boxes_meet,
    capsules_meet,
    half_space_meets,
    spheres_meet,
)
from knuckle.physics.collision.broad.selection import (
    are_moved_by_none,
    bodies_may_touch,
    has_mask,
    is_listed,
    masks_match,
    parent_group,
    rigid_group,
)
from knuckle.physics.collision.merge import SWEEP, merge_sort
from knuckle.physics.collision.pair import DYNAMIC, check_pair
from knuckle.physics.collision.parameters import mixed_gap, mixed_margin, reach_of
from knuckle.physics.sleep.state import may_sleep, some_sleep
from knuckle.schema.enums import GeomType

SHORT = 32  # geoms up to which counting those before each is the quickest way to sort
FIRST = -1e300  # where a geom starts that is nowhere


@kernel
def sweep(m, d):
    """Check all pairs of geoms that the model does not list and that may touch."""
    n = gather_near_awake(m, d) if some_sleep(m, d) else gather(m, d)
    if n == 0:
        return
    axis = widest_axis(d, n)
    for k in range(n):
        box = bounds_of(m, d, d.sweep_geom[k], axis)
        d.sweep_box[k] = box
        d.sweep_low[k] = box[0] if box[0] == box[0] else FIRST
    for start in range(0, n, SHORT):
        sort_by_counting(d, start, min(start + SHORT, n))
    column = merge_sort(m, d, d.sweep_order, n, SHORT, SWEEP)
    for i in range(n):
        k = d.sweep_order[i, column]
        d.sweep_bounds[i] = d.sweep_box[k]
        d.sweep_sorted[i] = d.sweep_geom[k]
        d.sweep_group[i] = rigid_group(m, d, d.sweep_geom[k])
        d.sweep_parent[i] = parent_group(m, d.sweep_geom[k])
    for i in range(n):
        meet_followers(m, d, i, n)
    for g in range(m.ngeom):
        if m.geom_type[g] == GeomType.PLANE and has_mask(m, g):
            meet_half_space(m, d, g, n)


@kernel
def sort_by_counting(d, start, end):
    """Column 0 of sweep_order from the start to the end: each goes behind as many as are before it."""
    for k in range(start, end):
        low = d.sweep_low[k]
        place = start
        for j in range(start, k):
            place += d.sweep_low[j] <= low
        for j in range(k + 1, end):
            place += d.sweep_low[j] < low
        d.sweep_order[place, 0] = k


@kernel
def meet_followers(m, d, i, n):
    """Consider the geom at place i with all later ones whose bounds overlap its own; not those it is jointed to.

    Which do is hard to foretell, so all are noted and few are kept: there is no branch to take wrongly.
    """
    group = d.sweep_group[i]
    parent = d.sweep_parent[i]
    mine = d.sweep_bounds[i]
    found = 0
    j = i + 1
    while j < n and d.sweep_bounds[j, 0] <= mine[1]:
        other = d.sweep_bounds[j]
        second = (other[2] <= mine[3]) & (mine[2] <= other[3])
        third = (other[4] <= mine[5]) & (mine[4] <= other[5])
        theirs = d.sweep_group[j]
        strange = (theirs != group) & (theirs != parent) & (d.sweep_parent[j] != group)
        d.sweep_found[found] = d.sweep_sorted[j]
        found += second & third & strange
        j += 1
    for k in range(found):
        consider(m, d, d.sweep_sorted[i], d.sweep_found[k])


@kernel
def meet_half_space(m, d, plane, n):
    """Consider a plane with all geoms of the sweep whose spheres reach it."""
    frame = d.geom_xmat[plane]
    origin = d.geom_xpos[plane]
    group = rigid_group(m, d, plane)
    found = 0
    for k in range(n):
        g = d.sweep_sorted[k]
        reach = m.geom_rbound[g] + (mixed_margin(m, plane, g) + mixed_gap(m, plane, g))
        near = half_space_meets(frame, sub3(d.geom_xpos[g], origin), reach)
        d.sweep_found[found] = g
        found += near & (d.sweep_group[k] != group)
    for k in range(found):
        consider(m, d, plane, d.sweep_found[k])


@kernel
def gather(m, d):
    """The number of bounded geoms that can touch anything, listed in sweep_geom."""
    n = 0
    for g in range(m.ngeom):
        if m.geom_type[g] != GeomType.PLANE and has_mask(m, g):
            d.sweep_geom[n] = g
            n += 1
    return n


@kernel
def widest_axis(d, n):
    """The axis of the world along which the n listed centres spread most; any gives the same contacts."""
    mean = (0.0, 0.0, 0.0)
    for k in range(n):
        mean = add3(mean, d.geom_xpos[d.sweep_geom[k]])
    mean = scale3(mean, 1.0 / n)
    xx, yy, zz = 0.0, 0.0, 0.0
    for k in range(n):
        p = sub3(d.geom_xpos[d.sweep_geom[k]], mean)
        xx += p[0] * p[0]
        yy += p[1] * p[1]
        zz += p[2] * p[2]
    if xx >= yy and xx >= zz:
        return 0
    return 1 if yy >= zz else 2


@kernel
def bounds_of(m, d, g, axis):
    """(start, end) of the box around a geom, with all that its margins reach, along the axes from the given one on."""
    centre = box_centre(m, d, g)
    half = box_half(m, g)
    R = d.geom_xmat[g]
    reach = reach_of(m, g)
    x = shadow(centre[0], half, (R[0], R[1], R[2]), reach)
    y = shadow(centre[1], half, (R[3], R[4], R[5]), reach)
    z = shadow(centre[2], half, (R[6], R[7], R[8]), reach)
    if axis == 0:
        return (x[0], x[1], y[0], y[1], z[0], z[1])
    if axis == 1:
        return (y[0], y[1], z[0], z[1], x[0], x[1])
    return (z[0], z[1], x[0], x[1], y[0], y[1])


@kernel
def shadow(middle, half, row, reach):
    """(start, end) of a box along an axis of the world, whose parts along the box's axes are the row of a matrix."""
    width = half[0] * absolute(row[0]) + half[1] * absolute(row[1]) + half[2] * absolute(row[2]) + reach
    width = width + SLACK * (absolute(middle) + absolute(width))
    return (middle - width, middle + width)


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
    if not shapes_meet(m, d, g1, g2, margin):
        return
    check_pair(m, d, min(g1, g2), max(g1, g2), margin, DYNAMIC)


@kernel
def shapes_meet(m, d, g1, g2, margin):
    """Whether two geoms whose spheres meet are near by their shapes, too; of spheres and planes the collider tells."""
    simplest = min(m.geom_type[g1], m.geom_type[g2])
    if simplest == GeomType.PLANE or simplest == GeomType.SPHERE:
        return True
    if m.geom_type[g1] == GeomType.CAPSULE and m.geom_type[g2] == GeomType.CAPSULE:
        return capsules_meet(m, d, g1, g2, margin)
    return boxes_meet(m, d, g1, g2, margin)
