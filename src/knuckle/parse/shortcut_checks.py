"""Faults of shortcuts of actuators that their numbers alone show."""

from collections.abc import Callable
from dataclasses import dataclass

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.simple_actuators import Values


@dataclass(frozen=True, slots=True)
class Checker:
    """An element with the attributes that it gives, and what they and its class set of `general`."""

    reader: ElementReader
    raw: xml.Element
    own: Values
    values: Values

    def complain(self, attribute: str, message: str) -> None:
        self.reader.problems.add(self.raw.place_of(attribute), self.raw.label, message)

    def not_negative(self, *names: str) -> None:
        for name in names:
            if self.own.get(name, 0.0) < 0:
                self.complain(name, f"{name} must not be negative, got {self.own[name]:g}")

    def one_range(self, range_: str) -> None:
        """The range of setpoints is given, or inherited from the target; `range_` is its attribute."""
        if self.values["inheritrange"] > 0 and (range_ in self.own or any(self.values.get(range_, ()))):
            self.complain(range_, f"give only one of inheritrange, {range_}")

    def not_negative_range(self, what: str) -> None:
        if min(self.values.get("ctrlrange") or (0.0,)) < 0:
            self.complain("ctrlrange", f"the ctrlrange of {what} must not be negative")


def _position(check: Checker) -> None:
    _gains(check)
    time = check.values["dynprm"][0]
    if time < 0:
        check.complain("timeconst", f"timeconst must not be negative, got {time:g}")
    check.one_range("ctrlrange")


def _intvelocity(check: Checker) -> None:
    _gains(check)
    check.one_range("actrange")


def _gains(check: Checker) -> None:
    check.not_negative("kv", "dampratio")


def _pid(check: Checker) -> None:
    check.not_negative("kv", "dampratio", "ki", "imax", "slewmax")
    check.one_range("posrange" if "posrange" in check.own else "ctrlrange")


def _damper(check: Checker) -> None:
    kv = -check.values["gainprm"][2]
    if kv < 0:
        check.complain("kv", f"kv must not be negative, got {kv:g}")
    check.not_negative_range("a damper")


def _adhesion(check: Checker) -> None:
    check.not_negative("gain")
    check.not_negative_range("adhesion")


def _muscle(check: Checker) -> None:
    check.not_negative("tausmooth")


def _dcmotor(check: Checker) -> None:
    """A motor needs R, and K unless it has no control; what is given must make sense."""
    resistance, constant = check.values["gainprm"][:2]
    if min(check.own.get("motorconst", (0.0,))) < 0:
        check.complain("motorconst", "motor constants must not be negative")
    if not resistance > 0:
        check.complain("resistance", f"a dcmotor needs a positive resistance, or nominal values; got {resistance:g}")
    if not constant > 0 and check.values["input"] != "none":
        check.complain("motorconst", f"a dcmotor needs a positive motorconst, or nominal values; got {constant:g}")
    if min(check.own.get("inductance", (0.0,))) < 0:
        check.complain("inductance", "inductance and its time constant must not be negative")
    if any(check.own.get("thermal", ())[:3]) and not min(check.values["dynprm"][2:4]) > 0:
        check.complain("thermal", "give two of thermal resistance, capacitance and time constant, all positive")


CHECKS: dict[str, Callable[[Checker], None]] = {
    "position": _position,
    "intvelocity": _intvelocity,
    "orientation": _gains,
    "pid": _pid,
    "damper": _damper,
    "adhesion": _adhesion,
    "muscle": _muscle,
    "dcmotor": _dcmotor,
}
