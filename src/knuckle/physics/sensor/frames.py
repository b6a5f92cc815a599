"""Poses and velocities of the frames that sensors are about, in the world or seen from another frame."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_column, mat_t_mul_vec
from knuckle.math.quat import quat_mul, quat_mul_conjugate
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import cross3, sub3
from knuckle.physics.kinematics.motion import object_axes, object_position, object_velocity
from knuckle.schema.enums import ObjType


@kernel
def frame_position(m, d, s):
    """x, or R_refᵀ (x − x_ref) where the sensor has a reference. [m]"""
    x = object_position(d, m.sensor_objtype[s], m.sensor_objid[s])
    if m.sensor_refid[s] < 0:
        return x
    else:
        away = sub3(x, object_position(d, m.sensor_reftype[s], m.sensor_refid[s]))
        return seen_from_reference(m, d, s, away)


@kernel
def frame_axis(m, d, s, axis):
    """An axis of the frame, in the world or in the reference frame."""
    a = mat_column(object_axes(d, m.sensor_objtype[s], m.sensor_objid[s]), axis)
    return seen_from_reference(m, d, s, a)


@kernel
def frame_quat(m, d, s):
    """q, or q_ref⁻¹ q where the sensor has a reference."""
    q = object_quat(m, d, m.sensor_objtype[s], m.sensor_objid[s])
    if m.sensor_refid[s] < 0:
        return q
    else:
        return quat_mul_conjugate(object_quat(m, d, m.sensor_reftype[s], m.sensor_refid[s]), q)


@kernel
def frame_angular_velocity(m, d, s):
    """ω, or R_refᵀ (ω − ω_ref). [rad/s]"""
    w = angular(object_velocity(m, d, m.sensor_objtype[s], m.sensor_objid[s], False))
    if m.sensor_refid[s] < 0:
        return w
    else:
        base = angular(object_velocity(m, d, m.sensor_reftype[s], m.sensor_refid[s], False))
        return seen_from_reference(m, d, s, sub3(w, base))


@kernel
def frame_linear_velocity(m, d, s):
    """v, or what moves in the reference frame: R_refᵀ (v − v_ref − ω_ref × (x − x_ref)). [m/s]"""
    v = linear(object_velocity(m, d, m.sensor_objtype[s], m.sensor_objid[s], False))
    if m.sensor_refid[s] < 0:
        return v
    else:
        base = object_velocity(m, d, m.sensor_reftype[s], m.sensor_refid[s], False)
        x = object_position(d, m.sensor_objtype[s], m.sensor_objid[s])
        away = sub3(x, object_position(d, m.sensor_reftype[s], m.sensor_refid[s]))
        carried = cross3(angular(base), away)
        return seen_from_reference(m, d, s, sub3(sub3(v, linear(base)), carried))


@kernel
def seen_from_reference(m, d, s, v):
    """A world vector in the axes of the sensor's reference, where it has one."""
    if m.sensor_refid[s] < 0:
        return v
    else:
        return mat_t_mul_vec(object_axes(d, m.sensor_reftype[s], m.sensor_refid[s]), v)


@kernel
def object_quat(m, d, kind, k):
    """World orientation of object k, as a quaternion; that of a camera is the one in its body, whatever it follows."""
    if kind == ObjType.BODY:
        return d.xiquat[k]
    elif kind == ObjType.XBODY:
        return d.xquat[k]
    elif kind == ObjType.GEOM:
        return d.geom_xquat[k]
    elif kind == ObjType.SITE:
        return d.site_xquat[k]
    else:
        return quat_mul(d.xquat[m.cam_bodyid[k]], m.cam_quat[k])
