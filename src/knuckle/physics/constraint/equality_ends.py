"""The two ends of an equality of bodies or sites, and how they move."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.quat import quat_mul
from knuckle.math.spatial import add_scaled6
from knuckle.math.vec3 import add3
from knuckle.physics.kinematics.points import drift_at
from knuckle.schema.enums import EqType, ObjType


@kernel
def first_body(m, e):
    return end_body(m, e, m.eq_obj1id[e])


@kernel
def second_body(m, e):
    return end_body(m, e, m.eq_obj2id[e])


@kernel
def end_body(m, e, k):
    """The body at the end k of equality e."""
    return m.site_bodyid[k] if m.eq_objtype[e] == ObjType.SITE else k


@kernel
def first_point(m, d, e):
    """Where the first body is held, world frame. [m]"""
    # the parameters of a weld have the anchor on the second body first
    return end_point(m, d, e, m.eq_obj1id[e], 3 if m.eq_type[e] == EqType.WELD else 0)


@kernel
def second_point(m, d, e):
    """Where the second body is held, world frame. [m]"""
    return end_point(m, d, e, m.eq_obj2id[e], 0 if m.eq_type[e] == EqType.WELD else 3)


@kernel
def end_point(m, d, e, k, a):
    """World position of the end k of equality e: a site, or an anchor in the frame of a body, eq_data from a on. [m]"""
    if m.eq_objtype[e] == ObjType.SITE:
        return d.site_xpos[k]
    else:
        anchor = (m.eq_data[e, a], m.eq_data[e, a + 1], m.eq_data[e, a + 2])
        return add3(d.xpos[k], mat_mul_vec(d.xmat[k], anchor))


@kernel
def end_quat(m, d, e, k):
    """World orientation of the end k of equality e."""
    if m.eq_objtype[e] == ObjType.SITE:
        return quat_mul(d.xquat[m.site_bodyid[k]], m.site_quat[k])
    else:
        return d.xquat[k]


@kernel
def relative_drift(m, d, e):
    """(ω̇₁ − ω̇₂; v̇₁ − v̇₂) of the ends where no dof accelerates: J̇ q̇. [rad/s², m/s²]"""
    first = drift_at(m, d, first_body(m, e), first_point(m, d, e))
    second = drift_at(m, d, second_body(m, e), second_point(m, d, e))
    return add_scaled6(first, second, -1.0)
