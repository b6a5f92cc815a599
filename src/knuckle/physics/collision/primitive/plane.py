"""Contacts of a plane, the half-space below its z axis, with the primitive shapes."""

from knuckle.kernel import all_lanes, any_lane, kernel, sqrt, where
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import TINY, add3, add_scaled3, cross3, dot3, neg3, norm3, scale3, sub3, unit3
from knuckle.physics.collision.offer import offer_contact

NO_TANGENT = (0.0, 0.0, 0.0)
HALF_ROOT_THREE = 0.8660254037844386
BOX_CONTACTS = 4


@kernel
def offer_plane_point(m, d, touching, dist, point, normal, tangent):
    """Contact of the plane with a point of another surface, at height `dist` above the plane."""
    offer_contact(m, d, touching, dist, add_scaled3(point, normal, -0.5 * dist), normal, tangent)


@kernel
def plane_sphere(m, d, g1, g2, margin):
    """Contact below the centre c of the sphere: dist = n · (c − p) − r."""
    normal = mat_column(d.geom_xmat[g1], 2)
    centre = d.geom_xpos[g2]
    radius = m.geom_size[g2, 0]
    dist = dot3(normal, sub3(centre, d.geom_xpos[g1])) - radius
    touching = dist <= margin
    if any_lane(touching):
        offer_plane_point(m, d, touching, dist, add_scaled3(centre, normal, -radius), normal, NO_TANGENT)


@kernel
def plane_capsule(m, d, g1, g2, margin):
    """Contacts below both ends of the capsule, that of its positive end first; its axis is the tangent."""
    normal = mat_column(d.geom_xmat[g1], 2)
    centre = d.geom_xpos[g2]
    axis = mat_column(d.geom_xmat[g2], 2)
    radius = m.geom_size[g2, 0]
    half = m.geom_size[g2, 1]
    middle = dot3(normal, sub3(centre, d.geom_xpos[g1])) - radius
    slope = half * dot3(normal, axis)
    surface = add_scaled3(centre, normal, -radius)
    front = middle + slope <= margin
    if any_lane(front):
        offer_plane_point(m, d, front, middle + slope, add_scaled3(surface, axis, half), normal, axis)
    back = middle - slope <= margin
    if any_lane(back):
        offer_plane_point(m, d, back, middle - slope, add_scaled3(surface, axis, -half), normal, axis)


@kernel
def plane_ellipsoid(m, d, g1, g2, margin):
    """Contact at the deepest point of the ellipsoid.

        x = c + R (s ∘ u),   u = unit(−s ∘ Rᵀ n)

    s are the semi-axes.
    """
    normal = mat_column(d.geom_xmat[g1], 2)
    frame = d.geom_xmat[g2]
    size = m.geom_size[g2]
    toward = mat_t_mul_vec(frame, normal)
    u = unit3((-size[0] * toward[0], -size[1] * toward[1], -size[2] * toward[2]))
    point = add3(d.geom_xpos[g2], mat_mul_vec(frame, (size[0] * u[0], size[1] * u[1], size[2] * u[2])))
    dist = dot3(normal, sub3(point, d.geom_xpos[g1]))
    touching = dist <= margin
    if any_lane(touching):
        offer_plane_point(m, d, touching, dist, point, normal, NO_TANGENT)


@kernel
def plane_cylinder(m, d, g1, g2, margin):
    """Contacts at the deepest point of the cylinder, at the other end of the line through it along the axis,
    and at the two points that make an equilateral triangle with it on the lower rim."""
    normal = mat_column(d.geom_xmat[g1], 2)
    frame = d.geom_xmat[g2]
    radius = m.geom_size[g2, 0]
    half = m.geom_size[g2, 1]

    # the axis toward the lower disc, and the unit vector down the disc: the cylinder's own x axis if it lies flat
    axis = mat_column(frame, 2)
    slope = dot3(normal, axis)
    axis = where(slope > 0.0, neg3(axis), axis)
    slope = where(slope > 0.0, -slope, slope)
    down = sub3(scale3(axis, slope), normal)
    length = norm3(down)
    flat = length < TINY
    down = where(flat, mat_column(frame, 0), scale3(down, 1.0 / length))
    fall = where(flat, 0.0, dot3(normal, down))

    disc = add_scaled3(d.geom_xpos[g2], axis, half)
    height = dot3(normal, sub3(disc, d.geom_xpos[g1]))
    deepest = height + radius * fall
    touching = deepest <= margin
    if not any_lane(touching):
        return
    point = add_scaled3(disc, down, radius)
    offer_plane_point(m, d, touching, deepest, point, normal, NO_TANGENT)

    other = deepest - 2.0 * half * slope
    lies = touching & (other <= margin)
    if any_lane(lies):
        offer_plane_point(m, d, lies, other, add_scaled3(point, axis, -2.0 * half), normal, NO_TANGENT)

    corner = height - 0.5 * radius * fall
    stands = touching & (corner <= margin)
    if any_lane(stands):
        behind = add_scaled3(disc, down, -0.5 * radius)
        across = scale3(cross3(down, axis), HALF_ROOT_THREE * radius)
        offer_plane_point(m, d, stands, corner, add3(behind, across), normal, NO_TANGENT)
        offer_plane_point(m, d, stands, corner, sub3(behind, across), normal, NO_TANGENT)


@kernel
def plane_box(m, d, g1, g2, margin):
    """Contacts at the corners of the box, at most four, that lie no higher than its centre.

    The signs of a corner count up in binary, x the lowest digit.
    """
    normal = mat_column(d.geom_xmat[g1], 2)
    frame = d.geom_xmat[g2]
    size = m.geom_size[g2]
    centre = d.geom_xpos[g2]
    height = dot3(normal, sub3(centre, d.geom_xpos[g1]))
    rise = mat_t_mul_vec(frame, normal)
    rise = (rise[0] * size[0], rise[1] * size[1], rise[2] * size[2])
    if all_lanes(height > margin + sqrt(dot3(size, size))):
        return

    count = 0.0 * height
    for corner in range(8):
        x = 1.0 if corner & 1 else -1.0
        y = 1.0 if corner & 2 else -1.0
        z = 1.0 if corner & 4 else -1.0
        above = x * rise[0] + y * rise[1] + z * rise[2]
        touching = (count < BOX_CONTACTS) & (above <= 0.0) & (height + above <= margin)
        if any_lane(touching):
            offset = mat_mul_vec(frame, (x * size[0], y * size[1], z * size[2]))
            offer_plane_point(m, d, touching, height + above, add3(centre, offset), normal, NO_TANGENT)
            count = count + where(touching, 1.0, 0.0)
