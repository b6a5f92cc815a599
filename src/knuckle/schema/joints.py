"""How many coordinates and degrees of freedom each type of joint has, and which ones those of a joint are."""

from collections.abc import Mapping
from typing import Any

from knuckle.schema.enums import JointType

QPOS_WIDTH = {JointType.FREE: 7, JointType.BALL: 4, JointType.SLIDE: 1, JointType.HINGE: 1}
DOF_WIDTH = {JointType.FREE: 6, JointType.BALL: 3, JointType.SLIDE: 1, JointType.HINGE: 1}


def dofs_of(model: Mapping[str, Any], joint: int) -> slice:
    """The dofs of a joint, from the arrays of a model."""
    return _part(model, "jnt_dofadr", DOF_WIDTH, joint)


def positions_of(model: Mapping[str, Any], joint: int) -> slice:
    """The coordinates of a joint in qpos."""
    return _part(model, "jnt_qposadr", QPOS_WIDTH, joint)


def plastic_of(model: Mapping[str, Any], joint: int) -> slice:
    """The variables of a plastic spring, as many as the joint's coordinates; empty for an elastic one."""
    return _part(model, "jnt_plasticadr", QPOS_WIDTH, joint) if model["jnt_plasticadr"][joint] >= 0 else slice(0, 0)


def _part(model: Mapping[str, Any], address: str, width: Mapping[JointType, int], joint: int) -> slice:
    start = int(model[address][joint])
    return slice(start, start + width[JointType(model["jnt_type"][joint])])
