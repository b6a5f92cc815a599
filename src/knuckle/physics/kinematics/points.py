"""Cartesian forces as generalized forces, and velocities and accelerations of points."""

from knuckle.kernel import absolute, any_lane, kernel, real_of
from knuckle.math.spatial import add_scaled6, angular, dot6, join6, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def apply_ft(m, d, force, torque, point, b, result):
    """result += Jᵀ (torque; force), for a force [N] at a world point [m] and a torque [N m] on body b, world axes."""
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    f = join6(add3(torque, cross3(arm, force)), force)
    i = last_dof(m, b)
    while i >= 0:
        result[i] = result[i] + dot6(d.cdof[i], f)
        i = m.dof_parentid[i]


@kernel
def add_applied(m, d, result):
    """result += Σ Jᵀ xfrc_applied: each body's force and torque act at its centre of mass. [N, N m]"""
    for b in range(1, m.nbody):
        f = d.xfrc_applied[b]
        size = absolute(f[0]) + absolute(f[1]) + absolute(f[2]) + absolute(f[3]) + absolute(f[4]) + absolute(f[5])
        if any_lane(size != 0.0):
            # here the force comes first
            apply_ft(m, d, (f[0], f[1], f[2]), (f[3], f[4], f[5]), d.xipos[b], b, result)


@kernel
def velocity_at(m, d, b, point):
    """(ω; v) of the point [m, world] that moves with body b, world axes. [rad/s, m/s]"""
    cvel = d.cvel[b]
    w = angular(cvel)
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    return join6(w, add3(linear(cvel), cross3(w, arm)))


@kernel
def acceleration_at(m, d, b, point):
    """(ω̇; v̇) of the point [m, world] that moves with body b, world axes, from `cacc`. [rad/s², m/s²]

    v̇ = a + ω̇ × arm + ω × v: a spatial acceleration is taken at a fixed place, v̇ follows the point.
    """
    cacc = d.cacc[b]
    wdot = angular(cacc)
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    v = velocity_at(m, d, b, point)
    return join6(wdot, add3(add3(linear(cacc), cross3(wdot, arm)), cross3(angular(v), linear(v))))


@kernel
def drift_at(m, d, b, point):
    """(ω̇; v̇) of a world point that moves with body b where no dof accelerates. [rad/s², m/s²]

    a = Σ ċdof_i q̇_i,   v̇ = a_v + a_ω × arm + ω × v
    """
    zero = real_of(point[0], 0.0)
    a = (zero, zero, zero, zero, zero, zero)
    i = last_dof(m, b)
    while i >= 0:
        a = add_scaled6(a, d.cdof_dot[i], d.qvel[i])
        i = m.dof_parentid[i]
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    v = velocity_at(m, d, b, point)
    turning = cross3(angular(v), linear(v))
    return join6(angular(a), add3(add3(linear(a), cross3(angular(a), arm)), turning))
