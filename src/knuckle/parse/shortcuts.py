"""The attributes of an actuator as those of `general`, whatever shortcut it was written with.

A class has one actuator default. Its common attributes are inherited by all. The parameters of force generation go to
`general` always, and to a shortcut only from a default that was written with the same shortcut, or with `general` and
the same kind of gain: from the nearest such class around. Among these parameters the third of the bias is −kv, or the
damping ratio where it is positive.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from knuckle.parse import controllers, simple_actuators, xml
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.inputs import check_inputs
from knuckle.parse.shortcut_checks import CHECKS, Checker
from knuckle.parse.simple_actuators import MUSCLE_BUILT_IN, Values
from knuckle.schema.enums import GainType
from knuckle.schema.mjcf import elements

Chain = list[Values]  # the actuator defaults of a class and of those around it, the nearest first

# what a shortcut sets or clears, whatever its class says
PARAMETERS = (
    *("dyntype", "gaintype", "biastype", "dynprm", "gainprm", "biasprm", "input"),
    *("actdim", "actearly", "actlimited"),
)


@dataclass(frozen=True, slots=True)
class Shortcut:
    """How a shortcut sets the parameters, its kind of gain, and those that it has by itself."""

    law: Callable[[Values, Values], Values]
    gain: GainType = GainType.FIXED
    built_in: Values = field(default_factory=dict)


SHORTCUTS = {
    "motor": Shortcut(simple_actuators.motor),
    "position": Shortcut(simple_actuators.position),
    "velocity": Shortcut(simple_actuators.velocity),
    "intvelocity": Shortcut(simple_actuators.intvelocity),
    "damper": Shortcut(simple_actuators.damper, GainType.AFFINE),
    "cylinder": Shortcut(simple_actuators.cylinder),
    "adhesion": Shortcut(simple_actuators.adhesion),
    "muscle": Shortcut(simple_actuators.muscle, GainType.MUSCLE, MUSCLE_BUILT_IN),
    "orientation": Shortcut(controllers.orientation, GainType.SO3, controllers.ORIENTATION_BUILT_IN),
    "pid": Shortcut(controllers.pid, GainType.PID, controllers.PID_BUILT_IN),
    "dcmotor": Shortcut(controllers.dcmotor, GainType.DCMOTOR, controllers.DC_BUILT_IN),
}


@dataclass(frozen=True, slots=True)
class Inherited:
    """What a class sets for actuators of a tag: everything, what a shortcut keeps of it, and its parameters."""

    former: Values
    kept: Values
    parameters: Values


def inheritance(chain: Chain, tag: str) -> Inherited:
    """What the actuator defaults of a class and of those around it set for elements with this tag."""
    kept = {name: value for name, value in chain[0].items() if name not in PARAMETERS}
    return Inherited(chain[0], kept, {} if tag == "general" else _parameters(chain, tag))


def settings(reader: ElementReader, raw: xml.Element, key: str, inherited: Inherited) -> Values:
    """Everything that an element and its class set, as attributes of `general`; `key` is its key in the schema."""
    tag = key.removeprefix("default.")
    own = reader.values(raw, key, inherited.former)
    values = _general(inherited.former, own) if tag == "general" else _shortcut(reader, raw, tag, own, inherited)
    if values.get("input"):
        check_inputs(reader, raw, values)
    values["shortcut"] = tag
    return values


def _general(former: Values, own: Values) -> Values:
    """Own values over those of the class; what the control is does not outlive a change of the gain's kind."""
    kind = former.get("gaintype", GainType.FIXED)
    if own.get("gaintype", kind) != kind:
        former = {name: value for name, value in former.items() if name != "input"}
    return merge(former, own)


def _shortcut(reader: ElementReader, raw: xml.Element, tag: str, own: Values, inherited: Inherited) -> Values:
    general = _built_in()
    shared = {name: value for name, value in own.items() if name in general}
    given = {name: value for name, value in own.items() if value is not None}  # without what could not be read
    values = {**inherited.kept, **shared, **SHORTCUTS[tag].law(inherited.parameters, given), "actlimited": None}
    if tag in CHECKS:
        CHECKS[tag](Checker(reader, raw, given, values))
    return values


@cache
def _built_in() -> Values:
    return {name: attribute.default for name, attribute in elements()["general"].attributes.items()}


def _parameters(chain: Chain, tag: str) -> Values:
    """The parameters that a shortcut inherits: those of the nearest class that it can read, else the built-in ones."""
    built_in, shortcut = _built_in(), SHORTCUTS[tag]
    for default in chain:
        writer = default.get("shortcut", "general")
        if writer == tag or (writer == "general" and default.get("gaintype", GainType.FIXED) == shortcut.gain):
            return built_in | default
    return built_in | shortcut.built_in
