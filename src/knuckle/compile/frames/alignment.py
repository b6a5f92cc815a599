"""Pass: the frame of a free body without children moves to its inertial frame, where that was asked for."""

from knuckle.compile.parts import Assembly, BodyPart, JointPart
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, compose, conjugate, relative, rotate
from knuckle.schema.enums import JointType


def align_free_bodies(a: Assembly) -> None:
    """Let body and inertial frame coincide, which makes the inertia of the free joint diagonal."""
    for body in a.bodies[1:]:
        if _wants_alignment(a, body):
            _align(body)


def is_free(joint: JointPart) -> bool:
    return joint.kind == JointType.FREE


def _wants_alignment(a: Assembly, body: BodyPart) -> bool:
    if body.children or len(body.joints) != 1 or not is_free(body.joints[0]):
        return False
    align = getattr(body.joints[0].node, "align", None)
    return a.spec.compiler_of(body.joints[0].node).alignfree if align is None else align


def _align(body: BodyPart) -> None:
    ipos, iquat = body.ipos, body.iquat
    for part in [*body.geoms, *body.sites, *body.cameras]:
        part.pos, part.quat = relative(ipos, iquat, part.pos, part.quat)
    for light in body.lights:
        light.pos, _ = relative(ipos, iquat, light.pos, IDENTITY)
        light.dir = rotate(conjugate(iquat), light.dir)
    body.pos, body.quat = compose(body.pos, body.quat, ipos, iquat)
    body.ipos, body.iquat = ORIGIN, IDENTITY
