"""What an actuator feels in qpos0: its moment, the acceleration by a unit force, and the damping by a ratio."""

import numpy as np

from knuckle.compile.derived.reference_pose import ReferencePose, TreeInertia
from knuckle.compile.derived.structure import joint_type
from knuckle.compile.elements.actuators import tracks_position
from knuckle.compile.parts import ActuatorPart, Assembly
from knuckle.hostmath.products import applied, norm
from knuckle.hostmath.rotation import conjugate, rotate
from knuckle.schema.enums import JointType
from knuckle.schema.joints import DOF_WIDTH


def weigh_actuators(a: Assembly, pose: ReferencePose, tree: TreeInertia, W: np.ndarray) -> None:
    """acc0 = ‖M⁻¹ Jᵀ‖, and kv = 2ζ √(kp m) with m = 1 / (J M⁻¹ Jᵀ), for the actuators of a tree; WᵀW = M⁻¹."""
    for k, part in enumerate(a.actuators):
        start = int(a.arrays["jnt_dofadr"][part.joint])
        if start not in tree.dofs:
            continue
        moment = reference_moment(a, pose, k, part)
        column = applied(W[:, start - tree.dofs.start : start - tree.dofs.start + len(moment)], moment)
        a.arrays["actuator_acc0"][k] = norm(applied(W.T, column))
        gain, bias = a.arrays["actuator_gainprm"][k], a.arrays["actuator_biasprm"][k]
        if bias[2] > 0 and tracks_position(a, k):
            if gain[0] < 0:
                a.problems.about(part.node, f"a damping ratio needs a gain that is not negative, got {gain[0]:g}")
            reflected = 1 / (column * column).sum() if column.any() else 0.0
            kv = float(2 * bias[2] * np.sqrt(max(gain[0], 0.0) * reflected))
            a.arrays["actuator_biasprm"][k] = (*bias[:2], -kv, *bias[3:])


def reference_moment(a: Assembly, pose: ReferencePose, k: int, part: ActuatorPart) -> np.ndarray:
    """The moment of actuator k in qpos0, over the dofs of its joint."""
    gear = a.arrays["actuator_gear"][k]
    kind = joint_type(part.target)
    if kind == JointType.FREE and part.node.jointinparent:
        return np.array([*gear[:3], *rotate(conjugate(pose.xquat[part.target.body]), tuple(gear[3:]))])
    return np.array(gear[: DOF_WIDTH[kind]])


def reference_length(a: Assembly, k: int, part: ActuatorPart) -> float:
    """The length of actuator k in qpos0: zero on joints that have no position of their own."""
    if joint_type(part.target) not in (JointType.HINGE, JointType.SLIDE):
        return 0.0
    return float(a.arrays["actuator_gear"][k][0] * a.arrays["qpos0"][a.arrays["jnt_qposadr"][part.joint]])
