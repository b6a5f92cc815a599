"""The attributes of an actuator as those of `general`, whatever shortcut it was written with.

A class has one actuator default. Its common attributes are inherited by all. The parameters of force generation go to
`general` always, and to a shortcut only from a default that was written with the same shortcut, or with `general` and
the same kind of gain: from the nearest such class around. Among these parameters the third of the bias is −kv, or the
damping ratio where it is positive.
"""

from collections.abc import Callable
from math import pi
from typing import Any

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import BiasType, DynType, GainType
from knuckle.schema.mjcf import elements

Values = dict[str, Any]
Chain = list[Values]  # the actuator defaults of a class and of those around it, the nearest first

# what a shortcut sets or clears, whatever its class says
PARAMETERS = (
    *("dyntype", "gaintype", "biastype", "dynprm", "gainprm", "biasprm", "input"),
    *("actdim", "actearly", "actlimited"),
)
PARAMETER_COUNT = 10
INPUTS = ("pos", "vel", "pressure")
SETPOINTS = {"position": "ctrlrange", "intvelocity": "actrange"}  # servo -> range of its setpoints
SINGLE_GAINS = (GainType.FIXED, GainType.AFFINE)


def settings(reader: ElementReader, raw: xml.Element, key: str, chain: Chain) -> Values:
    """Everything that an element and its class set, as attributes of `general`; `key` is its key in the schema."""
    tag, former = key.removeprefix("default."), chain[0]
    own = reader.values(raw, key, former)
    values = _general(former, own) if tag == "general" else _shortcut(reader, raw, tag, own, chain)
    word = values.get("input") or ""
    if word and word not in INPUTS and values.get("gaintype", GainType.FIXED) in SINGLE_GAINS:
        _complain(reader, raw, "input", f"unknown input {quote(word)}" + hint(word, INPUTS))
    return values | {"shortcut": tag}


def _general(former: Values, own: Values) -> Values:
    """Own values over those of the class; what the control is does not outlive a change of the gain's kind."""
    kind = former.get("gaintype", GainType.FIXED)
    if own.get("gaintype", kind) != kind:
        former = {name: value for name, value in former.items() if name != "input"}
    return merge(former, own)


def _shortcut(reader: ElementReader, raw: xml.Element, tag: str, own: Values, chain: Chain) -> Values:
    shared = {name: value for name, value in own.items() if name in elements()["general"].attributes}
    given = {name: value for name, value in own.items() if value is not None}  # without what could not be read
    kept = {name: value for name, value in chain[0].items() if name not in PARAMETERS}
    values = merge(kept, shared) | SHORTCUTS[tag](_inherited(chain, tag), given) | {"actlimited": None}
    if tag == "damper":
        _check_damper(reader, raw, values)
    elif tag in SETPOINTS:
        _check_servo(reader, raw, SETPOINTS[tag], given, values)
    return values


def _inherited(chain: Chain, tag: str) -> Values:
    """The parameters that a shortcut inherits: those of the nearest class that it can read, else the built-in ones."""
    built_in = {name: attribute.default for name, attribute in elements()["general"].attributes.items()}
    gain = GainType.AFFINE if tag == "damper" else GainType.FIXED
    for default in chain:
        writer = default.get("shortcut", "general")
        if writer == tag or (writer == "general" and default.get("gaintype", GainType.FIXED) == gain):
            return built_in | default
    return built_in


def _row(*values: float) -> tuple[float, ...]:
    return (*values, *(0.0,) * (PARAMETER_COUNT - len(values)))


def _motor(inherited: Values, own: Values) -> Values:
    return {"gainprm": _row(1.0), "biasprm": _row(), "dynprm": _row(1.0)}


def _servo(inherited: Values, own: Values) -> Values:
    """Gain kp, bias −kp l − kv v; the rate is kept as the damping ratio where that is given."""
    kp, rate = own.get("kp", inherited["gainprm"][0]), inherited["biasprm"][2]
    if "kv" in own:
        rate = -own["kv"]
    elif "dampratio" in own:
        rate = own["dampratio"]
    values = {"gainprm": _row(kp), "biastype": BiasType.AFFINE, "biasprm": _row(0.0, -kp, rate)}
    values["dynprm"] = _row(inherited["dynprm"][0] if inherited["dyntype"] == DynType.FILTEREXACT else 1.0)
    return values


def _position(inherited: Values, own: Values) -> Values:
    values = _servo(inherited, own) | {"input": "pos"} | _range_of_target(inherited, own, "ctrlrange")
    filtered = inherited["dyntype"] == DynType.FILTEREXACT
    if "timeconst" in own:
        filtered = own["timeconst"] > 0
        values["dynprm"] = _row(own["timeconst"])
    return values | {"dyntype": DynType.FILTEREXACT if filtered else DynType.NONE}


def _intvelocity(inherited: Values, own: Values) -> Values:
    values = _servo(inherited, own) | {"dyntype": DynType.INTEGRATOR, "input": "vel"}
    return values | _range_of_target(inherited, own, "actrange")


def _range_of_target(inherited: Values, own: Values, range_: str) -> Values:
    """What is given last counts: an own range, or the joint's by an own `inheritrange`."""
    if own.get("inheritrange", 0.0) > 0:
        return {"inheritrange": own["inheritrange"], range_: (0.0, 0.0)}
    return {"inheritrange": 0.0 if "inheritrange" in own or range_ in own else inherited["inheritrange"]}


def _velocity(inherited: Values, own: Values) -> Values:
    kv = own.get("kv", inherited["gainprm"][0])
    gains = {"gainprm": _row(kv), "biastype": BiasType.AFFINE, "biasprm": _row(0.0, 0.0, -kv)}
    return _motor(inherited, own) | gains | {"input": "vel"}


def _damper(inherited: Values, own: Values) -> Values:
    kv = own.get("kv", -inherited["gainprm"][2])
    gains = {"gaintype": GainType.AFFINE, "gainprm": _row(0.0, 0.0, -kv), "ctrllimited": True}
    return _motor(inherited, own) | gains


def _cylinder(inherited: Values, own: Values) -> Values:
    area, diameter = own.get("area", inherited["gainprm"][0]), own.get("diameter", 0.0)
    return {
        "dyntype": DynType.FILTER,
        "dynprm": _row(own.get("timeconst", inherited["dynprm"][0])),
        "gainprm": _row(pi / 4 * diameter * diameter if diameter > 0 else area),
        "biastype": BiasType.AFFINE,
        "biasprm": _row(*own.get("bias", inherited["biasprm"][:3])),
        "input": "pressure",
    }


SHORTCUTS: dict[str, Callable[[Values, Values], Values]] = {
    "motor": _motor,
    "position": _position,
    "velocity": _velocity,
    "intvelocity": _intvelocity,
    "damper": _damper,
    "cylinder": _cylinder,
}


def _check_servo(reader: ElementReader, raw: xml.Element, range_: str, own: Values, values: Values) -> None:
    """Faults of a servo; `range_` is the attribute that limits its setpoints."""
    for name in ("kv", "dampratio"):
        if own.get(name, 0.0) < 0:
            _complain(reader, raw, name, f"{name} must not be negative, got {own[name]:g}")
    if values["dynprm"][0] < 0:
        _complain(reader, raw, "timeconst", f"timeconst must not be negative, got {values['dynprm'][0]:g}")
    if values["inheritrange"] > 0 and (range_ in own or any(values.get(range_, ()))):
        _complain(reader, raw, range_, f"give only one of inheritrange, {range_}")


def _check_damper(reader: ElementReader, raw: xml.Element, values: Values) -> None:
    kv = -values["gainprm"][2]
    if kv < 0:
        _complain(reader, raw, "kv", f"kv must not be negative, got {kv:g}")
    if min(values.get("ctrlrange") or (0.0,)) < 0:
        _complain(reader, raw, "ctrlrange", "the ctrlrange of a damper must not be negative")


def _complain(reader: ElementReader, raw: xml.Element, attribute: str, message: str) -> None:
    reader.problems.add(raw.place_of(attribute), raw.label, message)
