"""Pass: what equality constraints between bodies take from the reference pose, in which they hold."""

from knuckle.compile.derived.reference_pose import ReferencePose
from knuckle.compile.parts import Assembly
from knuckle.hostmath.rotation import IDENTITY, Vector, compose, conjugate, multiply, rotate, subtract
from knuckle.schema.enums import EqType, ObjType

FROM_POSE_AT = 11  # where the numbers of a weld say that its pose is inferred
COLUMNS = ("eq_type", "eq_objtype", "eq_obj1id", "eq_obj2id", "eq_data")


def pose_equalities(a: Assembly, pose: ReferencePose) -> None:
    """The anchor in the other body, and for welds without a given pose the orientation of body 2 in body 1.

    With body poses (x₁, q₁), (x₂, q₂): a point p of body 1 is q₂⁻¹(x₁ + q₁ p − x₂) in body 2, and the orientation is
    q₁⁻¹ q₂.
    """
    for kind, objects, first, second, data in zip(*(a.arrays[name] for name in COLUMNS), strict=True):
        if objects != ObjType.BODY:
            continue
        anchor = (data[0], data[1], data[2])
        if kind == EqType.CONNECT:
            data[3:6] = _seen_from(pose, second, first, anchor)
        elif data[FROM_POSE_AT]:
            data[3:6] = _seen_from(pose, first, second, anchor)
            data[6:10] = multiply(conjugate(pose.xquat[first]), pose.xquat[second])


def _seen_from(pose: ReferencePose, viewer: int, home: int, point: Vector) -> Vector:
    """A point of the body `home` in the frame of another body."""
    world, _ = compose(pose.xpos[home], pose.xquat[home], point, IDENTITY)
    return rotate(conjugate(pose.xquat[viewer]), subtract(world, pose.xpos[viewer]))
