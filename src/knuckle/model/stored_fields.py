"""The arrays of a model in a file: each by name, with its kind and shape, so that later releases find what they know.

Since a file was written, releases may have added sizes and fields. A size that it lacks is zero; a field that it lacks
is empty, or has a value in `ADDED`. What a file has and this release does not know came with a newer one: it is passed
over where it holds nothing, else the file is refused.
"""

from math import prod
from typing import Any

import numpy as np

from knuckle.memory.arena import Arena, allocate, plan
from knuckle.schema.fields import DTYPES, Field, model_fields, sizes

LARGEST_SIZE = 2**27  # of a single size: one array of a world stays below a gigabyte or so
MOST_DIMENSIONS = 4
ADDED: dict[str, float] = {}  # field -> its value in models of releases that had no such field
UPGRADE = "the file was written by a newer release of Knuckle, install that one"


class BadFields(Exception):
    """What is wrong with the sizes or arrays of a file."""


def field_table(fields: tuple[Field, ...], counts: dict[str, int]) -> dict[str, list]:
    """Name -> kind and shape of every array, in the order in which they are stored."""
    return {field.name: [field.kind, list(field.resolve(counts))] for field in fields}


def payload_of(arena: Arena) -> bytes:
    """The bytes of all arrays, in the order of the table."""
    return b"".join(arena.arrays[field.name].tobytes() for field in model_fields())


def known_counts(stored: Any) -> dict[str, int]:
    """The sizes of a file as this release knows them."""
    if not isinstance(stored, dict):
        raise BadFields("counts is not a dict")
    for name, count in stored.items():
        if type(count) is not int or not 0 <= count <= LARGEST_SIZE:
            raise BadFields(f"{name} is {count!r}, expected an integer from 0 to {LARGEST_SIZE}")
        if name not in sizes() and count:
            raise BadFields(f"size {name} = {count} is not known: {UPGRADE}")
    return {name: stored.get(name, 0) for name in sizes()}


def read_fields(table: Any, counts: dict[str, int], payload: memoryview) -> Arena:
    """An arena with the arrays of a file; everything is compared before memory is taken."""
    _check_table(table, payload)
    wanted = {field.name: field for field in model_fields()}
    for name, (kind, shape) in table.items():
        if name not in wanted:
            if 0 not in shape:
                raise BadFields(f"field {name} is not known: {UPGRADE}")
        elif [kind, shape] != [wanted[name].kind, list(wanted[name].resolve(counts))]:
            shapes = f"{wanted[name].kind} {wanted[name].resolve(counts)}"
            raise BadFields(f"field {name} is {kind} {tuple(shape)}, its sizes need {shapes}")
    missing = [field for name, field in wanted.items() if name not in table and 0 not in field.resolve(counts)]
    for field in missing:
        if field.name not in ADDED:
            raise BadFields(f"field {field.name} is missing: compile the model again")
    arena = allocate(plan(model_fields(), counts))
    start = 0
    for name, (kind, shape) in table.items():
        length = prod(shape) * DTYPES[kind].itemsize
        if name in wanted:
            arena.arrays[name].reshape(-1).view(np.uint8)[:] = np.frombuffer(payload, np.uint8, length, start)
        start += length
    for field in missing:
        arena.arrays[field.name][...] = ADDED[field.name]
    return arena


def _check_table(table: Any, payload: memoryview) -> None:
    """The table has the form of one that we wrote, and the payload its length."""
    if not isinstance(table, dict):
        raise BadFields("fields is not a dict")
    for name, entry in table.items():
        kind, shape = entry if isinstance(entry, list) and len(entry) == 2 else (None, None)
        dimensions = shape if isinstance(shape, list) and len(shape) <= MOST_DIMENSIONS else [None]
        if kind not in DTYPES or not all(type(n) is int and 0 <= n <= 2**40 for n in dimensions):
            raise BadFields(f"field {name[:40]!r} has no kind and shape")
    needed = sum(prod(shape) * DTYPES[kind].itemsize for kind, shape in table.values())
    if needed != len(payload):
        raise BadFields(f"{len(payload)} bytes of arrays, its fields need {needed}")
