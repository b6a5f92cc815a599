"""An entry point of compiled code."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A kernel exported under a name: a stage f(m, d), or a query f(m, d, index)."""

    name: str
    function: Callable
    is_query: bool = False
