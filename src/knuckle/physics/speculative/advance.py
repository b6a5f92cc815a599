"""When two geoms will meet: conservative advancement.

At the share t of the step the geoms are apart by `dist` along the unit vector n between their nearest points. They
close that no faster than

    n · (Δx₁ − Δx₂) + ‖Δω₁‖ r₁ + ‖Δω₂‖ r₂

per step, so it is safe to go on until the bound lets them be as near as a target just beyond their margin.
"""

from knuckle.kernel import kernel, maximum
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, neg3, sub3
from knuckle.physics.collision.convex.contacts import convex_distance
from knuckle.physics.collision.convex.support import core_radius, core_support
from knuckle.physics.speculative.motion import displacement, place_ahead, reach_by_turning
from knuckle.schema.enums import GeomType

TARGET = 0.02  # of the distance at the start, beyond the margin
NEAR = 0.03  # from here on geoms count as met
MOST = 100  # rounds
NEVER = -1.0
FAR = 1e10


@kernel
def time_of_impact(m, d, g1, g2, pose1, pose2, margin):
    """(t, v): the share of the step after which two geoms are next to their margin, and their approach per step.

    v is the mean up to then, or that of the nearest points where these are faster. t is −1 where the geoms do not come
    within their margin in this step. They stay where they meet; ccd_dist, ccd_normal and the nearest points are those
    there.
    """
    x1, turn1 = displacement(m, d, g1)
    x2, turn2 = displacement(m, d, g2)
    turning = reach_by_turning(m, g1, turn1) + reach_by_turning(m, g2, turn2)
    t = 0.0 * margin
    start = 0.0 * margin
    for round_ in range(MOST):
        if round_ > 0:
            place_ahead(d, g1, pose1, x1, turn1, t)
            place_ahead(d, g2, pose2, x2, turn2, t)
        separate(m, d, g1, g2)
        beyond = d.ccd_dist - margin
        if round_ == 0:
            start = beyond
        if d.overflow > 0.0 or not (beyond > 0.0):
            return NEVER, start
        if round_ > 0 and beyond < NEAR * start:
            speed = maximum((start - beyond) / t, approach(d, g1, g2, x1, turn1, x2, turn2))
            return (t if beyond <= (1.0 - t) * speed else NEVER), speed
        closing = dot3(d.ccd_normal, sub3(x1, x2)) + turning
        if not (closing > 0.0):
            return NEVER, start
        t = t + (beyond - TARGET * start) / closing
        if not (t < 1.0):
            return NEVER, start
    return NEVER, start


@kernel
def approach(d, g1, g2, x1, turn1, x2, turn2):
    """How fast the nearest points of two geoms approach each other, where these stand. [m per step]"""
    v1 = add3(x1, cross3(turn1, sub3(d.ccd_from, d.geom_xpos[g1])))
    v2 = add3(x2, cross3(turn2, sub3(d.ccd_to, d.geom_xpos[g2])))
    return dot3(d.ccd_normal, sub3(v1, v2))


@kernel
def separate(m, d, g1, g2):
    """ccd_dist, ccd_normal, ccd_from, ccd_to of two geoms, the first of which may be a plane."""
    if m.geom_type[g1] == GeomType.PLANE:
        R = d.geom_xmat[g1]
        n = (R[2], R[5], R[8])
        d.ccd_hint[1] = -1
        p = add_scaled3(core_support(m, d, g2, 1, neg3(n)), n, -core_radius(m, g2))
        dist = dot3(n, sub3(p, d.geom_xpos[g1]))
        d.ccd_dist = dist
        d.ccd_normal = n
        d.ccd_from = add_scaled3(p, n, -dist)
        d.ccd_to = p
    else:
        convex_distance(m, d, g1, g2, FAR)
