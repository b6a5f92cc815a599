"""The exceptions of Knuckle; every message says where, what was found, and what was expected."""

from collections.abc import Sequence
from dataclasses import dataclass


class KnuckleError(Exception):
    """Base of all errors raised on purpose."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a text: file, line and column, both counted from 1 (column in characters)."""

    file: str = "<string>"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a model: the place, the element it concerns (may be empty), and what is wrong."""

    place: Place
    element: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.place), self.element, self.message) if part)


class ModelError(KnuckleError):
    """A model that cannot be used; `problems` lists every fault that was found, in order of place."""

    def __init__(self, problems: Sequence[Problem] | Problem | str):
        if isinstance(problems, str):
            problems = Problem(Place(""), "", problems)
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return str(self.problems[0])
        return "\n".join([f"{len(self.problems)} problems:", *(f"  {problem}" for problem in self.problems)])


class UnsupportedError(KnuckleError):
    """A part of physics was asked for that this version does not simulate."""


class CompileError(KnuckleError):
    """The kernels could not be compiled; the message holds the compiler's own words."""


class CheckError(KnuckleError):
    """The `checked` machine found a kernel at fault: an index out of bounds, or a division by zero."""


class ModelWarning(UserWarning):
    """A model is usable, but may not do what its author wants; all such remarks are in its `warnings`."""


class CacheWarning(UserWarning):
    """Compiled kernels cannot be kept between runs."""
