"""Rules that the actuators of every model obey, on which compiled code relies."""

from collections.abc import Iterator

import numpy as np

from knuckle.schema.actuators import activation_count
from knuckle.schema.enums import ActivationState, BiasType, ControlChart, DynType, GainType, JointType, TrnType
from knuckle.schema.inputs import control_count
from knuckle.validate.histories import fits
from knuckle.validate.moments import moment_pattern

ACTUATOR_KINDS = {
    "actuator_trntype": TrnType,
    "actuator_dyntype": DynType,
    "actuator_gaintype": GainType,
    "actuator_biastype": BiasType,
}
ACTUATOR_STRUCTURE = (
    *("actuator_trnid", "actuator_ctrlspec", "actuator_actspec", "actuator_history", "actuator_historyadr"),
    *ACTUATOR_KINDS,
)
# transmission -> size that its first and second target are numbered by; "" where there is no second
TARGETS = {
    TrnType.JOINT: ("njnt", ""),
    TrnType.JOINTINPARENT: ("njnt", ""),
    TrnType.SLIDERCRANK: ("nsite", "nsite"),
    TrnType.TENDON: ("ntendon", ""),
    TrnType.SITE: ("nsite", "nsite"),
    TrnType.BODY: ("nbody", ""),
    TrnType.SO3: ("njnt", ""),
}
OPTIONAL = (TrnType.SITE, TrnType.SO3)  # whose second target may be missing


def broken_actuators(arrays, counts) -> list[str]:
    """Kinds that exist, targets that exist, and as many controls, forces and activations as their kinds have."""
    wrong = [
        f"{name} is not supported"
        for name, kind in ACTUATOR_KINDS.items()
        if not np.isin(arrays[name], [int(member) for member in kind]).all()
    ]
    wrong = wrong or [*_targets(arrays, counts), *_gains(arrays)]
    return wrong or _sizes(arrays, counts)


def _targets(arrays, counts) -> list[str]:
    for kind, (first, second) in zip(arrays["actuator_trntype"], arrays["actuator_trnid"].tolist(), strict=True):
        sizes = ("nsite", "nsite") if kind == TrnType.SO3 and second >= 0 else TARGETS[TrnType(int(kind))]
        most = counts[sizes[1]] if sizes[1] else 0
        least = 0 if sizes[1] and kind not in OPTIONAL else -1
        if not 0 <= first < counts[sizes[0]] or not least <= second < most:
            return ["actuator_trnid points outside what the actuators act on"]
        if kind == TrnType.SO3 and second < 0 and arrays["jnt_type"][first] != JointType.BALL:
            return ["actuator_trnid: an orientation needs a ball joint"]
    return []


def _gains(arrays) -> list[str]:
    """Gains with their own laws have the bias, activation, inputs and transmission that go with them."""
    gain, bias = arrays["actuator_gaintype"], arrays["actuator_biastype"]
    dyn, trn, spec = (arrays[f"actuator_{name}"] for name in ("dyntype", "trntype", "ctrlspec"))
    turns = gain == GainType.SO3
    rules = {
        "actuator_biastype": (turns == (bias == BiasType.SO3)) & ((gain != GainType.PID) | (bias == BiasType.AFFINE)),
        "actuator_trntype": turns == (trn == TrnType.SO3),
        "actuator_dyntype": ~turns | (dyn == DynType.NONE) | (dyn == DynType.INTEGRATOR),
        "actuator_ctrlspec": ~turns | (spec == ControlChart.EXPMAP) | ((spec == ControlChart.QUAT) & (dyn == 0)),
    }
    rules["actuator_dyntype"] &= (dyn != DynType.PID) | (gain == GainType.PID)
    rules["actuator_dyntype"] &= (dyn != DynType.DCMOTOR) | (gain == GainType.DCMOTOR)
    rules["actuator_dyntype"] &= (gain != GainType.PID) | (dyn == DynType.NONE) | (dyn == DynType.PID)
    rules["actuator_dyntype"] &= (gain != GainType.DCMOTOR) | (dyn == DynType.NONE) | (dyn == DynType.DCMOTOR)
    rules["actuator_biastype"] &= (gain == GainType.DCMOTOR) == (bias == BiasType.DCMOTOR)
    return [f"{name} does not go with actuator_gaintype" for name, good in rules.items() if not good.all()]


def _columns(arrays, *names: str) -> Iterator[tuple[int, ...]]:
    return zip(*(arrays[f"actuator_{name}"].tolist() for name in names), strict=True)


def _has_states(kind: int, states: int) -> bool:
    """Whether an activation of that kind can have these states."""
    most = {DynType.PID: ActivationState.SLEW | ActivationState.INTEGRAL, DynType.DCMOTOR: ~ActivationState(0)}
    return not states & ~int(most.get(DynType(kind), 0))


def _sizes(arrays, counts) -> list[str]:
    controls = [control_count(gain, bits) for gain, bits in _columns(arrays, "gaintype", "ctrlspec")]
    forces = np.where(arrays["actuator_trntype"] == TrnType.SO3, 3, 1)
    states = [
        activation_count(kind, bits, gain) for kind, bits, gain in _columns(arrays, "dyntype", "actspec", "gaintype")
    ]
    user = arrays["actuator_dyntype"] == DynType.USER
    number, start = arrays["actuator_actnum"], arrays["actuator_actadr"]
    pattern = moment_pattern(arrays, counts["nv"])
    follows = {
        "nu": counts["nu"] == sum(controls),
        "nout": counts["nout"] == forces.sum(),
        "actuator_ctrlnum": np.array_equal(arrays["actuator_ctrlnum"], controls),
        "actuator_outnum": np.array_equal(arrays["actuator_outnum"], forces),
        "actuator_actspec": all(_has_states(*row) for row in _columns(arrays, "dyntype", "actspec")),
        "actuator_actnum": np.array_equal(number[~user], np.array(states)[~user]) and (number[user] > 0).all(),
        "actuator_actadr": np.array_equal(start >= 0, number > 0),
        "nJmom": counts["nJmom"] == pattern.pop("nJmom"),
    }
    follows |= {name: np.array_equal(arrays[name], found) for name, found in pattern.items()}
    follows["actuator_historyadr"] = fits(arrays, "actuator", np.array(controls, dtype=np.int64), counts["nhistory"])
    return [f"{name} does not follow from the actuators" for name, good in follows.items() if not good]
