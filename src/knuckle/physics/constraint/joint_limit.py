"""Rows of joint limits that are reached, or closer than their margin."""

from knuckle.kernel import kernel, maximum, where
from knuckle.math.quat import quat_to_vector
from knuckle.math.vec3 import norm3, unit3
from knuckle.physics.constraint.response import pushing_response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.physics.sleep.state import end_of_joints, first_joint, some_sleep, tree_sleeps
from knuckle.schema.enums import ConstraintType, JointType


@kernel
def joint_limits(m, d):
    """Rows for all limited joints that are awake; free joints have no limits."""
    if some_sleep(m, d):
        for t in range(m.ntree):
            if not tree_sleeps(m, d, t):
                limits_between(m, d, first_joint(m, t), end_of_joints(m, t))
    else:
        limits_between(m, d, 0, m.njnt)


@kernel
def limits_between(m, d, first, end):
    """Rows for the joints from the first to the end."""
    for j in range(first, end):
        if m.jnt_limited[j]:
            if m.jnt_type[j] >= JointType.SLIDE:
                scalar_limit(m, d, j)
            elif m.jnt_type[j] == JointType.BALL:
                ball_limit(m, d, j)


@kernel
def ball_limits(m, d):
    """Rows for all limited ball joints."""
    for j in range(m.njnt):
        if m.jnt_type[j] == JointType.BALL and m.jnt_limited[j]:
            ball_limit(m, d, j)


@kernel
def scalar_limit(m, d, j):
    """r = q − lower with Jacobian 1, then r = upper − q with Jacobian −1, each where r < margin."""
    q = d.qpos[m.jnt_qposadr[j]]
    span = m.jnt_range[j]
    for side in range(2):
        dist = where(side == 0, q - span[0], span[1] - q)
        if dist < m.jnt_margin[j]:
            d.row_dof[m.nv - 1] = m.jnt_dofadr[j]
            if claim_rows(m, d, 1, m.nv - 1):
                d.efc_J[d.nJ - 1] = 1.0 - 2.0 * side
                describe_limit(m, d, j, dist)


@kernel
def ball_limit(m, d, j):
    """r = largest angle − θ with Jacobian −axis, θ the angle of the joint's rotation about that axis."""
    a = m.jnt_qposadr[j]
    turn = quat_to_vector((d.qpos[a], d.qpos[a + 1], d.qpos[a + 2], d.qpos[a + 3]))
    dist = maximum(m.jnt_range[j, 0], m.jnt_range[j, 1]) - norm3(turn)
    if dist < m.jnt_margin[j]:
        axis = unit3(turn)
        first = m.nv - 3
        for k in range(3):
            d.row_dof[first + k] = m.jnt_dofadr[j] + k
        if claim_rows(m, d, 1, first):
            d.efc_J[d.nJ - 3] = -axis[0]
            d.efc_J[d.nJ - 2] = -axis[1]
            d.efc_J[d.nJ - 1] = -axis[2]
            describe_limit(m, d, j, dist)


@kernel
def describe_limit(m, d, j, dist):
    """The last row is a limit of joint j at a distance."""
    margin = m.jnt_margin[j]
    k_b_d = pushing_response(m, m.jnt_solref[j], m.jnt_solimp[j], dist - margin)
    describe_row(d, d.nefc - 1, ConstraintType.LIMIT_JOINT, j, dist, margin, m.dof_invweight0[m.jnt_dofadr[j]], k_b_d)
