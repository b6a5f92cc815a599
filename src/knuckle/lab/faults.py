"""What goes wrong in the laboratory, and how parameters are checked."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntFlag
from math import isfinite
from typing import Any

from numpy.linalg import LinAlgError

from knuckle.errors import KnuckleError, nearest
from knuckle.memory.arguments import LARGEST_COUNT, shown


class LabError(KnuckleError, ValueError):
    """A parameter, problem or memory that the laboratory cannot use."""


class SolverError(KnuckleError):
    """A solver did not reach its goal; `solution` is what it had, the state is as it was before the step."""

    def __init__(self, message: str, solution: Any = None):
        super().__init__(message)
        self.solution = solution


class Status(IntFlag):
    """How a solve ended; 0 is well."""

    OK = 0
    RAY = 1  # a pivoting solver left along a ray
    MAXITER = 2  # the iterations that were allowed did not suffice
    INFEASIBLE = 4  # no impulse satisfies all constraints
    ZENO = 8  # infinitely many events in a finite time
    INCONSISTENT = 16  # no acceleration satisfies the rigid model
    STIFF = 32  # the time step is too long for the stiffness


ADVICE = {
    Status.RAY: "the solver found a ray instead of a solution",
    Status.MAXITER: "the iterations did not suffice: allow more, or a larger tolerance",
    Status.INFEASIBLE: "no impulse keeps all constraints: let velocities be elastic",
    Status.ZENO: "impacts pile up in a finite time: raise the speed below which they count as rest",
    Status.INCONSISTENT: "no forces satisfy rigid contact with this friction (Painlevé)",
    Status.STIFF: "the time step is too long for this stiffness: take a smaller one, or an implicit integrator",
}


@contextmanager
def within_numbers(scheme: Any) -> Iterator[None]:
    """Within, arithmetic that fails is a failure of the scheme."""
    try:
        yield
    except (LinAlgError, OverflowError) as error:
        raise SolverError(f"{scheme!r}: numbers beyond what can be computed with: {error}") from None


def explain(status: Status) -> str:
    """A status in words."""
    return "; ".join(text for flag, text in ADVICE.items() if status & flag)


def check_real(
    owner: str, name: str, value: Any, low: float, high: float = float("inf"), *, above: bool = False
) -> None:
    """Raise LabError unless a parameter is a finite number between bounds; `above`: and not the lower bound itself."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if not is_number or value < low or value > high or (above and value == low):
        bounds = f"above {low:g}" if above else f"from {low:g}"
        bounds += f" to {high:g}" if isfinite(high) else " on" if not above else ""
        raise LabError(f"{owner}: {name}: expected a number {bounds}, found {shown(value)}")


def check_whole(owner: str, name: str, value: Any, low: int) -> None:
    """Raise LabError unless a parameter is a whole number that is large enough, and that compiled code can count to."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= LARGEST_COUNT:
        raise LabError(f"{owner}: {name}: expected a whole number from {low} on, found {shown(value)}")


def check_choice(owner: str, name: str, value: Any, valid: Iterable[Any]) -> None:
    """Raise LabError unless a parameter is one of the valid ones."""
    valid = list(valid)
    if not any(value is each or (value == each and type(value) is type(each)) for each in valid):
        near = nearest(value, [each for each in valid if isinstance(each, str)]) if isinstance(value, str) else ""
        raise LabError(f"{owner}: {name}: expected one of {', '.join(map(repr, valid))}, found {shown(value)}{near}")


def check_state(owner: str, d: Any) -> None:
    """Raise LabError where positions or velocities are no finite numbers."""
    for name in ("qpos", "qvel"):
        for k, value in enumerate(getattr(d, name)):
            if not isfinite(value):
                raise LabError(f"{owner}: d.{name}[{k}]: expected a finite number, found {value:g}")


def check_flag(owner: str, name: str, value: Any) -> None:
    """Raise LabError unless a parameter is True or False."""
    check_choice(owner, name, value, (True, False))
