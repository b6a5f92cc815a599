"""Forward kinematics: the world poses of bodies, joints, geoms and sites from `qpos`."""

from knuckle.kernel import all_lanes, kernel, stage
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.quat import quat_mul, quat_polish, quat_to_mat, quat_unit
from knuckle.math.turn import sincos_of_turn
from knuckle.math.vec3 import add3, add_scaled3, sub3
from knuckle.physics.kinematics.frame import place_frame
from knuckle.physics.sleep.runs import run_bodies, run_count, run_geoms, run_joints, run_sites
from knuckle.physics.sleep.touch import rouse
from knuckle.schema.enums import JointType


@stage
def kinematics(m, d):
    """Poses of all bodies, with their inertial frames, joint anchors and axes, then of geoms and sites.

    Those of trees asleep are as they were; the first thing is to wake trees that the user has touched.
    """
    rouse(m, d)
    world_frame(d)
    for s in range(run_count(m, d)):
        half_turns(m, d, run_joints(m, d, s))
        bodies(m, d, run_bodies(m, d, s))
        geoms(m, d, run_geoms(m, d, s))
        sites(m, d, run_sites(m, d, s))


@kernel
def bodies(m, d, run):
    """Poses of a run of bodies and of their inertial frames."""
    for b in range(run[0], run[1]):
        body_frame(m, d, b)
        place_frame(d, b, m.body_sameframe[b], m.body_ipos[b], m.body_iquat[b], b, d.xipos, d.xiquat, d.ximat)


@kernel
def geoms(m, d, run):
    """Poses of a run of geoms."""
    for g in range(run[0], run[1]):
        place_frame(
            d,
            m.geom_bodyid[g],
            m.geom_sameframe[g],
            m.geom_pos[g],
            m.geom_quat[g],
            g,
            d.geom_xpos,
            d.geom_xquat,
            d.geom_xmat,
        )


@kernel
def sites(m, d, run):
    """Poses of a run of sites."""
    for s in range(run[0], run[1]):
        place_frame(
            d,
            m.site_bodyid[s],
            m.site_sameframe[s],
            m.site_pos[s],
            m.site_quat[s],
            s,
            d.site_xpos,
            d.site_xquat,
            d.site_xmat,
        )


@kernel
def world_frame(d):
    """The world body rests at the origin."""
    d.xpos[0] = (0.0, 0.0, 0.0)
    d.xipos[0] = (0.0, 0.0, 0.0)
    d.xquat[0] = (1.0, 0.0, 0.0, 0.0)
    d.xiquat[0] = (1.0, 0.0, 0.0, 0.0)
    d.xmat[0] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    d.ximat[0] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel
def half_turns(m, d, run):
    """Sine and cosine of half the angle of every hinge, all at once: none waits for the pose of its body."""
    for j in range(run[0], run[1]):
        if m.jnt_type[j] == JointType.HINGE:
            a = m.jnt_qposadr[j]
            d.half_turn[j] = sincos_of_turn(0.5 * (d.qpos[a] - m.qpos0[a]))


@kernel
def body_frame(m, d, b):
    """Pose of body b, given its parent's: set by a free joint or by mocap, else carried by the parent and moved."""
    j = m.body_jntadr[b]
    k = m.body_mocapid[b]
    if j >= 0 and m.jnt_type[j] == JointType.FREE:
        a = m.jnt_qposadr[j]
        pos = (d.qpos[a], d.qpos[a + 1], d.qpos[a + 2])
        d.xanchor[j] = pos
        d.xaxis[j] = m.jnt_axis[j]
        store_body_frame(d, b, pos, qpos_quat(d, a + 3))
    elif k >= 0:
        store_body_frame(d, b, d.mocap_pos[k], quat_unit(d.mocap_quat[k]))
    elif m.body_jntnum[b] == 1 and m.jnt_type[j] == JointType.HINGE and is_origin(m.jnt_pos[j]):
        turned_frame(m, d, b, j)
    else:
        carried_frame(m, d, b)


@kernel
def turned_frame(m, d, b, j):
    """Pose of a body that its parent carries and one hinge turns about an axis through its origin.

    What does not wait for the parent's pose comes first; and turning about an axis leaves the axis where it is.
    """
    p = m.body_parentid[b]
    turn = joint_turn(m, d, j)
    if not is_no_rotation(m.body_quat[b]):
        turn = quat_polish(quat_mul(m.body_quat[b], turn))
    pos = add3(d.xpos[p], mat_mul_vec(d.xmat[p], m.body_pos[b]))
    quat = quat_mul(d.xquat[p], turn)
    R = quat_to_mat(quat)
    d.xaxis[j] = mat_mul_vec(R, m.jnt_axis[j])
    d.xanchor[j] = pos
    d.xpos[b] = pos
    d.xquat[b] = quat
    d.xmat[b] = R


@kernel
def carried_frame(m, d, b):
    """Pose of a body that its parent carries and its hinge, slide and ball joints move, one after the other.

    Turning about an axis through an anchor leaves the anchor where it is: pos ← anchor − R' jnt_pos.
    """
    p = m.body_parentid[b]
    quat = d.xquat[p]
    R = d.xmat[p]
    pos = add3(d.xpos[p], mat_mul_vec(R, m.body_pos[b]))
    if not is_no_rotation(m.body_quat[b]):
        quat = quat_polish(quat_mul(quat, m.body_quat[b]))
        R = quat_to_mat(quat)
    for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
        kind = m.jnt_type[j]
        axis = mat_mul_vec(R, m.jnt_axis[j])
        at_origin = is_origin(m.jnt_pos[j])
        anchor = pos
        if not at_origin:
            anchor = add3(pos, mat_mul_vec(R, m.jnt_pos[j]))
        d.xaxis[j] = axis
        d.xanchor[j] = anchor
        if kind == JointType.SLIDE:
            a = m.jnt_qposadr[j]
            pos = add_scaled3(pos, axis, d.qpos[a] - m.qpos0[a])
        else:
            quat = quat_mul(quat, joint_turn(m, d, j))
            R = quat_to_mat(quat)
            if not at_origin:
                pos = sub3(anchor, mat_mul_vec(R, m.jnt_pos[j]))
    d.xpos[b] = pos
    d.xquat[b] = quat
    d.xmat[b] = R


@kernel
def joint_turn(m, d, j):
    """The rotation of hinge or ball joint j, as a quaternion."""
    if m.jnt_type[j] == JointType.BALL:
        return qpos_quat(d, m.jnt_qposadr[j])
    else:
        s, c = d.half_turn[j]
        axis = m.jnt_axis[j]
        return (c, axis[0] * s, axis[1] * s, axis[2] * s)


@kernel
def is_no_rotation(q):
    """Whether a quaternion of the model is exactly (1, 0, 0, 0)."""
    return all_lanes((q[0] == 1.0) & (q[1] == 0.0) & (q[2] == 0.0) & (q[3] == 0.0))


@kernel
def is_origin(p):
    """Whether a position in the model is exactly (0, 0, 0)."""
    return all_lanes((p[0] == 0.0) & (p[1] == 0.0) & (p[2] == 0.0))


@kernel
def store_body_frame(d, b, pos, quat):
    """Write the pose of body b."""
    d.xpos[b] = pos
    d.xquat[b] = quat
    d.xmat[b] = quat_to_mat(quat)


@kernel
def qpos_quat(d, a):
    """The quaternion at address a of qpos, made unit; qpos itself is left as the user wrote it."""
    return quat_unit((d.qpos[a], d.qpos[a + 1], d.qpos[a + 2], d.qpos[a + 3]))
