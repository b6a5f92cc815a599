"""What the words of a command line must be, beyond their types."""

from collections.abc import Iterable
from math import isfinite
from typing import Annotated

import tyro

from knuckle.errors import KnuckleError, nearest
from knuckle.memory.arguments import LARGEST_COUNT
from knuckle.schema.fields import data_fields
from knuckle.schema.mjcf import FEATURES

Named = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="MODEL")]
# each --omit takes one name (or several with commas), so that it never takes the file that follows it
Features = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, tyro.conf.arg(metavar="NAME")]


class ArgumentError(KnuckleError):
    """An option of the command line has a value that makes no sense."""


def one_name_for_each_omit(words: Iterable[str]) -> list[str]:
    """The words of a command line in which names of features that follow `--omit NAME` get an `--omit` of their own."""
    result: list[str] = []
    for word in words:
        if word in FEATURES and result[-2:-1] == ["--omit"]:
            result.append("--omit")
        result.append(word)
    return result


def feature_names(omit: Iterable[str]) -> tuple[str, ...]:
    """The features to leave out, one by one; ArgumentError where one is unknown."""
    names = tuple(name for words in omit for name in words.split(",") if name)
    for name in names:
        if name not in FEATURES:
            raise ArgumentError(
                f"--omit: unknown feature {name!r}{nearest(name, FEATURES)}\nfeatures: {', '.join(FEATURES)}"
            )
    return names


def number_or_name(word: str) -> int | str:
    """An element as an option gives it: by its number, or by its name."""
    return int(word) if word.removeprefix("-").isdecimal() else word


def check_fields(names: Iterable[str], option: str) -> None:
    """Raise ArgumentError where Data has no such field."""
    known = [field.name for field in data_fields()]
    for name in names:
        if name not in known:
            raise ArgumentError(f"{option}: Data has no field {name!r}{nearest(name, known)}")


def check_seconds(seconds: float) -> None:
    """Raise ArgumentError for a time that cannot be simulated."""
    if not (isfinite(seconds) and seconds > 0):
        raise ArgumentError(f"--seconds: expected a positive number of seconds, found {seconds:g}")


def step_count(seconds: float, timestep: float) -> int:
    """How many steps simulate that time, at least one; ArgumentError where there are too many to count."""
    check_seconds(seconds)
    steps = seconds / timestep
    if not steps < LARGEST_COUNT:
        raise ArgumentError(f"--seconds: {seconds:g} s are too many steps of {timestep:g} s to count")
    return max(1, round(steps))


def check_seed(seed: int) -> None:
    """Raise ArgumentError for a seed that random numbers cannot start from."""
    if seed < 0:
        raise ArgumentError(f"--seed: expected a whole number of at least 0, found {seed}")
