"""Moving along velocities in the space of positions, where orientations are quaternions."""

from knuckle.kernel import kernel
from knuckle.math.quat import quat_integrate, quat_mul_conjugate, quat_to_vector
from knuckle.schema.enums import JointType


@kernel
def integrate_pos(m, qpos, qvel, h):
    """qpos ← qpos ⊕ h qvel, in place. Angular velocities of ball and free joints are in the body's frame."""
    move_joints(m, 0, m.njnt, qpos, qvel, h)


@kernel
def move_joints(m, first, end, qpos, qvel, h):
    """The same for the joints from the first to the end."""
    for j in range(first, end):
        q = m.jnt_qposadr[j]
        i = m.jnt_dofadr[j]
        kind = m.jnt_type[j]
        if kind == JointType.FREE:
            for k in range(3):
                qpos[q + k] = qpos[q + k] + h * qvel[i + k]
            integrate_orientation(qpos, q + 3, qvel, i + 3, h)
        elif kind == JointType.BALL:
            integrate_orientation(qpos, q, qvel, i, h)
        else:
            qpos[q] = qpos[q] + h * qvel[i]


@kernel
def integrate_orientation(qpos, q, qvel, i, h):
    """The quaternion at q ← itself times exp(h ω), ω the three velocities at i."""
    quat = (qpos[q], qpos[q + 1], qpos[q + 2], qpos[q + 3])
    quat = quat_integrate(quat, (qvel[i], qvel[i + 1], qvel[i + 2]), h)
    qpos[q] = quat[0]
    qpos[q + 1] = quat[1]
    qpos[q + 2] = quat[2]
    qpos[q + 3] = quat[3]


@kernel
def differentiate_pos(m, result, h, before, after):
    """result ← (after ⊖ before) / h: the velocity that leads from one position to the other in a time h."""
    r = 1.0 / h
    for j in range(m.njnt):
        q = m.jnt_qposadr[j]
        i = m.jnt_dofadr[j]
        kind = m.jnt_type[j]
        if kind == JointType.FREE:
            for k in range(3):
                result[i + k] = (after[q + k] - before[q + k]) * r
            differentiate_orientation(result, i + 3, r, before, after, q + 3)
        elif kind == JointType.BALL:
            differentiate_orientation(result, i, r, before, after, q)
        else:
            result[i] = (after[q] - before[q]) * r


@kernel
def differentiate_orientation(result, i, r, before, after, q):
    """r log(before⁻¹ after) of the quaternions at q, into three velocities at i."""
    a = (before[q], before[q + 1], before[q + 2], before[q + 3])
    b = (after[q], after[q + 1], after[q + 2], after[q + 3])
    w = quat_to_vector(quat_mul_conjugate(a, b))
    result[i] = w[0] * r
    result[i + 1] = w[1] * r
    result[i + 2] = w[2] * r
