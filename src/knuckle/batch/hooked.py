"""What kernels of the user that run inside a step read: a batch computes and keeps no more than is needed."""

from collections.abc import Callable, Collection, Mapping
from functools import cache

from knuckle.errors import KnuckleError
from knuckle.kernel import is_kernel
from knuckle.schema.fields import Field, data_fields
from knuckle.schema.hooks import PRESENT

OF_NO_STEP = ("input", "check", "sleep", "scratch")  # stages of fields that a world keeps, or that no user sees
BY_NAME = {field.name: field for field in data_fields()}


@cache
def fields_of_kernel(callback: str, function: Callable) -> tuple[Field, ...]:
    """The fields of Data that a kernel names, or one that it calls."""
    from knuckle.machine.user_kernels import names_in_kernel

    return tuple(BY_NAME[name] for name in sorted(names_in_kernel(callback, function)) if name in BY_NAME)


def fields_of_kernels(given: Mapping[str, Callable]) -> frozenset[str]:
    """The fields of Data that the kernels among callbacks name."""
    kernels = [(callback, function) for callback, function in given.items() if is_kernel(function)]
    return frozenset(field.name for each in kernels for field in fields_of_kernel(*each))


def check_kept(given: Mapping[str, Callable], kept: Collection[str] | None) -> None:
    """KnuckleError where a kernel reads what only later stages of a step compute, and the batch does not keep."""
    if kept is None:
        return
    for callback, function in given.items():
        present = (*OF_NO_STEP, *PRESENT[callback])
        for field in fields_of_kernel(callback, function) if is_kernel(function) else ():
            if field.stage not in present and field.name not in kept:
                raise KnuckleError(
                    f"callbacks.{callback}: {function.__name__} reads {field.name} of the step before, which the batch "
                    f"does not keep: make it with keep=[{field.name!r}]"
                )
