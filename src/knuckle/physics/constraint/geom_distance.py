"""Distance between two geoms, with the place and direction it is measured at."""

from knuckle.kernel import absolute, kernel
from knuckle.math.vec3 import add_scaled3, scale3, sub3, unit3
from knuckle.physics.collision.distance import distance_between

FAR = 1e10  # beyond this geoms are not looked for
TOUCHING = 1e-12  # [m] distances too small to give a direction


@kernel
def geom_pair_distance(m, d, g1, g2):
    """(distance, normal from geom 1 to geom 2, point midway between the surfaces). [m, world frame]"""
    dist, start, end = distance_between(m, d, g1, g2, FAR)
    across = sub3(end, start)
    middle = add_scaled3(start, across, 0.5)
    # in penetration the nearest points have passed each other
    if absolute(dist) > TOUCHING:
        return (dist, scale3(across, 1.0 / dist), middle)
    return (dist, unit3(sub3(d.geom_xpos[g2], d.geom_xpos[g1])), middle)
