"""Velocity and acceleration of named elements: bodies, geoms, sites, cameras."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.spatial import angular, join6, linear
from knuckle.physics.kinematics.points import acceleration_at, velocity_at
from knuckle.schema.enums import ObjType


@kernel
def object_velocity(m, d, kind, k, local):
    """(ω; v) at the origin of object k of a kind, in world axes or its own. [rad/s, m/s]"""
    v = velocity_at(m, d, object_body(m, kind, k), object_position(d, kind, k))
    if local:
        return seen_from(object_axes(d, kind, k), v)
    else:
        return v


@kernel
def object_acceleration(m, d, kind, k, local):
    """(ω̇; v̇) at the origin of object k of a kind, in world axes or its own; gravity shows as −g. [rad/s², m/s²]"""
    a = acceleration_at(m, d, object_body(m, kind, k), object_position(d, kind, k))
    if local:
        return seen_from(object_axes(d, kind, k), a)
    else:
        return a


@kernel
def seen_from(R, v):
    """A spatial vector in the axes of the frame R."""
    return join6(mat_t_mul_vec(R, angular(v)), mat_t_mul_vec(R, linear(v)))


@kernel
def object_body(m, kind, k):
    """The body that object k moves with."""
    if kind in (ObjType.BODY, ObjType.XBODY):
        return k
    elif kind == ObjType.GEOM:
        return m.geom_bodyid[k]
    elif kind == ObjType.SITE:
        return m.site_bodyid[k]
    else:
        return m.cam_bodyid[k]


@kernel
def object_position(d, kind, k):
    """World position of object k. A body stands for its inertial frame, an xbody for its own. [m]"""
    if kind == ObjType.BODY:
        return d.xipos[k]
    elif kind == ObjType.XBODY:
        return d.xpos[k]
    elif kind == ObjType.GEOM:
        return d.geom_xpos[k]
    elif kind == ObjType.SITE:
        return d.site_xpos[k]
    else:
        return d.cam_xpos[k]


@kernel
def object_axes(d, kind, k):
    """World orientation of object k, as a matrix."""
    if kind == ObjType.BODY:
        return d.ximat[k]
    elif kind == ObjType.XBODY:
        return d.xmat[k]
    elif kind == ObjType.GEOM:
        return d.geom_xmat[k]
    elif kind == ObjType.SITE:
        return d.site_xmat[k]
    else:
        return d.cam_xmat[k]
