"""Pass: which frames coincide, and which bodies have a diagonal inertia matrix, so that kernels may skip work."""

from knuckle.compile.derived.structure import ROTATIONS, joint_type
from knuckle.compile.parts import Assembly, BodyPart, Part
from knuckle.hostmath.rotation import IDENTITY, ORIGIN
from knuckle.schema.enums import JointType, SameFrame
from knuckle.schema.joints import DOF_WIDTH

SAME = 1e-6  # largest difference of any component of two positions or orientations that count as one
ALIGNED = 1e-14  # largest component of an axis across the coordinate axis it counts as


def mark_coincidence(a: Assembly) -> None:
    frames = [_same_as_body(body.ipos, body.iquat) for body in a.bodies]
    simple = [_simple(a, body, frames[body.body]) for body in a.bodies]
    a.arrays |= {
        "body_sameframe": frames,
        "body_simple": simple,
        "geom_sameframe": [_same_frame(geom, a.bodies[geom.body]) for geom in a.geoms],
        "site_sameframe": [_same_frame(site, a.bodies[site.body]) for site in a.sites],
    }
    a.arrays["dof_simplenum"] = _simple_runs([simple[b] > 0 for b in a.arrays["dof_bodyid"]])


def _same_position(p, q) -> bool:
    return all(abs(x - y) < SAME for x, y in zip(p, q, strict=True))


def _same_rotation(p, q) -> bool:
    same = all(abs(x - y) < SAME for x, y in zip(p, q, strict=True))
    return same or all(abs(x + y) < SAME for x, y in zip(p, q, strict=True))


def _same_as_body(pos, quat) -> SameFrame:
    if not _same_rotation(quat, IDENTITY):
        return SameFrame.NONE
    return SameFrame.BODY if _same_position(pos, ORIGIN) else SameFrame.BODYROT


def _same_frame(part: Part, body: BodyPart) -> SameFrame:
    """How a part lies in its body: like the body's frame, or else like its inertial frame."""
    if (same := _same_as_body(part.pos, part.quat)) != SameFrame.NONE:
        return same
    if not _same_rotation(part.quat, body.iquat):
        return SameFrame.NONE
    return SameFrame.INERTIA if _same_position(part.pos, body.ipos) else SameFrame.INERTIAROT


def _simple(a: Assembly, body: BodyPart, frame: SameFrame) -> int:
    """2 for sliders only, 1 for other joints whose inertia is diagonal in every pose, 0 for all else.

    Such a body is centred on its inertial frame, has no children, and its joints pass through its origin along its
    axes; only the last of them may turn it. Its parent is the world or a static child of the world.
    """
    if body.body == 0:
        return 1
    if body.node.simple == "false" or frame != SameFrame.BODY or body.children:
        return 0
    if a.bodies[body.parent].joints or a.bodies[body.parent].parent:
        return 0
    types = [joint_type(joint) for joint in body.joints]
    if any(kind in ROTATIONS for kind in types[:-1]):
        return 0
    if not all(_centred(joint, kind) for joint, kind in zip(body.joints, types, strict=True)):
        return 0
    return 2 if types and all(kind == JointType.SLIDE for kind in types) else 1


def _centred(joint, kind: JointType) -> bool:
    if not _same_position(joint.pos, ORIGIN):
        return False
    return DOF_WIDTH[kind] > 1 or sum(abs(x) > ALIGNED for x in joint.axis) == 1


def _simple_runs(simple: list[bool]) -> list[int]:
    """For each dof, how many simple dofs follow without a gap, itself included."""
    runs = [0] * (len(simple) + 1)
    for i in reversed(range(len(simple))):
        runs[i] = runs[i + 1] + 1 if simple[i] else 0
    return runs[:-1]
