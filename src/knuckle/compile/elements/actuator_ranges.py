"""Limits of controls, activations and forces: a range that is given, or that of the target, where that is asked."""

from typing import Any

from knuckle.compile.elements.actuator_units import scaled_controls, scaled_range, units_of
from knuckle.compile.elements.joint_limits import check_order, is_limited
from knuckle.compile.parts import ActuatorPart, Assembly, TendonPart
from knuckle.schema.enums import BiasType, DynType, GainType, JointType, TrnType
from knuckle.schema.inputs import input_words

Limit = tuple[bool, tuple]
OWN_RANGE = {"vel": "velrange", "ff": "ffrange"}  # of the inputs of a controller; its position has the ctrlrange


def fill_ranges(a: Assembly, controls: list[int]) -> None:
    """`controls` is how many each actuator has."""
    limits: dict[str, list[Limit]] = {name: [] for name in ("ctrl", "act", "force")}
    for k, part in enumerate(a.actuators):
        node, units = part.node, units_of(part)
        stateful = node.dyntype != DynType.NONE
        inherited = _inherited_range(a, k, part)
        limits["act"].append(_limit(a, node, "act", units.setpoint if stateful else 1.0, inherited))
        limits["force"].append(_limit(a, node, "force", units.bound, inherited))
        limits["ctrl"] += _controls(a, node, scaled_controls(node, units, controls[k]), inherited)
    for name, rows in limits.items():
        a.arrays[f"actuator_{name}limited"] = [limited for limited, _ in rows]
        a.arrays[f"actuator_{name}range"] = [range_ for _, range_ in rows]


def _limit(a: Assembly, node: Any, name: str, factor: float, inherited: dict[str, tuple]) -> Limit:
    word, switch = name + "range", name + "limited"
    range_ = inherited.get(name) or scaled_range(getattr(node, word), factor)
    limited = is_limited(a, node, getattr(node, switch), range_, word, switch)
    if limited:
        check_order(a, node, word, range_)
    return limited, range_


def _controls(a: Assembly, node: Any, factors: list[float], inherited: dict[str, tuple]) -> list[Limit]:
    """One range for every control, or one for each input of a controller."""
    if node.gaintype != GainType.PID:
        return [_limit(a, node, "ctrl", factor, inherited) for factor in factors]
    limits = []
    for word, factor in zip(input_words(node.gaintype, node.input), factors, strict=True):
        if word == "pos":
            limits.append(_limit(a, node, "ctrl", factor, inherited))
            continue
        range_ = scaled_range(getattr(node, OWN_RANGE[word]), factor)
        if any(range_):
            check_order(a, node, OWN_RANGE[word], range_)
        limits.append((range_[0] < range_[1], range_))
    return limits


def tracks_position(a: Assembly, k: int) -> bool:
    """Whether the parameters are those of a position servo: gain times (setpoint − length), or a controller's."""
    node = a.actuators[k].node
    fixed = (
        node.gaintype == GainType.FIXED and a.arrays["actuator_biasprm"][k][1] == -a.arrays["actuator_gainprm"][k][0]
    )
    return node.biastype == BiasType.AFFINE and (fixed or node.gaintype == GainType.PID)


def _inherited_range(a: Assembly, k: int, part: ActuatorPart) -> dict[str, tuple]:
    """inheritrange = x: the middle of the target's range ± x times half its width, for the setpoints of a servo."""
    node: Any = part.node
    if not node.inheritrange > 0 or not tracks_position(a, k):
        return {}
    if "pos" not in input_words(node.gaintype, node.input) and node.gaintype == GainType.PID:
        return {}
    on_tendon = isinstance(part.target, TendonPart)
    on_joint = part.kind == TrnType.JOINT and part.target.kind in (JointType.HINGE, JointType.SLIDE)
    if node.dyntype == DynType.FILTER:
        a.problems.about(node, "inheritrange is only for position and intvelocity servos, not for dyntype filter")
    if not on_tendon and not on_joint:
        a.problems.about(node, "inheritrange needs attribute joint with a hinge or slide joint, or attribute tendon")
        return {}
    low, high = a.arrays["tendon_range" if on_tendon else "jnt_range"][part.number]
    if low == high:
        a.problems.about(node, f"inheritrange: {part.target.node.label} has no range")
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    name = "act" if node.dyntype == DynType.INTEGRATOR else "ctrl"
    return {name: (middle - node.inheritrange * half, middle + node.inheritrange * half)}
