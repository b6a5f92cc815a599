"""Shortcuts of actuators with one control: what they set of the parameters of `general`.

Each takes the parameters that it inherits and the attributes that the element gives.
"""

from math import pi
from typing import Any

from knuckle.schema.enums import BiasType, DynType, GainType

Values = dict[str, Any]
PARAMETER_COUNT = 10
MUSCLE = ("range", "force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax")  # parameters of gain and bias, in order
MUSCLE_BUILT_IN = {
    "dynprm": (0.01, 0.04, *(0.0,) * 8),
    "gainprm": (0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0),
}


def row(*values: float) -> tuple[float, ...]:
    return (*values, *(0.0,) * (PARAMETER_COUNT - len(values)))


def motor(inherited: Values, own: Values) -> Values:
    return {"gainprm": row(1.0), "biasprm": row(), "dynprm": row(1.0)}


def _servo(inherited: Values, own: Values) -> Values:
    """Gain kp, bias −kp l − kv v."""
    kp = own.get("kp", inherited["gainprm"][0])
    values = {"gainprm": row(kp), "biastype": BiasType.AFFINE, "biasprm": row(0.0, -kp, damping(inherited, own))}
    values["dynprm"] = row(inherited["dynprm"][0] if inherited["dyntype"] == DynType.FILTEREXACT else 1.0)
    return values


def damping(inherited: Values, own: Values) -> float:
    """The third parameter of the bias: −kv, or the damping ratio."""
    if "kv" in own:
        return -own["kv"]
    return own.get("dampratio", inherited["biasprm"][2])


def position(inherited: Values, own: Values) -> Values:
    values = _servo(inherited, own) | {"input": "pos"} | range_of_target(inherited, own, "ctrlrange")
    filtered = inherited["dyntype"] == DynType.FILTEREXACT
    if "timeconst" in own:
        filtered = own["timeconst"] > 0
        values["dynprm"] = row(own["timeconst"])
    return values | {"dyntype": DynType.FILTEREXACT if filtered else DynType.NONE}


def intvelocity(inherited: Values, own: Values) -> Values:
    values = _servo(inherited, own) | {"dyntype": DynType.INTEGRATOR, "input": "vel"}
    return values | range_of_target(inherited, own, "actrange")


def range_of_target(inherited: Values, own: Values, range_: str) -> Values:
    """What is given last counts: an own range, or the joint's by an own `inheritrange`."""
    if own.get("inheritrange", 0.0) > 0:
        return {"inheritrange": own["inheritrange"], range_: (0.0, 0.0)}
    return {"inheritrange": 0.0 if "inheritrange" in own or range_ in own else inherited["inheritrange"]}


def velocity(inherited: Values, own: Values) -> Values:
    kv = own.get("kv", inherited["gainprm"][0])
    gains = {"gainprm": row(kv), "biastype": BiasType.AFFINE, "biasprm": row(0.0, 0.0, -kv)}
    return motor(inherited, own) | gains | {"input": "vel"}


def damper(inherited: Values, own: Values) -> Values:
    kv = own.get("kv", -inherited["gainprm"][2])
    gains = {"gaintype": GainType.AFFINE, "gainprm": row(0.0, 0.0, -kv), "ctrllimited": True}
    return motor(inherited, own) | gains


def cylinder(inherited: Values, own: Values) -> Values:
    area, diameter = own.get("area", inherited["gainprm"][0]), own.get("diameter", 0.0)
    return {
        "dyntype": DynType.FILTER,
        "dynprm": row(own.get("timeconst", inherited["dynprm"][0])),
        "gainprm": row(pi / 4 * diameter * diameter if diameter > 0 else area),
        "biastype": BiasType.AFFINE,
        "biasprm": row(*own.get("bias", inherited["biasprm"][:3])),
        "input": "pressure",
    }


def adhesion(inherited: Values, own: Values) -> Values:
    gain = own.get("gain", inherited["gainprm"][0])
    return motor(inherited, own) | {"gainprm": row(gain), "ctrllimited": True}


def muscle(inherited: Values, own: Values) -> Values:
    """Gain and bias share their parameters; a negative number leaves the one before."""
    former = inherited["gainprm"]
    scales = [_unless_negative(own.get(name, -1.0), former[k]) for k, name in enumerate(MUSCLE[1:], 2)]
    limits = [_unless_negative(new, old) for new, old in zip(own.get("range", (-1.0, -1.0)), former[:2], strict=True)]
    times = zip(own.get("timeconst", (-1.0, -1.0)), inherited["dynprm"][:2], strict=True)
    smooth = own.get("tausmooth", inherited["dynprm"][2])
    return {
        "dyntype": DynType.MUSCLE,
        "gaintype": GainType.MUSCLE,
        "biastype": BiasType.MUSCLE,
        "dynprm": row(*(_unless_negative(new, old) for new, old in times), smooth),
        "gainprm": row(*limits, *scales),
        "biasprm": row(*limits, *scales),
    }


def _unless_negative(new: float, old: float) -> float:
    return new if new >= 0 else old
