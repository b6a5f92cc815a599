"""Distance between two geoms, with the place and direction it is measured at."""

from knuckle.machine.kernel import kernel
from knuckle.math.vec3 import add_scaled3, norm3, sub3, unit3


@kernel
def geom_pair_distance(m, d, g1, g2):
    """(distance, normal from geom 1 to geom 2, point midway between the surfaces). [m, world frame]

    Exact for spheres; other shapes count as the spheres around them.
    """
    across = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    normal = unit3(across)
    dist = norm3(across) - m.geom_rbound[g1] - m.geom_rbound[g2]
    return (dist, normal, add_scaled3(d.geom_xpos[g1], normal, m.geom_rbound[g1] + 0.5 * dist))
