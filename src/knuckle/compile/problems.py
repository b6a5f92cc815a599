"""Faults of a model that show while it is computed with, and numbers in messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import numpy as np

from knuckle.errors import ModelError, Place, Problem
from knuckle.spec.tree import Node


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
