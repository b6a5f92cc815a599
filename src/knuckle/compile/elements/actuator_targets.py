"""What an actuator acts on."""

from dataclasses import dataclass
from typing import Any

from knuckle.compile.parts import ActuatorPart, Assembly
from knuckle.schema.enums import GainType, JointType, TrnType


@dataclass(frozen=True, slots=True)
class Transmission:
    """A kind of transmission: attributes and kinds of its target and of the second one, if it has any."""

    kind: TrnType
    target: str
    parts: str
    second: str = ""


TRANSMISSIONS = (
    Transmission(TrnType.JOINT, "joint", "joints"),
    Transmission(TrnType.JOINTINPARENT, "jointinparent", "joints"),
    Transmission(TrnType.TENDON, "tendon", "tendons"),
    Transmission(TrnType.SLIDERCRANK, "cranksite", "sites", "slidersite"),
    Transmission(TrnType.SITE, "site", "sites", "refsite"),
    Transmission(TrnType.BODY, "body", "bodies"),
)


def find_targets(a: Assembly) -> list[ActuatorPart]:
    """Every actuator with what it acts on; without those whose target does not exist, which are reported."""
    lists = {name: getattr(a, name) for name in ("joints", "tendons", "sites", "bodies")}
    numbers = {name: {part.node.name: i for i, part in enumerate(parts)} for name, parts in lists.items()}
    parts = (_part(a, node, lists, numbers) for node in a.spec.actuators)
    return [part for part in parts if part is not None]


def _part(a: Assembly, node, lists: dict[str, list], numbers: dict[str, dict[str, int]]) -> ActuatorPart | None:
    way = next((way for way in TRANSMISSIONS if getattr(node, way.target)), None)
    if way is None:
        return None  # reported where the file is read
    known, parts = numbers[way.parts], lists[way.parts]
    target, second = getattr(node, way.target), getattr(node, way.second) if way.second else ""
    if target not in known or (second and second not in known):
        return None  # reported with the references
    part = ActuatorPart(
        node=node,
        body=parts[known[target]].body,
        kind=way.kind,
        number=known[target],
        target=parts[known[target]],
        second=known[second] if second else -1,
        other=parts[known[second]] if second else None,
    )
    _check(a, part)
    return part


def _check(a: Assembly, part: ActuatorPart) -> None:
    """Rules of each transmission; an orientation makes a ball joint or a pair of sites one of three forces."""
    node: Any = part.node
    if part.kind == TrnType.SLIDERCRANK:
        if not node.slidersite:
            a.problems.about(node, "a slider-crank needs attribute slidersite beside cranksite")
        if not node.cranklength > 0:
            a.problems.about(node, f"cranklength must be positive for a slider-crank, got {node.cranklength:g}")
    if part.kind not in (TrnType.JOINT, TrnType.JOINTINPARENT, TrnType.TENDON):
        for name, given in {"damping": any(node.damping), "armature": node.armature}.items():
            if given:
                a.problems.about(node, f"{name} needs a joint or tendon to act on")
    if node.gaintype == GainType.SO3:
        _check_orientation(a, part)
        part.kind = TrnType.SO3


def _check_orientation(a: Assembly, part: ActuatorPart) -> None:
    node: Any = part.node
    if part.kind == TrnType.JOINT and part.target.kind != JointType.BALL:
        a.problems.about(node, f'an orientation needs a ball joint, and joint "{node.joint}" is none')
    elif part.kind == TrnType.SITE and not node.refsite:
        a.problems.about(node, "an orientation of a site needs attribute refsite")
    elif part.kind not in (TrnType.JOINT, TrnType.SITE):
        a.problems.about(node, "an orientation needs attribute joint with a ball joint, or site and refsite")
