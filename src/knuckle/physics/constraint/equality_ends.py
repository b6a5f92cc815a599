"""The two ends of an equality of bodies or sites, and how they move."""

from knuckle.machine.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.quat import quat_mul
from knuckle.math.spatial import add_scaled6, angular, join6, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.chain import last_dof
from knuckle.physics.support import velocity_at
from knuckle.schema.enums import ObjType

SITE = int(ObjType.SITE)


@kernel
def end_body(m, e, k):
    """The body at the end k of equality e."""
    return m.site_bodyid[k] if m.eq_objtype[e] == SITE else k


@kernel
def end_point(m, d, e, k, anchor):
    """World position of the end k of equality e: a site, or an anchor in the frame of a body. [m]"""
    if m.eq_objtype[e] == SITE:
        return d.site_xpos[k]
    else:
        return add3(d.xpos[k], mat_mul_vec(d.xmat[k], anchor))


@kernel
def end_quat(m, d, e, k):
    """World orientation of the end k of equality e."""
    if m.eq_objtype[e] == SITE:
        return quat_mul(d.xquat[m.site_bodyid[k]], m.site_quat[k])
    else:
        return d.xquat[k]


@kernel
def drift_at(m, d, b, point):
    """(ω̇; v̇) of a world point that moves with body b where no dof accelerates: J̇ q̇. [rad/s², m/s²]

    a = Σ ċdof_i q̇_i,   v̇ = a_v + a_ω × arm + ω × v
    """
    a = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    i = last_dof(m, b)
    while i >= 0:
        a = add_scaled6(a, d.cdof_dot[i], d.qvel[i])
        i = m.dof_parentid[i]
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    v = velocity_at(m, d, b, point)
    turning = cross3(angular(v), linear(v))
    return join6(angular(a), add3(add3(linear(a), cross3(angular(a), arm)), turning))
