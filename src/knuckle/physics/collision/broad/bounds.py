"""Quick tests that two geoms are too far apart to touch: bounding spheres, half spaces and boxes.

They are a little generous, so that rounding never hides a contact which the exact test would find.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum
from knuckle.math.mat3 import mat_column, mat_mul_vec
from knuckle.math.vec3 import add3, dot3, sub3
from knuckle.schema.enums import GeomType

SLACK = 1e-6  # relative; above the rounding of float32


@kernel
def spheres_meet(m, d, g1, g2, margin):
    """Whether the bounding spheres of two geoms are within the margin; for a plane, sphere and half space."""
    r1 = m.geom_rbound[g1]
    r2 = m.geom_rbound[g2]
    between = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    if m.geom_type[g1] == GeomType.PLANE:
        return half_space_meets(d.geom_xmat[g1], between, r2 + margin)
    if m.geom_type[g2] == GeomType.PLANE:
        return half_space_meets(d.geom_xmat[g2], (-between[0], -between[1], -between[2]), r1 + margin)
    return centres_meet(between, r1 + r2 + margin)


@kernel
def centres_meet(between, reach):
    """Whether the vector between two centres is no longer than their spheres reach."""
    return (reach >= 0.0) & (dot3(between, between) <= reach * reach * (1.0 + SLACK))


@kernel
def capsules_meet(m, d, g1, g2, margin):
    """Whether each of two capsules is near the sphere around the other; quicker than their nearest points."""
    between = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    h1, h2 = m.geom_size[g1, 1], m.geom_size[g2, 1]
    reach = m.geom_size[g1, 0] + m.geom_size[g2, 0] + margin
    apart = dot3(between, between)
    far1 = from_segment(apart, dot3(between, mat_column(d.geom_xmat[g1], 2)), h1)
    far2 = from_segment(apart, -dot3(between, mat_column(d.geom_xmat[g2], 2)), h2)
    slack = SLACK * apart
    return (far1 <= squared_reach(h2 + reach) + slack) & (far2 <= squared_reach(h1 + reach) + slack)


@kernel
def segment_meets(m, d, g1, g2, margin):
    """Whether a capsule or a cylinder, g1, is near the sphere around g2."""
    between = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    apart = dot3(between, between)
    far = from_segment(apart, dot3(between, mat_column(d.geom_xmat[g1], 2)), m.geom_size[g1, 1])
    return far <= squared_reach(m.geom_size[g1, 0] + m.geom_rbound[g2] + margin) + SLACK * apart


@kernel
def from_segment(apart, along, half):
    """Squared distance of a point from a segment, given its squared distance from the middle and its place along it."""
    t = minimum(maximum(along, -half), half)
    return apart - t * (2.0 * along - t)


@kernel
def squared_reach(reach):
    """Its square; less than any where nothing is within reach."""
    return reach * reach * (1.0 + SLACK) if reach >= 0.0 else -1.0


@kernel
def half_space_meets(frame, offset, reach):
    """Whether a point at an offset from a plane's origin is less than `reach` above the plane."""
    height = dot3((frame[2], frame[5], frame[8]), offset)
    return height <= reach + SLACK * (absolute(height) + absolute(reach))


@kernel
def boxes_meet(m, d, g1, g2, margin):
    """Whether the boxes around two geoms, in the geoms' own axes, are within the margin along all of these axes."""
    return box_overlaps(m, d, g1, g2, margin) and box_overlaps(m, d, g2, g1, margin)


@kernel
def box_overlaps(m, d, g1, g2, margin):
    """Whether the boxes' shadows on the three axes of geom g1 are within the margin."""
    R1 = d.geom_xmat[g1]
    R2 = d.geom_xmat[g2]
    half1 = box_half(m, g1)
    half2 = box_half(m, g2)
    between = sub3(box_centre(m, d, g2), box_centre(m, d, g1))
    for k in range(3):
        axis = mat_column(R1, k)
        reach = half1[k] + shadow(R2, half2, axis) + margin
        distance = absolute(dot3(axis, between))
        if not distance <= reach + SLACK * (distance + absolute(reach)):
            return False
    return True


@kernel
def box_centre(m, d, g):
    """Centre of the box around a geom, world frame."""
    box = m.geom_aabb[g]
    return add3(d.geom_xpos[g], mat_mul_vec(d.geom_xmat[g], (box[0], box[1], box[2])))


@kernel
def box_half(m, g):
    """Half widths of the box around a geom, in the geom's axes."""
    box = m.geom_aabb[g]
    return (box[3], box[4], box[5])


@kernel
def shadow(R, half, axis):
    """Half length of the shadow of a box on an axis: Σ halfₖ |axis · Rₖ|."""
    return (
        half[0] * absolute(dot3(axis, (R[0], R[3], R[6])))
        + half[1] * absolute(dot3(axis, (R[1], R[4], R[7])))
        + half[2] * absolute(dot3(axis, (R[2], R[5], R[8])))
    )
