"""Pass: the rules about which joints and which special bodies may stand where."""

from knuckle.compile.frames.alignment import is_free
from knuckle.compile.parts import Assembly, BodyPart
from knuckle.schema.enums import GeomType, JointType
from knuckle.schema.joints import DOF_WIDTH

ROTATIONS = (JointType.BALL, JointType.HINGE)
MOST_DOFS = 6  # of one body


def check_structure(a: Assembly) -> None:
    """Record every body and joint that stands where it cannot."""
    moves = [False] * len(a.bodies)
    for body in a.bodies:
        moves[body.body] = bool(body.joints) or (body.body > 0 and moves[body.parent])
        _check_joints(a, body)
        if body.body and body.node.mocap and (body.parent or body.joints):
            a.problems.about(body.node, "a mocap body must be a child of the world and have no joints")
        if body.body and body.node.sleep != "auto" and not (body.joints and not moves[body.parent]):
            a.problems.about(body.node, "sleep may only be set on the first moving body of a tree")
        for geom in body.geoms:
            if moves[body.body] and geom.node.type == GeomType.PLANE:
                a.problems.about(geom.node, "a plane must belong to the world or to a body that cannot move")


def check_free_joints(a: Assembly) -> None:
    """Record every free joint that is not in a child of the world."""
    for body in a.bodies:
        free = next((joint for joint in body.joints if is_free(joint)), None)
        if free and body.parent:
            a.problems.about(free.node, "a free joint may only stand in a child of the world")


def _check_joints(a: Assembly, body: BodyPart) -> None:
    types = [joint.kind for joint in body.joints]
    if sum(DOF_WIDTH[kind] for kind in types) > MOST_DOFS:
        advice = "a free joint must be the only one" if JointType.FREE in types else "use several bodies"
        a.problems.about(body.node, f"the joints of a body may have {MOST_DOFS} degrees of freedom at most; {advice}")
    if JointType.BALL in types:
        first = types.index(JointType.BALL)
        for joint, kind in list(zip(body.joints, types, strict=True))[first + 1 :]:
            if kind in ROTATIONS:
                a.problems.about(joint.node, "a ball joint cannot be followed by another rotational joint in one body")
