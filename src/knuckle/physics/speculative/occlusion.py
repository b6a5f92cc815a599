"""Whether another geom stands between two that will meet, and would be met first."""

from knuckle.kernel import kernel
from knuckle.math.vec3 import dot3, sub3
from knuckle.physics.collision.broad.selection import bodies_may_touch, masks_match, rigid_group
from knuckle.physics.ray.geom import ray_geom
from knuckle.physics.ray.hit import passes_sphere
from knuckle.physics.speculative.motion import is_fast
from knuckle.schema.enums import GeomType


@kernel
def is_occluded(m, d, g1, g2, x1, x2):
    """Whether a geom that a fast one of the two may touch is on the way from x1 on the first to x2 on the second."""
    fast1, fast2 = is_fast(m, d, g1), is_fast(m, d, g2)
    for k in range(m.ngeom):
        if k != g1 and k != g2 and may_stop(m, d, k, g1, g2, fast1, fast2):
            if fast1 and fast2:
                if enters(m, d, k, x1, x2) and enters(m, d, k, x2, x1):
                    return True
            elif enters(m, d, k, x1, x2) if fast1 else enters(m, d, k, x2, x1):
                return True
    return False


@kernel
def may_stop(m, d, k, g1, g2, fast1, fast2):
    """Whether geom k may touch a fast one of two geoms, and is not fixed to one."""
    group = rigid_group(m, d, k)
    if (fast1 and rigid_group(m, d, g1) == group) or (fast2 and rigid_group(m, d, g2) == group):
        return False
    return (fast1 and may_touch(m, k, g1)) or (fast2 and may_touch(m, k, g2))


@kernel
def may_touch(m, g1, g2):
    """Whether masks and bodies let two geoms touch."""
    return masks_match(m, g1, g2) and bodies_may_touch(m, m.geom_bodyid[g1], m.geom_bodyid[g2])


@kernel
def enters(m, d, k, p, q):
    """Whether the way from p to q leads into geom k from outside."""
    v = sub3(q, p)
    if m.geom_type[k] != GeomType.PLANE and not passes_sphere(p, v, d.geom_xpos[k], m.geom_rbound[k]):
        return False
    x, normal = ray_geom(m, d, k, p, v)
    return x >= 0.0 and x <= 1.0 and dot3(normal, v) < 0.0
