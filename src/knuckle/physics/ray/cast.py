"""Rays against all visible geoms of a world."""

from knuckle.kernel import absolute, exponent2, kernel, maximum, scale2
from knuckle.math.vec3 import norm3, scale3, sub3
from knuckle.physics.ray.geom import ray_geom as meet
from knuckle.physics.ray.hit import nearer, no_hit, passes_sphere
from knuckle.schema.enums import GeomType

LAST_GROUP = 5  # groups beyond it count as this one
SHORTEST = 1e-15  # a shorter vector has no direction
MODERATE = 1e-4  # a vector between this and its inverse is cast as it is, others by a power of two
LARGEST, INFINITE = 1.7976931348623157e308, float("inf")


@kernel
def cast_ray(m, d, q):
    """(x, geom, normal) of the nearest visible surface along a ray."""
    unit = scale_of(q.vector)
    x, normal, nearest = nearest_surface(
        m, d, q.point, scale3(q.vector, unit), (q.groups, q.static, q.exclude), INFINITE
    )
    q.x = in_units(x, unit)
    q.geom = nearest
    q.normal = normal


@kernel
def cast_rays(m, d, q):
    """(x, geom, normal) of the nearest visible surface along each of n rays from one point."""
    for r in range(q.n):
        unit = scale_of(q.vectors[r])
        x, normal, nearest = nearest_surface(
            m, d, q.point, scale3(q.vectors[r], unit), (q.groups, q.static, q.exclude), q.cutoff
        )
        q.x[r] = in_units(x, unit)
        q.geom[r] = nearest
        q.normal[r] = normal


@kernel
def ray_geom(m, d, q):
    """(x, normal) of the nearest surface of one geom along point + x vector, visible or not; (−1, zeros) for none."""
    unit = scale_of(q.vector)
    x, normal = meet(m, d, q.geom, q.point, scale3(q.vector, unit))
    q.x = in_units(x, unit)
    q.normal = normal


@kernel
def has_direction(m, q):
    """Whether a ray starts somewhere and goes somewhere."""
    return is_finite(q.point) and is_direction(q.vector)


@kernel
def have_directions(m, q):
    """Whether all rays start somewhere and go somewhere."""
    good = is_finite(q.point) and q.cutoff >= 0.0
    for r in range(q.n):
        good = good and is_direction(q.vectors[r])
    return good


@kernel
def is_finite(v):
    return absolute(v[0]) <= LARGEST and absolute(v[1]) <= LARGEST and absolute(v[2]) <= LARGEST


@kernel
def is_direction(v):
    return is_finite(v) and longest(v) >= SHORTEST


@kernel
def longest(v):
    """The largest component."""
    return maximum(absolute(v[0]), maximum(absolute(v[1]), absolute(v[2])))


@kernel
def scale_of(v):
    """A power of two by which the squares of a direction can be computed with."""
    length = longest(v)
    if MODERATE < length and length < 1.0 / MODERATE:
        return 1.0
    # 2⁻ᵉ⁻¹, which is below the normal numbers for the longest vectors
    return 0.25 * scale2(1.0, 1.0 - exponent2(length))


@kernel
def in_units(x, unit):
    """The place of a hit, in lengths of the caller's vector; none stays as it is."""
    return x * unit if x >= 0.0 else x


@kernel
def nearest_surface(m, d, point, vector, seen, cutoff):
    """(x, normal, geom): the nearest surface that is seen; that of the first geom where several are equally near.

    `seen` tells what is: (bits of groups, whether geoms that cannot move are, body whose geoms are not).
    """
    best, normal = no_hit()
    nearest = -1
    for g in range(m.ngeom):
        if may_meet(m, d, g, point, vector) and is_seen(m, d, g, point, seen, cutoff):
            x, n = meet(m, d, g, point, vector)
            if nearer(x, best):
                best, normal, nearest = x, n, g
    return (best, normal, nearest)


@kernel
def may_meet(m, d, g, point, vector):
    """Whether the ray meets the bounding sphere of geom g; planes have none."""
    return m.geom_type[g] == GeomType.PLANE or passes_sphere(point, vector, d.geom_xpos[g], m.geom_rbound[g])


@kernel
def is_seen(m, d, g, point, seen, cutoff):
    """Whether rays see geom g: not transparent, its group and its body not left out, and within the cutoff."""
    groups, static, exclude = seen
    material = m.geom_matid[g]
    if 0 <= material < m.nmat:  # users may change materials, to any number
        opacity = m.mat_rgba[material, 3]
    else:
        opacity = m.geom_rgba[g, 3]
    body = m.geom_bodyid[g]
    left_out = body == exclude or (static == 0 and m.body_weldid[body] == 0)
    group = min(max(m.geom_group[g], 0), LAST_GROUP)
    away = norm3(sub3(d.geom_xpos[g], point)) - m.geom_rbound[g]
    within = m.geom_type[g] == GeomType.PLANE or away <= cutoff
    return opacity != 0.0 and not left_out and (groups >> group) % 2 == 1 and within
