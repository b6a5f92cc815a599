"""How far geoms move in a step with their present velocities."""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.math.mat3_algebra import mat_mul
from knuckle.math.quat import quat_of_vector, quat_to_mat
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, norm3, scale3, sub3
from knuckle.schema.enums import EnableBit, GeomType


@kernel
def looks_ahead(m):
    """Whether such contacts are asked for."""
    return (m.opt_enableflags & EnableBit.SPECULATIVE) != 0


@kernel
def displacement(m, d, g):
    """(Δx, Δω): how far the centre of geom g goes in a step, and how far it turns; of a sphere 0. [m, rad]"""
    b = m.geom_bodyid[g]
    u = d.cvel[b]
    w = angular(u)
    v = add3(linear(u), cross3(w, sub3(d.geom_xpos[g], d.subtree_com[m.body_rootid[b]])))
    seen = 0.0 if m.geom_type[g] == GeomType.SPHERE else 1.0
    return scale3(v, m.opt_timestep), scale3(w, seen * m.opt_timestep)


@kernel
def reach_by_turning(m, g, turn):
    """A bound of how far turning moves the surface of geom g. [m]"""
    return norm3(turn) * m.geom_rbound[g]


@kernel
def sweep_of(m, d, g):
    """A bound of how far any point on the surface of geom g moves in a step. [m]"""
    x, turn = displacement(m, d, g)
    return norm3(x) + reach_by_turning(m, g, turn)


@kernel
def is_fast(m, d, g):
    """Whether geom g, of a convex shape, may move farther in a step than it is thick."""
    kind = m.geom_type[g]
    if kind <= GeomType.HFIELD or kind > GeomType.MESH:
        return False
    box = m.geom_aabb[g]
    return sweep_of(m, d, g) > minimum(box[3], minimum(box[4], box[5]))


@kernel
def is_fast_pair(m, d, g1, g2):
    """Whether one of two geoms is fast, and both have shapes that can be looked at ahead."""
    first, second = m.geom_type[g1], m.geom_type[g2]
    if first == GeomType.HFIELD or second == GeomType.HFIELD or max(first, second) > GeomType.MESH:
        return False
    return is_fast(m, d, g1) or is_fast(m, d, g2)


@kernel
def spheres_will_meet(m, d, g1, g2, margin):
    """Whether the bounding spheres of two geoms come within the margin in a step; a plane is a half space."""
    x1, _ = displacement(m, d, g1)
    x2, _ = displacement(m, d, g2)
    if m.geom_type[g2] == GeomType.PLANE:
        return reaches_half_space(m, d, g2, g1, x1, margin)
    if m.geom_type[g1] == GeomType.PLANE:
        return reaches_half_space(m, d, g1, g2, x2, margin)
    p = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    v = sub3(x2, x1)
    square = dot3(v, v)
    tau = 0.0 * square
    if square > 0.0:
        tau = minimum(maximum(-dot3(p, v) / square, 0.0), 1.0)
    r = add_scaled3(p, v, tau)
    reach = m.geom_rbound[g1] + m.geom_rbound[g2] + margin
    return reach >= 0.0 and dot3(r, r) <= reach * reach


@kernel
def reaches_half_space(m, d, plane, g, x, margin):
    """Whether the bounding sphere of geom g comes within the margin of a plane, now or at the end of the step."""
    R = d.geom_xmat[plane]
    n = (R[2], R[5], R[8])
    height = dot3(n, sub3(d.geom_xpos[g], d.geom_xpos[plane]))
    return minimum(height, height + dot3(n, x)) <= m.geom_rbound[g] + margin


@kernel
def place_ahead(d, g, pose, x, turn, t):
    """Put geom g where it will be after the share t of the step; `pose` is where it is now: centre and axes."""
    d.geom_xpos[g] = add_scaled3((pose[0], pose[1], pose[2]), x, t)
    R = (pose[3], pose[4], pose[5], pose[6], pose[7], pose[8], pose[9], pose[10], pose[11])
    if dot3(turn, turn) > 0.0:
        R = mat_mul(quat_to_mat(quat_of_vector(scale3(turn, t))), R)
    d.geom_xmat[g] = R


@kernel
def pose_of(d, g):
    """Centre and axes of geom g as one tuple."""
    x, R = d.geom_xpos[g], d.geom_xmat[g]
    return (x[0], x[1], x[2], R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8])
