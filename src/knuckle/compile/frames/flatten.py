"""Pass: the tree of bodies and frames becomes a list of bodies, with all poses in the frame of their body."""

from collections.abc import Iterator
from dataclasses import dataclass

from knuckle.compile.frames.scaling import UNSCALED, Scaling, scale_faults
from knuckle.compile.frames.stretch import size_in_frame, stretch_fault, thickness
from knuckle.compile.mass.shapes import authored_axes, stretched
from knuckle.compile.parts import Assembly, BodyPart, GeomPart, JointPart, LightPart, Part
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, Quaternion, Vector, add, compose, conjugate, normalized, rotate
from knuckle.schema.enums import JointType
from knuckle.spec.orientation import BadPose, orientation


@dataclass(frozen=True, slots=True)
class Surrounding:
    """Where the children of a body or frame stand: the body, and the pose and scale of the frames between.

    `authored` is where `pos` would be if no frame were scaled.
    """

    body: int
    pos: Vector = ORIGIN
    quat: Quaternion = IDENTITY
    scaling: Scaling = UNSCALED
    authored: Vector = ORIGIN


def flatten(a: Assembly) -> None:
    """Number the bodies depth first, in file order, and give every element its pose in its body.

    A child pose p, q inside nested frames F₁ … Fₙ becomes F₁ ∘ … ∘ Fₙ ∘ (p, q).
    """
    world = a.spec.worldbody
    a.bodies.append(BodyPart(node=world, body=0, parent=0))
    pending: list[tuple[Iterator, Surrounding]] = [(iter(world.children), Surrounding(0))]
    while pending:
        children, around = pending[-1]
        node = next(children, None)
        if node is None:
            pending.pop()
        elif node.tag == "frame":
            pending.append((iter(node.children), _inside_frame(a, node, around)))
        elif node.tag == "body":
            number = _add_body(a, node, around)
            pending.append((iter(node.children), Surrounding(number, scaling=a.bodies[number].scaling)))
        else:
            PLACES[node.tag](a, node, around)


def pose(a: Assembly, node, around: Surrounding) -> tuple[Vector, Quaternion]:
    """The pose of a node in its body."""
    return compose(around.pos, around.quat, around.scaling.at(node.pos), local_orientation(a, node))


def _placed(a: Assembly, node, around: Surrounding) -> tuple[Vector, Quaternion, Scaling]:
    """The pose of a node in its body, and the scale of what surrounds it in the node's own axes."""
    turn = local_orientation(a, node)
    pos, quat = compose(around.pos, around.quat, around.scaling.at(node.pos), turn)
    return pos, quat, around.scaling.turned(turn)


def local_orientation(a: Assembly, node) -> Quaternion:
    """The orientation of a node in what surrounds it; the identity where the given one is unusable."""
    try:
        return orientation(node, a.spec.compiler_of(node))
    except BadPose as fault:
        a.problems.about(node, str(fault))
        return IDENTITY


def _inside_frame(a: Assembly, node, around: Surrounding) -> Surrounding:
    if fault := scale_faults(node):
        a.problems.about(node, fault)
        return around
    pos, quat, scaling = _placed(a, node, around)
    authored = add(around.authored, rotate(around.quat, node.pos))
    return Surrounding(around.body, pos, quat, scaling.inside(node), authored)


def _add_body(a: Assembly, node, around: Surrounding) -> int:
    pos, quat, scaling = _placed(a, node, around)
    number = len(a.bodies)
    body = BodyPart(node=node, body=number, parent=around.body, pos=pos, quat=quat, scaling=scaling)
    body.outer = around.scaling.turned(conjugate(around.quat))
    body.origin, body.authored_origin = around.pos, around.authored
    body.authored_pos = add(around.authored, rotate(around.quat, node.pos))
    a.bodies.append(body)
    a.bodies[around.body].children += 1
    return number


def _add_joint(a: Assembly, node, around: Surrounding) -> None:
    if around.body == 0:
        a.problems.about(node, "the world body cannot have joints; put the joint inside a <body>")
        return
    kind = JointType.FREE if node.tag == "freejoint" else node.type
    joint = JointPart(node=node, body=around.body, scaling=around.scaling, kind=kind)
    a.bodies[around.body].joints.append(joint)
    if kind == JointType.FREE:
        return
    joint.pos, _ = compose(around.pos, around.quat, around.scaling.at(node.pos), IDENTITY)
    if kind != JointType.BALL:
        axis = normalized(node.axis)
        if axis is None:
            a.problems.about(node, "axis must be longer than 1e-7")
        else:
            joint.axis = rotate(around.quat, axis)
            joint.factor = around.scaling.along(axis)
            if not around.scaling.keeps(axis):
                a.problems.about(node, "the axis of a joint must be aligned with the axes of the frame's scale")


def _add_geom(a: Assembly, node, around: Surrounding) -> None:
    pos, quat, scaling = _placed(a, node, around)
    size = size_in_frame(node, scaling)
    geom = GeomPart(node=node, body=around.body, pos=pos, quat=quat, size=size, scaling=scaling)
    if node.fromto is not None:
        _stretch(a, geom, around)
    if node.tag == "geom" and (fault := stretch_fault(node, geom.scaling)):
        a.problems.about(node, fault)
    body = a.bodies[around.body]
    (body.geoms if node.tag == "geom" else body.sites).append(geom)


def _stretch(a: Assembly, geom: GeomPart, around: Surrounding) -> None:
    """Size and pose of a shape that is given by its two end points; its z axis points from the second to the first."""
    if any(geom.node.pos):
        a.problems.about(geom.node, "fromto is the whole pose of a shape: give either fromto or pos")
    if geom.node.mesh:
        a.problems.about(geom.node, "fromto cannot be used with mesh: the shape is placed by its mesh")
    try:
        geom.scaling = around.scaling.turned(authored_axes(geom.node))
        pos, quat, geom.size = stretched(geom.node, around.scaling, thickness(geom.scaling))
    except BadPose as fault:
        a.problems.about(geom.node, str(fault))
        return
    geom.pos, geom.quat = compose(around.pos, around.quat, pos, quat)


def _add_camera(a: Assembly, node, around: Surrounding) -> None:
    pos, quat = pose(a, node, around)
    part = Part(node=node, body=around.body, pos=pos, quat=quat, scaling=around.scaling)
    a.bodies[around.body].cameras.append(part)


def _add_light(a: Assembly, node, around: Surrounding) -> None:
    pos, _ = compose(around.pos, around.quat, around.scaling.at(node.pos), IDENTITY)
    direction = normalized(node.dir)
    if direction is None:
        a.problems.about(node, "dir must be longer than 1e-7")
        direction = (0.0, 0.0, -1.0)
    light = LightPart(node=node, body=around.body, pos=pos, scaling=around.scaling)
    light.dir = rotate(around.quat, direction)
    a.bodies[around.body].lights.append(light)


PLACES = {
    "joint": _add_joint,
    "freejoint": _add_joint,
    "geom": _add_geom,
    "site": _add_geom,
    "camera": _add_camera,
    "light": _add_light,
}
