"""Pass: the equality constraints, but for what they take from the reference pose.

The twelve numbers of a constraint, by kind:

    connect    anchor in body 1, anchor in body 2, 0 …, 1, 0; between sites all zero
    weld       anchor in body 2, anchor in body 1, orientation of body 2 in body 1, torque scale, and 1 where the pose
               is that of qpos0; between sites only the torque scale counts
    joint, tendon   five coefficients of a polynomial, 0 …, 1, 0
    distance   distance between the surfaces of two geoms, 0 …
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from knuckle.compile.elements.tendon_units import units_of
from knuckle.compile.parts import Assembly, JointPart
from knuckle.hostmath.rotation import unit
from knuckle.schema.enums import EqType, GeomType, JointType, ObjType

SCALAR = (JointType.HINGE, JointType.SLIDE)
ENDLESS = (GeomType.PLANE, GeomType.HFIELD)  # shapes that have no distance from each other
Named = dict[str, dict]  # kind -> name -> (number, part)


@dataclass(frozen=True, slots=True)
class Equality:
    """One row of the arrays: kind, both ends, numbers, and the factor of lengths in its residual."""

    type: EqType
    objects: ObjType
    first: int
    second: int
    data: list[float]
    length: float


def fill_equalities(a: Assembly) -> None:
    nodes = a.spec.equalities
    lists: dict[str, list] = {
        "body": a.bodies,
        "site": a.sites,
        "joint": a.joints,
        "geom": a.geoms,
        "tendon": a.tendons,
    }
    named = {kind: {part.node.name: (i, part) for i, part in enumerate(parts)} for kind, parts in lists.items()}
    rows = [ROWS[node.tag](a, node, named) for node in nodes]
    a.counts["neq"] = len(rows)
    a.arrays |= {
        "eq_type": [row.type for row in rows],
        "eq_obj1id": [row.first for row in rows],
        "eq_obj2id": [row.second for row in rows],
        "eq_objtype": [row.objects for row in rows],
        "eq_active0": [node.active for node in nodes],
        "eq_solref": [node.solref for node in nodes],
        "eq_solimp": [_impedance(node.solimp, row.length) for node, row in zip(nodes, rows, strict=True)],
        "eq_data": [row.data for row in rows],
    }


def _impedance(solimp: tuple, length: float) -> tuple:
    return (*solimp[:2], length * solimp[2], *solimp[3:])


def _numbers(*values: float, scale: float = 1.0, from_pose: float = 0.0) -> list[float]:
    return [*values, *[0.0] * (10 - len(values)), scale, from_pose]


def _connect(a: Assembly, node, named: Named) -> Equality:
    if node.site1:
        first, second, length = _sites(node, named)
        return Equality(EqType.CONNECT, ObjType.SITE, first, second, _numbers(scale=0.0), length)
    first, one = named["body"][node.body1]
    second, _ = named["body"][node.body2 or "world"]
    anchor = one.scaling.at(node.anchor)
    return Equality(EqType.CONNECT, ObjType.BODY, first, second, _numbers(*anchor), one.scaling.length)


def _weld(a: Assembly, node, named: Named) -> Equality:
    if node.site1:
        first, second, length = _sites(node, named)
        data = _numbers(0.0, 1.0, scale=length * node.torquescale)
        return Equality(EqType.WELD, ObjType.SITE, first, second, data, length)
    first, one = named["body"][node.body1]
    second, two = named["body"][node.body2 or "world"]
    length = sqrt(one.scaling.length * two.scaling.length)
    anchor, scale = two.scaling.at(node.anchor), length * node.torquescale
    if any(node.relpose[3:]):
        largest = max(map(abs, node.relpose[3:]))  # a direction of any length
        pose = (*one.scaling.at(node.relpose[:3]), *unit(tuple(x / largest for x in node.relpose[3:])))
        data = _numbers(*anchor, *pose, scale=scale)
    else:
        data = _numbers(*anchor, scale=scale, from_pose=1.0)
    return Equality(EqType.WELD, ObjType.BODY, first, second, data, length)


def _sites(node, named: Named) -> tuple[int, int, float]:
    (first, one), (second, two) = named["site"][node.site1], named["site"][node.site2]
    return first, second, sqrt(one.scaling.length * two.scaling.length)


def _joint(a: Assembly, node, named: Named) -> Equality:
    """Coefficients of y = Σ aₖ xᵏ with y and x in scaled units: aₖ s₁ / s₂ᵏ."""
    first, one = named["joint"][node.joint1]
    second, two = named["joint"][node.joint2] if node.joint2 else (-1, None)
    for joint in (one, two):
        if joint and joint.kind not in SCALAR:
            a.problems.about(node, f'joint "{joint.node.name}" must be a hinge or a slide')
    y, x = _factor(one), _factor(two) if two else 1.0
    data = _numbers(*(value * y / x**power for power, value in enumerate(node.polycoef)))
    return Equality(EqType.JOINT, ObjType.UNKNOWN, first, second, data, y)


def _tendon(a: Assembly, node, named: Named) -> Equality:
    """Coefficients of the lengths of two tendons, likewise."""
    first, one = named["tendon"][node.tendon1]
    second, two = named["tendon"][node.tendon2] if node.tendon2 else (-1, None)
    y, x = units_of(one).length, units_of(two).length if two else 1.0
    data = _numbers(*(value * y / x**power for power, value in enumerate(node.polycoef)))
    return Equality(EqType.TENDON, ObjType.UNKNOWN, first, second, data, y)


def _factor(joint: JointPart) -> float:
    """The factor of the joint's own coordinate: that of lengths for a slider, 1 for what turns."""
    return joint.factor if joint.kind == JointType.SLIDE else 1.0


def _distance(a: Assembly, node, named: Named) -> Equality:
    (first, one), (second, two) = named["geom"][node.geom1], named["geom"][node.geom2]
    if one.node.type in ENDLESS and two.node.type in ENDLESS:
        a.problems.about(node, "planes and height fields have no distance from each other")
    length = sqrt(one.scaling.length * two.scaling.length)
    data = _numbers(length * node.distance, scale=0.0)
    return Equality(EqType.DISTANCE, ObjType.GEOM, first, second, data, length)


ROWS: dict[str, Callable[[Assembly, object, Named], Equality]] = {
    "connect": _connect,
    "weld": _weld,
    "joint": _joint,
    "tendon": _tendon,
    "distance": _distance,
}
