"""Bodies pulled by the mouse: a spring while the simulation runs, a pose by inverse kinematics while it is paused."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.functions.queries import object_velocity
from knuckle.model.model import Model
from knuckle.scene.parts import quaternions
from knuckle.schema.enums import JointType

POSE_STEPS = 8  # of inverse kinematics for one movement of the mouse
POSE_DAMPING = 1e-2  # of its least squares, of the mean square of the Jacobian


class Grip(StrEnum):
    """What a drag does to a body."""

    PUSH = "push"
    TWIST = "twist"


@dataclass
class Drag:
    """A body held by the mouse: where (in the frame of the body), and where it is pulled to."""

    body: int
    grip: Grip
    local: np.ndarray
    target: np.ndarray  # a point of the world, or for a twist the rotation wanted from where it began
    start: np.ndarray  # orientation of the body when the twist began, as a matrix

    def point(self, d: Data) -> np.ndarray:
        """The held point in the world."""
        return d.xpos[self.body] + d.xmat[self.body].reshape(3, 3) @ self.local


def grab(d: Data, body: int, point: np.ndarray, grip: Grip) -> Drag:
    """Hold a body at a point of the world."""
    rotation = d.xmat[body].reshape(3, 3).copy()
    local = rotation.T @ (np.asarray(point, float) - d.xpos[body])
    target = np.asarray(point, float).copy() if grip is Grip.PUSH else np.zeros(3)
    return Drag(body, grip, local, target, rotation)


def spring(m: Model, d: Data, drag: Drag) -> np.ndarray:
    """Force and torque of a critically damped spring on the body, at its mass centre. [N, N m]

        f = μ (k (target − p) − 2 √k v)          τ = (p − com) × f
        τ = ι (kᵣ θ − 2 √kᵣ ω)                    of a twist, θ the rotation that is left

    p is the held point, v its velocity, k = vis.map.stiffness. μ and ι are the inertias that the body
    shows at its place in the model, 1 / body_invweight0: so a spring pulls a finger and a truck at the same pace.
    """
    ω, v = np.split(object_velocity(m, d, "body", drag.body), 2)
    linear, angular = np.maximum(m.body_invweight0[drag.body], 1e-12)
    arm = drag.point(d) - d.xpos[drag.body]
    if drag.grip is Grip.TWIST:
        k = m.vis.map.stiffnessrot
        left = rotation_vector(rotation_matrix(drag.target) @ drag.start @ d.xmat[drag.body].reshape(3, 3).T)
        return np.concatenate((np.zeros(3), (k * left - 2.0 * np.sqrt(k) * ω) / angular))
    k = m.vis.map.stiffness
    offset = drag.target - drag.point(d)
    force = (k * offset - 2.0 * np.sqrt(k) * (v + np.cross(ω, arm))) / linear
    return np.concatenate((force, np.cross(drag.point(d) - d.xipos[drag.body], force)))


def pose(m: Model, d: Data, drag: Drag) -> None:
    """Bring the held point to its target, or turn the body: by itself if it is mocap or free, else by its joints."""
    if drag.body == 0:
        return
    mocap = int(m.body_mocapid[drag.body])
    joint = _free_joint(m, drag.body)
    if mocap >= 0:
        _place(d.mocap_pos[mocap], d.mocap_quat[mocap], d, drag)
    elif joint >= 0:
        start = int(m.jnt_qposadr[joint])
        _place(d.qpos[start : start + 3], d.qpos[start + 3 : start + 7], d, drag)
    else:
        for _ in range(POSE_STEPS):
            if not _pose_step(m, d, drag):
                break
            machine().kinematics(m, d)
            machine().com_pos(m, d)
    machine().forward(m, d)


def _place(position: np.ndarray, quaternion: np.ndarray, d: Data, drag: Drag) -> None:
    if drag.grip is Grip.PUSH:
        position += drag.target - drag.point(d)
    else:
        quaternion[:] = matrix_quaternion(rotation_matrix(drag.target) @ drag.start)


def _free_joint(m: Model, body: int) -> int:
    """The free joint that carries a body directly; -1 where there is none."""
    body = int(m.body_weldid[body])
    first = int(m.body_jntadr[body])
    return first if first >= 0 and m.jnt_type[first] == JointType.FREE else -1


def _pose_step(m: Model, d: Data, drag: Drag) -> bool:
    """One step of damped least squares, q̇ = Jᵀ (J Jᵀ + λ)⁻¹ e, by all joints but free ones, within their limits."""
    jacp, jacr = machine().jac(m, d, drag.point(d), drag.body)
    moving = m.jnt_type[m.dof_jntid] != JointType.FREE
    if drag.grip is Grip.PUSH:
        J, error = jacp * moving, drag.target - drag.point(d)
    else:
        wanted = rotation_matrix(drag.target) @ drag.start
        J, error = jacr * moving, rotation_vector(wanted @ d.xmat[drag.body].reshape(3, 3).T)
    scale = float(np.square(J).sum())
    if scale < 1e-12 or np.linalg.norm(error) < 1e-5:
        return False
    change = J.T @ np.linalg.solve(J @ J.T + POSE_DAMPING * scale * np.eye(3), error)
    d.qpos[:] = machine().integrate_pos(m, d.qpos, change, 1.0)
    _keep_limits(m, d)
    return True


def _keep_limits(m: Model, d: Data) -> None:
    limited = (m.jnt_limited != 0) & ((m.jnt_type == JointType.HINGE) | (m.jnt_type == JointType.SLIDE))
    at = m.jnt_qposadr[limited]
    d.qpos[at] = np.clip(d.qpos[at], m.jnt_range[limited, 0], m.jnt_range[limited, 1])


def rotation_matrix(vector: np.ndarray) -> np.ndarray:
    """Rodrigues' formula: the rotation by |v| about v. [rad]"""
    angle = float(np.linalg.norm(vector))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    K = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * (K @ K)


def rotation_vector(matrix: np.ndarray) -> np.ndarray:
    """The axis of a rotation times its angle, at most π. [rad]"""
    w, *axis = matrix_quaternion(matrix)
    length = float(np.linalg.norm(axis))
    return np.zeros(3) if length < 1e-12 else np.array(axis) * (2.0 * np.arctan2(length, w) / length)


def matrix_quaternion(matrix: np.ndarray) -> np.ndarray:
    """The quaternion (w, x, y, z) of a rotation matrix, w not negative."""
    return quaternions(np.asarray(matrix, float).reshape(1, 3, 3))[0]
