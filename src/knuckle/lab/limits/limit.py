"""A limit: a claim about formulations, and how it is measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from knuckle.lab.svg import Line, plot

Numbers = Sequence[float] | np.ndarray


@dataclass(frozen=True)
class Finding:
    """What was measured: curves, in words what they say, and whether the claim holds."""

    lines: Sequence[Line]
    xlabel: str
    ylabel: str
    words: str
    holds: bool
    log: bool = True

    def plot(self, title: str = "") -> str:
        """The curves as an SVG element."""
        return plot(list(self.lines), self.xlabel, self.ylabel, log=self.log, title=title)


@dataclass(frozen=True)
class Limit:
    """A claim such as "Compliant goes to Hybrid as k → ∞", and a function that measures it in a second or two."""

    name: str
    claim: str
    measure: Callable[[], Finding]


def slope(x: Numbers, y: Numbers) -> float:
    """The exponent of y ~ x^slope."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def curve(name: str, x: Numbers, y: Numbers) -> Line:
    """A marked curve; zeros are shown at the smallest number."""
    return Line(name, np.asarray(x, float), np.maximum(np.asarray(y, float), 1e-18), marked=True)


def power(x: Numbers, y: Numbers, exponent: float) -> Line:
    """The closed form: a power that ends where the measured curve ends."""
    along = np.asarray(x, float)
    return Line(f"exponent {exponent:g}", along, np.asarray(y)[-1] * (along / along[-1]) ** exponent, thin=True)
