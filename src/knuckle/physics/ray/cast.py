"""Rays against all visible geoms of a world. Arguments and answers are the `ray_` fields of Data."""

from knuckle.kernel import kernel
from knuckle.math.vec3 import norm3, sub3
from knuckle.physics.ray.geom import ray_geom
from knuckle.physics.ray.hit import nearer, no_hit, passes_sphere
from knuckle.schema.enums import GeomType

LAST_GROUP = 5  # groups beyond it count as this one


@kernel
def query_rays(m, d, count):
    """ray_dist, ray_geom and ray_normal ← the nearest visible surface of each of `count` rays from query_point."""
    for g in range(m.ngeom):
        d.ray_seen[g] = is_seen(m, d, g)
    for r in range(min(count, d.maxray)):
        cast_ray(m, d, r)


@kernel
def query_ray_geom(m, d, g):
    """ray_dist and ray_normal of the first ray ← the nearest surface of geom g."""
    if d.maxray > 0:
        d.ray_dist[0], d.ray_normal[0] = ray_geom(m, d, g, d.query_point, d.ray_vector[0])


@kernel
def cast_ray(m, d, r):
    """The nearest surface among the geoms that are seen; the first one where several are equally near."""
    best, normal = no_hit()
    nearest = -1
    vector = d.ray_vector[r]
    for g in range(m.ngeom):
        if d.ray_seen[g] and (m.geom_type[g] == GeomType.PLANE or is_ahead(m, d, g, vector)):
            x, n = ray_geom(m, d, g, d.query_point, vector)
            if nearer(x, best):
                best, normal, nearest = x, n, g
    d.ray_dist[r] = best
    d.ray_normal[r] = normal
    d.ray_geom[r] = nearest


@kernel
def is_ahead(m, d, g, vector):
    """Whether the ray meets the bounding sphere of geom g."""
    return passes_sphere(d.query_point, vector, d.geom_xpos[g], m.geom_rbound[g])


@kernel
def is_seen(m, d, g):
    """Whether rays see geom g: not transparent, its group and its body not left out, and within the cutoff."""
    material = m.geom_matid[g]
    if 0 <= material < m.nmat:  # users may change materials, to any number
        opacity = m.mat_rgba[material, 3]
    else:
        opacity = m.geom_rgba[g, 3]
    body = m.geom_bodyid[g]
    left_out = body == d.ray_exclude or (d.ray_static == 0 and m.body_weldid[body] == 0)
    group = min(max(m.geom_group[g], 0), LAST_GROUP)
    away = norm3(sub3(d.geom_xpos[g], d.query_point)) - m.geom_rbound[g]
    within = m.geom_type[g] == GeomType.PLANE or away <= d.ray_cutoff
    return opacity != 0.0 and not left_out and (d.ray_groups >> group) % 2 == 1 and within
