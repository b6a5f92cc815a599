"""Joint springs.

Each joint's spring pulls towards its reference: `qpos_spring`, or the entry of `plastic` that a yielding spring moves.
"""

from knuckle.kernel import kernel, real_of
from knuckle.math.quat import quat_mul_conjugate, quat_to_vector, quat_unit
from knuckle.math.vec3 import norm3, scale3
from knuckle.physics.force.polynomial import is_zero, stiffness_at
from knuckle.physics.sleep.runs import run_count, run_dofs, run_joints
from knuckle.schema.enums import JointType


@kernel
def springs(m, d):
    """qfrc_spring of every joint. [N, N m]"""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            d.qfrc_spring[i] = 0.0
        first, end = run_joints(m, d, s)
        for j in range(first, end):
            if not is_zero(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j]):
                joint_spring(m, d, j)


@kernel
def joint_spring(m, d, j):
    """qfrc_spring of joint j."""
    kind = m.jnt_type[j]
    if kind == JointType.FREE:
        free_spring(m, d, j)
    elif kind == JointType.BALL:
        ball_spring(m, d, j)
    else:
        scalar_spring(m, d, j)


@kernel
def scalar_spring(m, d, j):
    """f = −k(x) x of a hinge or slide, x its displacement from the reference."""
    x = d.qpos[m.jnt_qposadr[j]] - scalar_reference(m, d, j)
    d.qfrc_spring[m.jnt_dofadr[j]] = -stiffness_at(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j], x) * x


@kernel
def scalar_reference(m, d, j):
    """Where the spring of hinge or slide j is at rest. [rad, m]"""
    q = m.jnt_qposadr[j]
    p = m.jnt_plasticadr[j]
    if p >= 0:
        return d.plastic[p]
    else:
        return real_of(d.qpos[q], m.qpos_spring[q])


@kernel
def ball_spring(m, d, j):
    """f = −k(‖x‖) x of a ball joint, x the rotation vector from the reference, in the body's frame."""
    store_pull(m, d, j, m.jnt_dofadr[j], ball_displacement(m, d, j))


@kernel
def ball_displacement(m, d, j):
    """The rotation vector of ball joint j from the reference of its spring. [rad]"""
    q = m.jnt_qposadr[j]
    p = m.jnt_plasticadr[j]
    if p >= 0:
        return rotation_from(read4(d.plastic, p), read4(d.qpos, q))
    else:
        return rotation_from(read4(m.qpos_spring, q), read4(d.qpos, q))


@kernel
def free_spring(m, d, j):
    """f = −k(‖x‖) x of a free joint, for its displacement and for its rotation vector, each at its own norm."""
    i = m.jnt_dofadr[j]
    x, turn = free_displacement(m, d, j)
    store_pull(m, d, j, i, x)
    store_pull(m, d, j, i + 3, turn)


@kernel
def free_displacement(m, d, j):
    """Displacement and rotation vector of free joint j from the reference of its spring. [m, rad]"""
    q = m.jnt_qposadr[j]
    x = (d.qpos[q] - m.qpos_spring[q], d.qpos[q + 1] - m.qpos_spring[q + 1], d.qpos[q + 2] - m.qpos_spring[q + 2])
    return x, rotation_from(read4(m.qpos_spring, q + 3), read4(d.qpos, q + 3))


@kernel
def store_pull(m, d, j, i, x):
    """qfrc_spring of three dofs from i on: −k(‖x‖) x with the coefficients of joint j."""
    f = scale3(x, -stiffness_at(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j], norm3(x)))
    d.qfrc_spring[i] = f[0]
    d.qfrc_spring[i + 1] = f[1]
    d.qfrc_spring[i + 2] = f[2]


@kernel
def rotation_from(reference, q):
    """log(reference⁻¹ q): the rotation vector from one orientation to another, in the frame of either. [rad]"""
    return quat_to_vector(quat_mul_conjugate(quat_unit(reference), quat_unit(q)))


@kernel
def read4(field, a):
    """Four elements of a field from a on: a quaternion."""
    return (field[a], field[a + 1], field[a + 2], field[a + 3])
