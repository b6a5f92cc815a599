"""An entry point of compiled code."""

from collections.abc import Callable
from dataclasses import dataclass

from knuckle.kernel import kernel
from knuckle.machine.targets import Target

# what an entry returns instead of the status word
OVERFLOW = -1  # it stopped for want of room; `steps_done` steps are complete
REFUSED = -2  # its guard was against it; nothing was computed
BUSY = -3  # another thread is in a call with the same Data; nothing was computed
VIOLATED = -4  # a check of the `checked` machine failed; fields are half written


@kernel
def unguarded(m):
    """Any model will do."""
    return True


@dataclass(frozen=True)
class Entry:
    """A kernel exported under a name.

    `argument` names its integer argument: "" for a stage f(m, d); "nstep" for f(m, d) repeated that often. `guard(m)`
    is asked once in each call whether the model can be computed with. Lanes do not have what is `by_world`: batches
    compute it world by world. Queries are declared apart (machine/query.py).
    """

    name: str
    function: Callable
    argument: str = ""
    guard: Callable = unguarded
    by_world: bool = False

    is_query = False

    @property
    def is_repeated(self) -> bool:
        return self.argument == "nstep"

    def trampolines(self, target: Target) -> tuple[str, ...]:
        """The names that compiled code has for the interpreter."""
        return (self.name,) if target.checks or target.is_group else (self.name, pair_trampoline(self.name))


def pair_trampoline(name: str) -> str:
    """The name of the trampoline that takes a Model and its Data."""
    return f"{name}.pair"
