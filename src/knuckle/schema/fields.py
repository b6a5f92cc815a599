"""The one table of all arrays of Model and Data, read from the text tables beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from knuckle.schema.data_table import CAPACITY_TABLE, DATA_TABLE
from knuckle.schema.model_table import MODEL_TABLE, SIZE_TABLE

DTYPES: dict[str, np.dtype] = {
    "real": np.dtype(np.float64),  # in kernels: the machine's real
    "int": np.dtype(np.int32),
    "size": np.dtype(np.int64),
    "shared": np.dtype(np.int64),  # of Data: one number for all worlds of a group
    "shared_real": np.dtype(np.float64),
    "bool": np.dtype(np.bool_),
    "byte": np.dtype(np.uint8),
    "float": np.dtype(np.float32),  # display only, never a kernel's real
    "char": np.dtype("S1"),
}
SHARED = ("shared", "shared_real")
OWN = "own"  # of Model: reals of which a world in a batch may have its own


@dataclass(frozen=True, slots=True)
class Field:
    """One array: `shape` holds integers and size expressions such as "nbody" or "nmocap*3"."""

    name: str
    kind: str
    shape: tuple[int | str, ...]
    unit: str
    doc: str
    stage: str = ""  # Data only: the stage that writes it; "input" for what the user writes
    shared: bool = False  # whether all worlds of a group of lanes have it in common

    @property
    def dtype(self) -> np.dtype:
        return DTYPES[self.kind]

    @property
    def row(self) -> int:
        """Elements in one row as kernels index it: the product of the fixed trailing sizes."""
        fixed = [n for n in self.shape[1:] if isinstance(n, int)]
        return int(np.prod(fixed)) if len(fixed) == len(self.shape) - 1 else 1

    @property
    def is_value(self) -> bool:
        """A field of fixed shape, () or (3,), reads in kernels as a value and not as rows; (6, 3) is six rows."""
        return len(self.shape) < 2 and all(isinstance(n, int) for n in self.shape)

    def resolve(self, sizes: dict[str, int]) -> tuple[int, ...]:
        """The shape in numbers, for the given sizes."""
        return tuple(n if isinstance(n, int) else _evaluate(n, sizes) for n in self.shape)


def shapes_of(fields: tuple[Field, ...], sizes: dict[str, int]) -> Sequence[tuple[int, ...]]:
    """The shapes of many fields in numbers: what `resolve` gives for each, at once."""
    return _shapes_function(fields)(sizes)


@cache
def _shapes_function(fields: tuple[Field, ...]) -> Callable[[dict[str, int]], Sequence[tuple[int, ...]]]:
    """A function that evaluates all shapes, made of their text: expressions are read once, not for every model."""
    texts = ["".join(f"{_number(n)}, " for n in field.shape) for field in fields]
    return eval(f"lambda size: ({''.join(f'({text}), ' for text in texts)})")


def _number(n: int | str) -> str:
    name, _, factor = str(n).partition("*")
    return name if isinstance(n, int) else f"size[{name!r}] * {int(factor or 1)}" if factor else f"size[{name!r}]"


def _evaluate(expression: str, sizes: dict[str, int]) -> int:
    name, _, factor = expression.partition("*")
    return sizes[name] * int(factor or 1)


def _rows(table: str) -> list[list[str]]:
    lines = (line.strip() for line in table.splitlines())
    return [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]


def _shape(text: str) -> tuple[int | str, ...]:
    return tuple(int(word) if word.isdigit() else word for word in text.split())


@cache
def sizes() -> dict[str, str]:
    """Name and meaning of every size of a model."""
    return dict(_rows(SIZE_TABLE))


@cache
def capacities() -> dict[str, str]:
    """Every capacity of Data, and the field that counts the rows in use."""
    return {name: count for name, count, _ in _rows(CAPACITY_TABLE)}


@cache
def model_fields() -> tuple[Field, ...]:
    return tuple(
        Field(n, "real" if kind == OWN else kind, _shape(shape), unit, doc, shared=kind != OWN)
        for n, kind, shape, unit, doc in _rows(MODEL_TABLE)
    )


@cache
def data_fields() -> tuple[Field, ...]:
    return tuple(
        Field(n, kind, _shape(shape), unit, doc, stage, kind in SHARED)
        for n, kind, shape, stage, unit, doc in _rows(DATA_TABLE)
    )
