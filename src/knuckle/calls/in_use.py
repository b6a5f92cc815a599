"""One call at a time on a Data or a Batch: a second one, from another thread, raises KnuckleError.

Compiled code lets other threads of the interpreter run meanwhile. One that steps the same worlds, or replaces their
memory, would lead it out of memory. So each owner has a word in memory, `_free`, 1 while no call has it: who wants the
owner exchanges the word for 0. Trampolines to compiled code do the same with the first word of a Data's table (see
machine/trampoline_code.py), which is its `_free`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from knuckle.errors import KnuckleError

Result = TypeVar("Result")
Method = TypeVar("Method", bound=Callable[..., Any])


def alone(owner: Any, function: Callable[..., Result], *args, **options) -> Result:
    """function(*args), while no other call has the owner; KnuckleError where one has."""
    word, taken = owner._free, 0
    try:
        # an exchange: there is no call and no loop in it, where alone the interpreter changes threads and hears signals
        taken, word[0] = word[0], 0
        if not taken:
            raise in_use(owner)
        return function(*args, **options)
    finally:
        if taken:
            word[0] = 1


def exclusive(method: Method) -> Method:
    """A method that has its object alone."""

    @wraps(method)
    def call(self, *args, **options):
        return alone(self, method, self, *args, **options)

    return cast(Method, call)


def require_free(owner: Any) -> None:
    """Raise KnuckleError where a call has the owner; for those who only read, which many may do at once."""
    if not owner._free[0]:
        raise in_use(owner)


def in_use(owner: Any) -> KnuckleError:
    """The error for a call that came while another one had the owner."""
    kind = type(owner).__name__
    return KnuckleError(
        f"this {kind} is in use: a call in another thread, or one that a signal interrupted, has not returned yet; "
        f"give each thread a {kind} of its own, made by copy()"
    )
