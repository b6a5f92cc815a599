"""Pass: the arrays of actuators, all of which act on joints or tendons and have one control and one force."""

from itertools import accumulate
from math import isfinite

from knuckle.compile.derived.structure import joint_type
from knuckle.compile.elements.actuator_units import Units, units_of
from knuckle.compile.elements.joint_limits import check_order, is_limited
from knuckle.compile.parts import ActuatorPart, Assembly, TendonPart
from knuckle.compile.problems import words
from knuckle.schema.enums import BiasType, ControlInput, DynType, GainType, JointType, SleepPolicy, TrnType, WrapType
from knuckle.schema.joints import DOF_WIDTH

SEVERAL = -2  # in jnt_actuatorid: more than one actuator with damping or armature


def fill_actuators(a: Assembly) -> None:
    lists: dict[str, list] = {"joint": a.joints, "tendon": a.tendons}
    numbers = {kind: {part.node.name: i for i, part in enumerate(parts)} for kind, parts in lists.items()}
    a.actuators = [part for node in a.spec.actuators if (part := _part(a, node, numbers))]
    parts, nodes = a.actuators, [part.node for part in a.actuators]
    stateful = [int(node.dyntype != DynType.NONE) for node in nodes]
    n = len(parts)
    a.counts |= {"nactuator": n, "nu": n, "nout": n, "na": sum(stateful)}
    a.counts["nJmom"] = sum(_moment_size(a, part) for part in parts)
    starts = accumulate(stateful, initial=0)
    each = {f"actuator_{name}": list(range(n)) for name in ("ctrladr", "outadr")}
    each |= {f"actuator_{name}": [1] * n for name in ("ctrlnum", "outnum")}
    a.arrays |= each | {
        "actuator_trntype": [_transmission(node) for node in nodes],
        "actuator_trnid": [(part.number, -1) for part in parts],
        "actuator_dyntype": [node.dyntype for node in nodes],
        "actuator_gaintype": [node.gaintype for node in nodes],
        "actuator_biastype": [node.biastype for node in nodes],
        "actuator_ctrlspec": [control_input(node) for node in nodes],
        "actuator_actadr": [start if state else -1 for start, state in zip(starts, stateful, strict=False)],
        "actuator_actnum": stateful,
        "actuator_actearly": [node.actearly for node in nodes],
        "actuator_group": [node.group for node in nodes],
        "actuator_cranklength": [0.0] * n,
        "actuator_history": [(0, 0)] * n,
        "actuator_historyadr": [-1] * n,
        "actuator_delay": [0.0] * n,
    }
    _fill_numbers(a)
    _check_armature(a)
    _fill_ranges(a)
    _tie_to_targets(a)


def control_input(node) -> ControlInput:
    return ControlInput[node.input.upper()] if node.input else ControlInput.COMMAND


def _transmission(node) -> TrnType:
    if node.tendon:
        return TrnType.TENDON
    return TrnType.JOINTINPARENT if node.jointinparent else TrnType.JOINT


def _wraps(part: ActuatorPart) -> bool:
    """Whether an actuator acts on a tendon that wraps around geoms."""
    return isinstance(part.target, TendonPart) and any(each.kind >= WrapType.SPHERE for each in part.target.path)


def _moment_size(a: Assembly, part: ActuatorPart) -> int:
    """The entries of an actuator's moment: the dofs that change its length."""
    if isinstance(part.target, TendonPart):
        return a.arrays["ten_J_rownnz"][part.number]
    return DOF_WIDTH[joint_type(part.target)]


def _part(a: Assembly, node, numbers: dict[str, dict[str, int]]) -> ActuatorPart | None:
    """The actuator with what it acts on; nothing where that is nothing, or where its parameters cannot be."""
    kind, target = ("tendon", node.tendon) if node.tendon else ("joint", node.jointinparent or node.joint)
    if not target:
        a.problems.about(
            node, "the actuator acts on nothing: name a joint or tendon in attribute joint, jointinparent or tendon"
        )
        return None
    stateful = node.dyntype != DynType.NONE
    if node.actdim not in (-1, int(stateful)):
        a.problems.about(
            node, f'actdim="{node.actdim}" must be {int(stateful)} with dyntype {node.dyntype.name.lower()}'
        )
    if any(node.actrange) and not stateful and node.actlimited is not False:
        a.problems.about(node, f'actrange="{words(node.actrange)}" has no meaning without activation: give a dyntype')
    if a.spec.compiler.lengthrange.mode == "all":
        a.problems.about(node, 'length ranges of all actuators (<lengthrange mode="all"/>) are not supported yet')
    if target not in numbers[kind]:
        return None  # reported with the references
    number = numbers[kind][target]
    part = a.tendons[number] if kind == "tendon" else a.joints[number]
    return ActuatorPart(node=node, body=part.body, number=number, target=part)


def _fill_numbers(a: Assembly) -> None:
    """Parameters, in the units of scaled frames."""
    rows: dict[str, list] = {name: [] for name in ("dynprm", "gainprm", "biasprm", "damping", "dampingpoly")}
    rows |= {name: [] for name in ("armature", "gear", "lengthrange")}
    for part in a.actuators:
        node, units = part.node, units_of(part, control_input(part.node))
        damping = [units.force / units.length ** (k + 1) * value for k, value in enumerate(node.damping)]
        rows["dynprm"].append(node.dynprm)
        rows["gainprm"].append(_gain(node, units))
        rows["biasprm"].append(_bias(node, units))
        rows["damping"].append(damping[0])
        rows["dampingpoly"].append(damping[1:])
        rows["armature"].append(units.force / units.length * node.armature)
        rows["gear"].append((*node.gear[:3], *(units.arm * value for value in node.gear[3:])))
        rows["lengthrange"].append(tuple(units.distance * value for value in node.lengthrange or (0.0, 0.0)))
    a.arrays |= {f"actuator_{name}": values for name, values in rows.items()}


def _gain(node, units: Units) -> tuple:
    """g₀ + g₁ l + g₂ v, of which a fixed gain has the first."""
    unit = units.force / units.control
    slopes = [value * (unit / units.length if node.gaintype == GainType.AFFINE else 1.0) for value in node.gainprm[1:3]]
    return (unit * node.gainprm[0], *slopes, *node.gainprm[3:])


def _bias(node, units: Units) -> tuple:
    """b₀ + b₁ l + b₂ v, of which a bias of type none has nothing; a positive b₂ counts as a damping ratio, unitless."""
    if node.biastype != BiasType.AFFINE:
        return node.biasprm
    slope = units.force / units.length
    rate = node.biasprm[2] if node.biasprm[2] > 0 else slope * node.biasprm[2]
    return (units.force * node.biasprm[0], slope * node.biasprm[1], rate, *node.biasprm[3:])


def _check_armature(a: Assembly) -> None:
    """Joints are lent gear² times the armature of their actuators."""
    for part, gear, armature in zip(
        a.actuators, *(a.arrays[f"actuator_{n}"] for n in ("gear", "armature")), strict=True
    ):
        if armature and not isfinite(gear[0] * gear[0] * armature):
            told = f"gear² · armature, {gear[0]:g}² · {armature:g}, is too large to compute with"
            a.problems.about(part.node, told)


def tracks_position(a: Assembly, k: int) -> bool:
    """Whether the parameters are those of a position servo: gain times (setpoint − length)."""
    return a.arrays["actuator_biasprm"][k][1] == -a.arrays["actuator_gainprm"][k][0]


def _fill_ranges(a: Assembly) -> None:
    """Limits of controls, activations and forces: a range that is given, or that of the joint, where that is asked."""
    limits: dict[str, list] = {name: [] for name in ("ctrl", "act", "force")}
    for k, part in enumerate(a.actuators):
        node, units = part.node, units_of(part, control_input(part.node))
        stateful = node.dyntype != DynType.NONE
        factors = {"ctrl": units.setpoint, "act": units.setpoint if stateful else 1.0, "force": units.force}
        inherited = _inherited_range(a, k, part)
        for name, rows in limits.items():
            range_ = tuple(factors[name] * value for value in getattr(node, name + "range"))
            range_ = inherited.get(name, range_)
            limited = is_limited(a, node, getattr(node, name + "limited"), range_, name + "range", name + "limited")
            if limited:
                check_order(a, node, name + "range", range_)
            rows.append((limited, range_))
    for name, rows in limits.items():
        a.arrays[f"actuator_{name}limited"] = [limited for limited, _ in rows]
        a.arrays[f"actuator_{name}range"] = [range_ for _, range_ in rows]


def _inherited_range(a: Assembly, k: int, part: ActuatorPart) -> dict[str, tuple]:
    """inheritrange = x: the middle of the joint's range ± x times half its width, for the setpoints of a servo."""
    node, on_tendon = part.node, isinstance(part.target, TendonPart)
    affine = node.biastype == BiasType.AFFINE and node.gaintype == GainType.FIXED
    if not node.inheritrange > 0 or not affine or not tracks_position(a, k):
        return {}
    low, high = a.arrays["tendon_range" if on_tendon else "jnt_range"][part.number]
    label = part.target.node.label
    if node.dyntype == DynType.FILTER:
        a.problems.about(node, "inheritrange is only for position and intvelocity servos, not for dyntype filter")
    elif not on_tendon and (node.jointinparent or joint_type(part.target) not in (JointType.HINGE, JointType.SLIDE)):
        a.problems.about(node, "inheritrange needs attribute joint with a hinge or slide joint, or attribute tendon")
    elif low == high:
        a.problems.about(node, f"inheritrange: {label} has no range")
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    name = "act" if node.dyntype == DynType.INTEGRATOR else "ctrl"
    return {name: (middle - node.inheritrange * half, middle + node.inheritrange * half)}


def _tie_to_targets(a: Assembly) -> None:
    """Which actuator lends a joint or tendon damping and armature; trees with actuators do not sleep by themselves."""
    policy, tree_of_body = a.arrays["tree_sleep_policy"], a.arrays["body_treeid"]
    for k, part in enumerate(a.actuators):
        on_tendon = isinstance(part.target, TendonPart)
        if part.node.armature and _wraps(part):
            a.problems.about(part.node, "armature cannot be lent to a tendon that wraps around geoms")
        if any(part.node.damping) or part.node.armature:
            lenders = a.arrays["tendon_actuatorid" if on_tendon else "jnt_actuatorid"]
            lenders[part.number] = k if lenders[part.number] == -1 else SEVERAL
        trees = a.arrays["tendon_treeid"][part.number] if on_tendon else [tree_of_body[part.target.body]]
        for tree in trees:
            if tree >= 0 and policy[tree] == SleepPolicy.AUTO_ALLOWED:
                policy[tree] = SleepPolicy.AUTO_NEVER
