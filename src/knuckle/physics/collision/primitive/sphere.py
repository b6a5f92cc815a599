"""Contacts of a sphere with the primitive shapes: spheres meet the point of the other shape nearest to their centre."""

from knuckle.kernel import absolute, all_lanes, any_lane, kernel, maximum, minimum, sqrt, where
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import TINY, add_scaled3, cross3, dot3, neg3, norm3, scale3, sub3, unit3
from knuckle.physics.collision.offer import offer_contact

NO_TANGENT = (0.0, 0.0, 0.0)
SLACK = 1e-6  # above the rounding of float32


@kernel
def offer_sphere_contact(m, d, touching, dist, centre, radius, normal):
    """Contact of a sphere with a surface that lies beyond it by `dist` along the normal."""
    offer_contact(m, d, touching, dist, add_scaled3(centre, normal, radius + 0.5 * dist), normal, NO_TANGENT)


@kernel
def two_spheres(m, d, g1, g2, centre1, radius1, centre2, radius2, margin):
    """Contact of two spheres that belong to geoms g1 and g2.

        dist = ‖c2 − c1‖ − r1 − r2,   n = unit(c2 − c1)

    Where the centres coincide, the normal is that of both z axes.
    """
    across = sub3(centre2, centre1)
    squared = dot3(across, across)
    reach = radius1 + radius2 + margin
    if all_lanes(squared > reach * reach * (1.0 + SLACK) + TINY):
        return
    apart = sqrt(squared)
    dist = apart - radius1 - radius2
    touching = dist <= margin
    if not any_lane(touching):
        return
    normal = scale3(across, 1.0 / apart)
    same = apart < TINY
    if any_lane(same):
        aside = unit3(cross3(mat_column(d.geom_xmat[g1], 2), mat_column(d.geom_xmat[g2], 2)))
        normal = where(same, aside, normal)
    offer_sphere_contact(m, d, touching, dist, centre1, radius1, normal)


@kernel
def sphere_sphere(m, d, g1, g2, margin):
    """Contact of two spheres, along the line of their centres."""
    two_spheres(m, d, g1, g2, d.geom_xpos[g1], m.geom_size[g1, 0], d.geom_xpos[g2], m.geom_size[g2, 0], margin)


@kernel
def sphere_capsule(m, d, g1, g2, margin):
    """Contact with the sphere of the capsule whose centre is nearest on the capsule's axis."""
    centre = d.geom_xpos[g1]
    middle = d.geom_xpos[g2]
    axis = mat_column(d.geom_xmat[g2], 2)
    half = m.geom_size[g2, 1]
    along = minimum(maximum(dot3(axis, sub3(centre, middle)), -half), half)
    nearest = add_scaled3(middle, axis, along)
    two_spheres(m, d, g1, g2, centre, m.geom_size[g1, 0], nearest, m.geom_size[g2, 0], margin)


@kernel
def sphere_cylinder(m, d, g1, g2, margin):
    """Contact with the side, a disc or a rim of the cylinder, whichever is nearest to the sphere's centre.

    The side acts as a sphere about the axis, a disc as a plane, a rim as a point.
    """
    centre = d.geom_xpos[g1]
    middle = d.geom_xpos[g2]
    axis = mat_column(d.geom_xmat[g2], 2)
    radius1 = m.geom_size[g1, 0]
    radius2 = m.geom_size[g2, 0]
    half = m.geom_size[g2, 1]
    offset = sub3(centre, middle)
    along = dot3(axis, offset)
    outward = add_scaled3(offset, axis, -along)
    aside = norm3(outward)
    before_end = half - absolute(along)
    before_side = radius2 - aside

    if before_end > 0.0 and (before_side <= before_end or before_side <= 0.0):
        foot = add_scaled3(middle, axis, along)
        two_spheres(m, d, g1, g2, centre, radius1, foot, radius2, margin)
    elif before_side > 0.0:
        dist = -before_end - radius1
        if dist <= margin:
            offer_sphere_contact(m, d, True, dist, centre, radius1, where(along > 0.0, neg3(axis), axis))
    else:
        disc = add_scaled3(middle, axis, where(along > 0.0, half, -half))
        rim = add_scaled3(disc, outward, radius2 / maximum(aside, TINY))
        two_spheres(m, d, g1, g2, centre, radius1, rim, 0.0, margin)


@kernel
def sphere_box(m, d, g1, g2, margin):
    """Contact with the point of the box nearest to the sphere's centre; from inside, with the nearest face."""
    ball_box(m, d, d.geom_xpos[g1], m.geom_size[g1, 0], g2, margin)


@kernel
def ball_box(m, d, centre, radius, g2, margin):
    """Contact of a sphere, given by its centre and radius, with box g2."""
    frame = d.geom_xmat[g2]
    size = m.geom_size[g2]
    seen = mat_t_mul_vec(frame, sub3(centre, d.geom_xpos[g2]))
    nearest = (
        minimum(maximum(seen[0], -size[0]), size[0]),
        minimum(maximum(seen[1], -size[1]), size[1]),
        minimum(maximum(seen[2], -size[2]), size[2]),
    )
    inward = sub3(nearest, seen)
    squared = dot3(inward, inward)
    reach = maximum(radius + margin, 0.0)
    if squared > reach * reach * (1.0 + 1e-12) and squared > TINY * TINY:
        return

    apart = sqrt(squared)
    if apart < TINY:
        inward = from_nearest_face(seen, size)
        apart = -dot3(inward, seen) - dot3((absolute(inward[0]), absolute(inward[1]), absolute(inward[2])), size)
    else:
        inward = scale3(inward, 1.0 / apart)
    if apart - radius <= margin:
        offer_sphere_contact(m, d, True, apart - radius, centre, radius, mat_mul_vec(frame, inward))


@kernel
def from_nearest_face(seen, size):
    """Unit vector into a box from the face nearest to a point inside; the first of x, y, z where several are."""
    x = size[0] - absolute(seen[0])
    y = size[1] - absolute(seen[1])
    z = size[2] - absolute(seen[2])
    if x <= y and x <= z:
        return (where(seen[0] > 0.0, -1.0, 1.0), 0.0, 0.0)
    elif y <= z:
        return (0.0, where(seen[1] > 0.0, -1.0, 1.0), 0.0)
    else:
        return (0.0, 0.0, where(seen[2] > 0.0, -1.0, 1.0))
