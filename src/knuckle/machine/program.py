"""An entry point of compiled code."""

from collections.abc import Callable
from dataclasses import dataclass

OVERFLOW = -1  # what an entry returns where it stopped for want of room; `steps_done` steps are complete


@dataclass(frozen=True)
class Entry:
    """A kernel exported under a name.

    `argument` names its integer argument: "" for a stage f(m, d); "nstep" for f(m, d) repeated that often;
    "index" for a query f(m, d, index).
    """

    name: str
    function: Callable
    argument: str = ""

    @property
    def is_query(self) -> bool:
        return self.argument == "index"

    @property
    def is_repeated(self) -> bool:
        return self.argument == "nstep"
