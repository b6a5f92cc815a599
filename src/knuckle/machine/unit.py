"""Units of compiled code: a stage or an entry, each an object of its own that can be made anew alone."""

from collections.abc import Callable
from dataclasses import dataclass

from knuckle.kernel import OF_ONE_WORLD, STAGES
from knuckle.machine.entry import Entry, unguarded
from knuckle.machine.query import Query
from knuckle.machine.targets import Target

PROGRAM = "knuckle.program"  # the table of what is compiled: named, not imported, for this layer knows no physics


@dataclass(frozen=True)
class Unit:
    """What one object is made from: a stage, or an entry and its kernel.

    A stage of one world is compiled for one lane of a group where the machine has lanes.
    """

    name: str
    function: Callable
    entry: Entry | Query | None = None
    in_lane: bool = False

    @property
    def roots(self) -> tuple[Callable, ...]:
        """The functions that its code starts from; an entry calls a stage, which is a unit of its own."""
        if self.entry is None:
            return (self.function,)
        return (self.entry.guard,) if self.function in STAGES else (self.entry.guard, self.function)


def stage_symbol(function: Callable) -> str:
    """The name that a stage's code is exported under."""
    return f"{function.__name__}.stage"


def stage_unit(function: Callable, target: Target) -> Unit:
    return Unit(stage_symbol(function), function, in_lane=target.is_group and function in OF_ONE_WORLD)


def entry_unit(entry: Entry | Query) -> Unit:
    return Unit(entry.name, entry.function, entry)


# what copies rows of worlds into the workspace of a group and back, for all entries of lanes; it has no kernel
ROW_COPIES = Unit("row_copies", unguarded)
