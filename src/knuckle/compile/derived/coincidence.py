"""Which frames coincide, and which bodies have a diagonal inertia matrix, so that kernels may skip work."""

from collections.abc import Mapping, Sequence
from typing import Any

from knuckle.compile.derived.structure import ROTATIONS
from knuckle.compile.parts import Assembly
from knuckle.hostmath.rotation import IDENTITY, ORIGIN
from knuckle.schema.enums import JointType, SameFrame, TrnType
from knuckle.schema.joints import DOF_WIDTH

SAME = 1e-6  # largest difference of any component of two positions or orientations that count as one
ALIGNED = 1e-14  # largest component of an axis across the coordinate axis it counts as

Rows = Mapping[str, Any]  # arrays of a model, or lists of their rows


def mark_coincidence(a: Assembly) -> None:
    """Pass: frames that coincide, and simple bodies, but for those that are to be none."""
    a.arrays |= same_frames(a.arrays)
    coupled = _coupled(a)
    simple = [
        0 if (body.body and body.node.simple == "false") or body.body in coupled else kind
        for body, kind in zip(a.bodies, simple_kinds(a.arrays), strict=True)
    ]
    a.arrays["body_simple"] = simple
    a.arrays["dof_simplenum"] = _simple_runs([simple[b] > 0 for b in a.arrays["dof_bodyid"]])


def _coupled(a: Assembly) -> set[int]:
    """Bodies along tendons that have inertia, of their own or lent by an actuator."""
    lent = {part.number for part in a.actuators if part.kind == TrnType.TENDON and part.node.armature}
    heavy = [tendon for t, tendon in enumerate(a.tendons) if tendon.node.armature or t in lent]
    return {part.body for tendon in heavy for part in tendon.path}


def same_frames(arrays: Rows) -> dict[str, list[SameFrame]]:
    """How inertial frames, geoms and sites lie in their bodies."""
    inertial = list(zip(arrays["body_ipos"], arrays["body_iquat"], strict=True))
    found = {"body_sameframe": [_same_as_body(*frame) for frame in inertial]}
    for kind in ("geom", "site"):
        parts = zip(*(arrays[f"{kind}_{name}"] for name in ("pos", "quat", "bodyid")), strict=True)
        found[f"{kind}_sameframe"] = [_same_frame(pos, quat, *inertial[body]) for pos, quat, body in parts]
    return found


def simple_kinds(arrays: Rows) -> list[int]:
    """For each body 2 for sliders only, 1 for other joints whose inertia is diagonal in every pose, 0 for all else.

    Such a body is centred on its inertial frame, has no children, and its joints pass through its origin along its
    axes; only the last of them may turn it. Its parent is the world or a static child of the world.
    """
    parents = [int(parent) for parent in arrays["body_parentid"]]
    joints: list[list[tuple[JointType, Any, Any]]] = [[] for _ in parents]
    rows = zip(*(arrays[f"jnt_{name}"] for name in ("bodyid", "type", "pos", "axis")), strict=True)
    for body, kind, pos, axis in rows:
        joints[int(body)].append((JointType(kind), pos, axis))
    with_children = set(parents[1:])
    simple = [1]
    for b, parent in list(enumerate(parents))[1:]:
        alone = b not in with_children and not joints[parent] and not parents[parent]
        centred = arrays["body_sameframe"][b] == SameFrame.BODY
        simple.append(_simple(joints[b]) if alone and centred else 0)
    return simple


def _simple(joints: list[tuple[JointType, Any, Any]]) -> int:
    types = [kind for kind, _, _ in joints]
    if any(kind in ROTATIONS for kind in types[:-1]) or not all(_centred(*joint) for joint in joints):
        return 0
    return 2 if types and all(kind == JointType.SLIDE for kind in types) else 1


def _centred(kind: JointType, pos, axis) -> bool:
    if not _same_position(pos, ORIGIN):
        return False
    return DOF_WIDTH[kind] > 1 or sum(abs(x) > ALIGNED for x in axis) == 1


def _same_position(p: Sequence[float], q: Sequence[float]) -> bool:
    return abs(p[0] - q[0]) < SAME and abs(p[1] - q[1]) < SAME and abs(p[2] - q[2]) < SAME


def _same_rotation(p: Sequence[float], q: Sequence[float]) -> bool:
    """Whether two quaternions, or one and the opposite of the other, are the same."""
    if abs(p[0] - q[0]) < SAME and abs(p[1] - q[1]) < SAME and abs(p[2] - q[2]) < SAME and abs(p[3] - q[3]) < SAME:
        return True
    return abs(p[0] + q[0]) < SAME and abs(p[1] + q[1]) < SAME and abs(p[2] + q[2]) < SAME and abs(p[3] + q[3]) < SAME


def _same_as_body(pos, quat) -> SameFrame:
    if not _same_rotation(quat, IDENTITY):
        return SameFrame.NONE
    return SameFrame.BODY if _same_position(pos, ORIGIN) else SameFrame.BODYROT


def _same_frame(pos, quat, ipos, iquat) -> SameFrame:
    """How a part lies in its body: like the body's frame, or else like its inertial frame."""
    if (same := _same_as_body(pos, quat)) != SameFrame.NONE:
        return same
    if not _same_rotation(quat, iquat):
        return SameFrame.NONE
    return SameFrame.INERTIA if _same_position(pos, ipos) else SameFrame.INERTIAROT


def _simple_runs(simple: list[bool]) -> list[int]:
    """For each dof, how many simple dofs follow without a gap, itself included."""
    runs = [0] * (len(simple) + 1)
    for i in reversed(range(len(simple))):
        runs[i] = runs[i + 1] + 1 if simple[i] else 0
    return runs[:-1]
