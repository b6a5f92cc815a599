"""The exceptions of Knuckle; every message says where, what was found, and what was expected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

MAX_PROBLEMS = 200  # a file with more faults than this is no model at all


class KnuckleError(Exception):
    """The base of all errors of the package; Python's own errors (TypeError, …) are raised for wrong arguments."""


class Place(NamedTuple):
    """Where something stands in a text: file, line and column, both counted from 1 (column in characters).

    A line of a program has no column.
    """

    file: str = "<string>"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a model: the place, the element it concerns (may be empty), and what is wrong.

    Where it is a feature that this version lacks, `feature` is the name by which `omit` leaves it out.
    """

    place: Place
    element: str
    message: str
    feature: str = ""

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.place), self.element, self.message) if part)


class ModelError(KnuckleError):
    """A model that cannot be used; `problems` lists every fault that was found, in order of place.

    `features` names what this version lacks and `omit` can leave out.
    """

    def __init__(self, problems: Sequence[Problem] | Problem | str):
        if isinstance(problems, str):
            problems = Problem(Place(""), "", problems)
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(self.problems)

    @property
    def features(self) -> tuple[str, ...]:
        """Names for `omit`, in order of place."""
        return tuple(dict.fromkeys(problem.feature for problem in self.problems if problem.feature))

    def describe(self, way_out: str) -> str:
        """The problems, and how to go on where something can be left out."""
        several = len(self.problems) > 1
        head = [f"{len(self.problems)} problems:"] if several else []
        lines = head + [f"  {problem}" if several else str(problem) for problem in self.problems]
        missing = "it" if len(self.features) == 1 else "them"
        return "\n".join([*lines, f"To leave {missing} out of the model, add {way_out}"] if self.features else lines)

    def __str__(self) -> str:
        names = ", ".join(f'"{feature}"' for feature in self.features)
        return self.describe(f"omit=({names}{',' if len(self.features) == 1 else ''})")


class Problems:
    """The faults found so far, each once; `check` raises them all together, in order of place."""

    def __init__(self) -> None:
        self.found: dict[Problem, None] = {}  # a set that keeps its order

    def add(self, place: Place, element: str, message: str, feature: str = "") -> None:
        """Record a fault; where there are too many to read, all are raised."""
        self.found[Problem(place, element, message, feature)] = None
        if len(self.found) >= MAX_PROBLEMS:
            self.found[Problem(place, "", f"stopped here, after {MAX_PROBLEMS} problems")] = None
            self.check()

    def about(self, node, message: str) -> None:
        """Record a fault of an element of a model; None where it is no element's."""
        if node is None:
            self.add(Place(""), "", message)
        else:
            self.add(node.place, node.label, message)

    def check(self) -> None:
        """Raise ModelError where there are any."""
        if self.found:
            raise ModelError(sorted(self.found, key=lambda p: (p.place.file, p.place.line, p.place.column)))


class UnsupportedError(KnuckleError):
    """A part of physics was asked for that this version does not simulate."""


class CompileError(KnuckleError):
    """The kernels could not be compiled on this machine; the message holds the words of the compiler."""


class CheckError(KnuckleError):
    """The `checked` machine found a fault in a kernel: a bad index, a division by zero, a field that is not written."""


class ModelWarning(UserWarning):
    """A model can be used, but may not do what its author wants; all such remarks are in `m.warnings`."""


class CacheWarning(UserWarning):
    """Compiled kernels cannot be stored, so that the next run has to compile them again."""


def closest(word: str, valid: Iterable[str], count: int = 3, cutoff: float = 0.5) -> list[str]:
    """The valid names closest to the word, best first; letter case does not count."""
    by_lower = {name.lower(): name for name in valid}
    return [by_lower[match] for match in get_close_matches(word.lower(), by_lower, count, cutoff)]


def nearest(word: str, valid: Iterable[str]) -> str:
    """The end of a sentence about a wrong name: offers the closest valid one, or is empty."""
    close = closest(word, valid, 1)
    return f"; did you mean {close[0]!r}?" if close else ""
