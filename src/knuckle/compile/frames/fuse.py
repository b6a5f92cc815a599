"""Pass: bodies that cannot move against their parent become part of it, where that was asked for."""

from knuckle.compile.frames.discard import named_by_sensors, named_in_tuples
from knuckle.compile.mass.inertia import SMALLEST_MASS, set_sum, weigh_body
from knuckle.compile.parts import Assembly, BodyPart
from knuckle.hostmath.rotation import IDENTITY, add, compose, conjugate, rotate
from knuckle.schema.enums import ObjType


def fuse_static_bodies(a: Assembly) -> None:
    """Hand what static bodies contain to their parents, parents first, and number the bodies that are left.

    A body stays if it is named elsewhere, if it says so, or if its forces or its inertia would change.
    """
    if not a.spec.compiler.fusestatic:
        return
    named = named_in_tuples(a, ObjType.BODY, ObjType.XBODY)
    named |= {part.node.target for part in [*a.cameras, *a.lights] if part.node.target}
    named |= named_by_constraints(a) | named_by_sensors(a, ObjType.BODY, ObjType.XBODY)
    named |= {node.body for node in a.spec.actuators if node.body}
    measured = {node.site for node in a.spec.sensors if node.tag in ("force", "torque")}
    fused: dict[int, BodyPart] = {}
    for body in a.bodies[1:]:
        if body.parent in fused:
            _leave(body, fused[body.parent])
        parent = a.bodies[body.parent]
        named_here = body.node.name in named or any(site.node.name in measured for site in body.sites)
        if body.joints or body.node.mocap or named_here or not _can_fuse(a, body, parent):
            continue
        fused[body.body] = body
        _join_inertia(a, body, parent)
        _hand_over(body, parent)
        if parent.body and (not parent.explicit or _from_geoms(a, parent)):
            weigh_body(a, parent)
    a.bodies = [body for body in a.bodies if body.body not in fused]
    _number(a.bodies)


def named_by_constraints(a: Assembly) -> set[str]:
    """The bodies that excluded pairs and equality constraints refer to."""
    ends = [getattr(node, end, None) for node in [*a.spec.excludes, *a.spec.equalities] for end in ("body1", "body2")]
    return {name for name in ends if name}


def _leave(child: BodyPart, fused: BodyPart) -> None:
    """Express the pose of a child of a fused body in the body that took it over."""
    child.parent = fused.parent
    child.outer = child.outer.turned(conjugate(fused.quat))
    child.pos, child.quat = compose(fused.pos, fused.quat, child.pos, child.quat)
    child.origin = add(fused.pos, rotate(fused.quat, child.origin))
    child.authored_origin = add(fused.authored_pos, rotate(fused.quat, child.authored_origin))
    child.authored_pos = add(fused.authored_pos, rotate(fused.quat, child.authored_pos))


def _can_fuse(a: Assembly, body: BodyPart, parent: BodyPart) -> bool:
    """Whether the forces on a body and its inertia stay the same if it is part of its parent."""
    if body.node.fuse == "false":
        return False
    if parent.body == 0:
        return True
    in_fluid = a.spec.option.density > 0 or a.spec.option.viscosity > 0
    if in_fluid and any(geom.node.fluidshape == "ellipsoid" for geom in body.geoms):
        return False
    if body.mass < SMALLEST_MASS:
        return True
    adjusted = _from_geoms(a, parent) and (body.adjusted or parent.adjusted)
    return not (in_fluid or adjusted or body.node.gravcomp != parent.node.gravcomp)


def _from_geoms(a: Assembly, body: BodyPart) -> bool:
    """Whether the inertia of a body is inferred from its geoms, whatever else is given."""
    return a.spec.compiler_of(body.node).inertiafromgeom is True


def _join_inertia(a: Assembly, body: BodyPart, parent: BodyPart) -> None:
    """Add the inertia of a body to its parent's, unless the geoms of both together will tell it."""
    if parent.body == 0 or body.mass < SMALLEST_MASS or _from_geoms(a, parent):
        return
    if body.explicit or body.adjusted or parent.explicit or parent.adjusted:
        pos, quat = compose(body.pos, body.quat, body.ipos, body.iquat)
        pieces = [(parent.mass, parent.inertia, parent.ipos, parent.iquat), (body.mass, body.inertia, pos, quat)]
        set_sum(parent, pieces)
        parent.explicit = True


def _hand_over(body: BodyPart, parent: BodyPart) -> None:
    """Move geoms, sites, cameras and lights to the end of the parent's, with their poses in the parent's frame."""
    for part in [*body.geoms, *body.sites, *body.cameras]:
        part.pos, part.quat = compose(body.pos, body.quat, part.pos, part.quat)
    for light in body.lights:
        light.pos, _ = compose(body.pos, body.quat, light.pos, IDENTITY)
        light.dir = rotate(body.quat, light.dir)
    for kind in ("geoms", "sites", "cameras", "lights"):
        getattr(parent, kind).extend(getattr(body, kind))


def _number(bodies: list[BodyPart]) -> None:
    """Give bodies and their parts the numbers of the bodies' new places."""
    numbers = {body.body: i for i, body in enumerate(bodies)}
    for body in bodies:
        body.body, body.parent, body.children = numbers[body.body], numbers[body.parent], 0
        if body.body:
            bodies[body.parent].children += 1
        for part in [*body.joints, *body.geoms, *body.sites, *body.cameras, *body.lights]:
            part.body = body.body
