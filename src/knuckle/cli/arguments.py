"""What the words of a command line must be, beyond their types."""

from math import isfinite

from knuckle.errors import KnuckleError
from knuckle.memory.arguments import LARGEST_COUNT


class ArgumentError(KnuckleError):
    """An option of the command line has a value that makes no sense."""


def step_count(seconds: float, timestep: float) -> int:
    """How many steps simulate that time, at least one; ArgumentError where no number of steps does."""
    if not (isfinite(seconds) and seconds > 0):
        raise ArgumentError(f"--seconds: expected a positive number of seconds, found {seconds:g}")
    steps = seconds / timestep
    if not steps < LARGEST_COUNT:
        raise ArgumentError(f"--seconds: {seconds:g} s are too many steps of {timestep:g} s to count")
    return max(1, round(steps))


def check_seed(seed: int) -> None:
    """Raise ArgumentError for a seed that random numbers cannot start from."""
    if seed < 0:
        raise ArgumentError(f"--seed: expected a whole number of at least 0, found {seed}")
