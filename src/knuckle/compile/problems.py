"""The faults found while compiling, collected so that all of them are reported together."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import numpy as np

from knuckle.errors import ModelError, Place, Problem
from knuckle.parse.source import MAX_PROBLEMS
from knuckle.spec import Node


class Problems:
    """A growing list of faults; nothing is raised until `check`, or until there are too many to read."""

    def __init__(self) -> None:
        self.found: dict[Problem, None] = {}  # a set that keeps its order

    def add(self, node, message: str) -> None:
        """Record a fault of `node`, once."""
        problem = Problem(node.place, node.label, message) if node is not None else Problem(Place(""), "", message)
        self.found[problem] = None
        if len(self.found) >= MAX_PROBLEMS:
            self.found[Problem(problem.place, "", f"stopped here, after {MAX_PROBLEMS} problems")] = None
            self.check()

    def check(self) -> None:
        """Raise everything found so far, in order of place."""
        if self.found:
            raise ModelError(sorted(self.found, key=lambda p: (p.place.file, p.place.line, p.place.column)))


@contextmanager
def computable() -> Iterator[None]:
    """Numbers that cannot be computed with are a fault of the model: infinities are met later, the rest is one now."""
    try:
        with np.errstate(all="ignore"):
            yield
    except ArithmeticError as error:
        node = _element_in_hand(error.__traceback__)
        place, label = (node.place, node.label) if node is not None else (Place(""), "")
        message = f"masses, sizes or positions are too large or too small to compute with ({error})"
        raise ModelError(Problem(place, label, message)) from error


def words(values) -> str:
    """Numbers as a user would write them: `0.1 2 3`."""
    return " ".join(f"{value:g}" for value in values)


def _element_in_hand(traceback: TracebackType | None) -> Node | None:
    """The element that was worked on where an error arose: the innermost that a function on the way there held."""
    found = None
    while traceback is not None:
        for value in traceback.tb_frame.f_locals.values():
            node = getattr(value, "node", value)
            found = node if isinstance(node, Node) and node.place.line else found
        traceback = traceback.tb_next
    return found
