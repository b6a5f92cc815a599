"""Pass: the arrays of actuators."""

from itertools import accumulate
from math import isfinite
from typing import Any

from knuckle.compile.derived.tree import take_over
from knuckle.compile.elements.actuator_laws import check_laws, count_activations, states_of
from knuckle.compile.elements.actuator_ranges import fill_ranges
from knuckle.compile.elements.actuator_targets import find_targets
from knuckle.compile.elements.actuator_units import (
    ONES,
    cannot_scale,
    scaled_bias,
    scaled_damping,
    scaled_dynamics,
    scaled_gain,
    scaled_gear,
    scaled_range,
    units_of,
)
from knuckle.compile.elements.histories import history_starts
from knuckle.compile.parts import ActuatorPart, Assembly, JointPart, TendonPart
from knuckle.schema.enums import SleepPolicy, TrnType, WrapType
from knuckle.schema.inputs import control_count, input_bits
from knuckle.validate.moments import moment_pattern

SEVERAL = -2  # in jnt_actuatorid: more than one actuator with damping or armature


def fill_actuators(a: Assembly) -> None:
    a.actuators = find_targets(a)
    parts, nodes = a.actuators, [part.node for part in a.actuators]
    for part in parts:
        check_laws(a, part)
    specs = [input_bits(node.gaintype, node.input) for node in nodes]
    controls = [control_count(node.gaintype, spec) for node, spec in zip(nodes, specs, strict=True)]
    forces = [3 if part.kind == TrnType.SO3 else 1 for part in parts]
    states = [count_activations(a, part) for part in parts]
    a.counts |= {"nactuator": len(parts), "nu": sum(controls), "nout": sum(forces), "na": sum(states), "nhistory": 0}
    kinds = ("dyntype", "gaintype", "biastype", "actearly", "group")
    a.arrays |= {f"actuator_{name}": [getattr(node, name) for node in nodes] for name in kinds}
    a.arrays |= {
        "actuator_trntype": [part.kind for part in parts],
        "actuator_trnid": [(part.number, part.second) for part in parts],
        "actuator_ctrlspec": specs,
        "actuator_ctrladr": _starts(controls),
        "actuator_ctrlnum": controls,
        "actuator_outadr": _starts(forces),
        "actuator_outnum": forces,
        "actuator_actadr": [start if n else -1 for start, n in zip(_starts(states), states, strict=True)],
        "actuator_actnum": states,
        "actuator_actspec": [states_of(node) for node in nodes],
        "actuator_history": [(node.nsample, node.interp) for node in nodes],
        "actuator_delay": [node.delay for node in nodes],
    }
    a.arrays["actuator_historyadr"] = history_starts(a, nodes, controls)
    take_over(a, moment_pattern(a.arrays | _tree(a), a.counts["nv"]))
    _fill_numbers(a, forces)
    _check_armature(a)
    fill_ranges(a, controls)
    _tie_to_targets(a)


def _tree(a: Assembly) -> dict[str, Any]:
    return {"site_bodyid": [site.body for site in a.sites]}


def _starts(numbers: list[int]) -> list[int]:
    return list(accumulate(numbers, initial=0))[:-1]


def _wraps(part: ActuatorPart) -> bool:
    """Whether an actuator acts on a tendon that wraps around geoms."""
    return isinstance(part.target, TendonPart) and any(each.kind >= WrapType.SPHERE for each in part.target.path)


def _fill_numbers(a: Assembly, forces: list[int]) -> None:
    """Parameters, in the units of scaled frames."""
    names = ("dynprm", "gainprm", "biasprm", "damping", "dampingpoly", "armature", "cranklength", "gear", "lengthrange")
    rows: dict[str, list] = {name: [] for name in names}
    for part, outputs in zip(a.actuators, forces, strict=True):
        node, units = part.node, units_of(part)
        if units is not ONES and cannot_scale(part, units):
            told = 'the parameters of this actuator cannot be scaled: write scaling="geometry" in the frame around it'
            a.problems.about(node, told)
        damping = scaled_damping(node, units)
        rows["dynprm"].append(scaled_dynamics(node, units))
        rows["gainprm"].append(scaled_gain(node, units))
        rows["biasprm"].append(scaled_bias(node, units))
        rows["damping"].append(damping[0])
        rows["dampingpoly"].append(damping[1:])
        rows["armature"].append(units.force / units.length * node.armature)
        rows["cranklength"].append(units.distance * node.cranklength if part.kind == TrnType.SLIDERCRANK else 0.0)
        rows["gear"] += [scaled_gear(node, units)] * outputs
        rows["lengthrange"] += [scaled_range(node.lengthrange or (0.0, 0.0), units.distance)] * outputs
    a.arrays |= {f"actuator_{name}": values for name, values in rows.items()}


def _check_armature(a: Assembly) -> None:
    """Joints are lent gear² times the armature of their actuators."""
    for part, start, armature in zip(
        a.actuators, a.arrays["actuator_outadr"], a.arrays["actuator_armature"], strict=True
    ):
        gear = a.arrays["actuator_gear"][start]
        if armature and not isfinite(gear[0] * gear[0] * armature):
            told = f"gear² · armature, {gear[0]:g}² · {armature:g}, is too large to compute with"
            a.problems.about(part.node, told)


def _tie_to_targets(a: Assembly) -> None:
    """Which actuator lends a joint or tendon damping and armature; trees with actuators do not sleep by themselves."""
    policy, tree_of_body = a.arrays["tree_sleep_policy"], a.arrays["body_treeid"].tolist()
    for k, part in enumerate(a.actuators):
        on_tendon = isinstance(part.target, TendonPart)
        if part.node.armature and _wraps(part):
            a.problems.about(part.node, "armature cannot be lent to a tendon that wraps around geoms")
        if (any(part.node.damping) or part.node.armature) and isinstance(part.target, (TendonPart, JointPart)):
            lenders = a.arrays["tendon_actuatorid" if on_tendon else "jnt_actuatorid"]
            lenders[part.number] = k if lenders[part.number] == -1 else SEVERAL
        ends = [end for end in (part.target, part.other) if end is not None]
        trees = a.arrays["tendon_treeid"][part.number] if on_tendon else [tree_of_body[end.body] for end in ends]
        for tree in trees:
            if tree >= 0 and policy[tree] == SleepPolicy.AUTO_ALLOWED:
                policy[tree] = SleepPolicy.AUTO_NEVER
