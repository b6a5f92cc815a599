"""Actuators that push a site, or one site against the frame of another."""

from knuckle.kernel import kernel, real_of
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.quat import quat_mul_conjugate, quat_to_vector
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, dot3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def site_transmission(m, d, k):
    """l = gear · (p, log q), the pose of the site in the frame of the reference site; 0 where there is none.

    The gear is a force and a torque in the frame of the reference site, or of the site itself.
    """
    s = m.actuator_trnid[k, 0]
    r = m.actuator_trnid[k, 1]
    o = m.actuator_outadr[k]
    g = m.actuator_gear[o]
    push = (g[0], g[1], g[2])
    turn = (g[3], g[4], g[5])
    if r < 0:
        d.actuator_length[o] = real_of(d.site_xpos[s, 0], 0.0)
        put_row(m, d, o, s, r, mat_mul_vec(d.site_xmat[s], push), mat_mul_vec(d.site_xmat[s], turn))
    else:
        p = mat_t_mul_vec(d.site_xmat[r], sub3(d.site_xpos[s], d.site_xpos[r]))
        angle = quat_to_vector(quat_mul_conjugate(d.site_xquat[r], d.site_xquat[s]))
        d.actuator_length[o] = dot3(push, p) + dot3(turn, angle)
        put_row(m, d, o, s, r, mat_mul_vec(d.site_xmat[r], push), mat_mul_vec(d.site_xmat[r], turn))


@kernel
def put_row(m, d, o, s, r, push, turn):
    """The moment of output o: push · (ẋ_s − ẋ_r) + turn · (ω_s − ω_r) by each dof that moves only one of the sites."""
    b = m.site_bodyid[s]
    i = last_dof(m, b)
    k = -1
    arm = sub3(d.site_xpos[s], d.subtree_com[m.body_rootid[b]])
    other = arm
    if r >= 0:
        c = m.site_bodyid[r]
        k = last_dof(m, c)
        other = sub3(d.site_xpos[r], d.subtree_com[m.body_rootid[c]])
    a = m.trn_rowadr[o] + m.trn_rownnz[o]
    while i != k:
        a -= 1
        if i > k:
            d.actuator_moment[a] = work(d.cdof[i], arm, push, turn)
            i = m.dof_parentid[i]
        else:
            d.actuator_moment[a] = -work(d.cdof[k], other, push, turn)
            k = m.dof_parentid[k]


@kernel
def work(cdof, arm, push, turn):
    """Power of a force and a torque at the end of an arm, for a unit velocity of a dof."""
    return dot3(push, add3(linear(cdof), cross3(angular(cdof), arm))) + dot3(turn, angular(cdof))
