"""What the compiler produces, and the last pass, which gives every array its type and shape."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import prod
from struct import Struct
from struct import error as StructError
from typing import Any

import numpy as np

from knuckle.assets.image.origin import PictureOrigin
from knuckle.assets.mesh.build import Origin
from knuckle.compile.mass.largest import element_of
from knuckle.compile.parts import Assembly, Joined
from knuckle.memory.arena import Arena, allocate, plan
from knuckle.program import reference_constants
from knuckle.schema.fields import model_fields, sizes
from knuckle.validate.values import look_sound, wrong_entries

# fields that follow from the reference pose; a constraint's numbers follow from it in part
LATER = frozenset(output.name for output in reference_constants().outputs) - {"eq_data"}
LATER |= {f"stat_{name}" for name in ("meansize", "meanmass", "meaninertia", "extent", "center")}

PACKED = {"real": "d", "int": "i", "bool": "?", "float": "f", "byte": "B"}  # kind of a field | letter of struct


@dataclass(kw_only=True)
class Compiled:
    """A compiled model: sizes, arrays by field name, names and elements by kind, visual settings, warnings, origins."""

    counts: dict[str, int]
    arena: Arena
    names: dict[str, list[str]]
    elements: dict[str, list[Any]]
    model_name: str
    vis: dict[str, dict[str, Any]]
    warnings: list[str] = field(default_factory=list)
    mesh_origins: tuple[Origin | None, ...] = ()
    picture_origins: tuple[PictureOrigin | None, ...] = ()

    @property
    def arrays(self) -> Mapping[str, np.ndarray]:
        return self.arena.arrays


def collect_elements(a: Assembly) -> dict[str, list[Any]]:
    """Every element by kind, in order of number; bodies that became part of others are none of them."""
    return {
        "body": [part.node for part in a.bodies],
        "joint": [part.node for part in a.joints],
        "geom": [part.node for part in a.geoms],
        "site": [part.node for part in a.sites],
        "camera": [part.node for part in a.cameras],
        "light": [part.node for part in a.lights],
        "mesh": a.meshes,
        "hfield": a.hfields,
        "texture": a.spec.textures,
        "material": a.spec.materials,
        "pair": a.pairs,
        "exclude": a.excludes,
        "equality": a.spec.equalities,
        "tendon": a.spec.tendons,
        "actuator": a.spec.actuators,
        "sensor": a.spec.sensors,
        "numeric": a.spec.numerics,
        "text": a.spec.texts,
        "tuple": a.spec.tuples,
        "key": a.spec.keys,
    }


def names_of(a: Assembly, elements: dict[str, list[Any]]) -> dict[str, list[str]]:
    """The name of every element, in order of number; "" for the nameless."""
    names = {kind: [node.name for node in nodes] for kind, nodes in elements.items()}
    names["key"] += [""] * (a.counts["nkey"] - len(names["key"]))
    return names


def finished_arrays(a: Assembly) -> Arena:
    """Every field of Model with its type and shape; those that follow from the reference pose are zero yet."""
    arena = allocate(plan(model_fields(), a.counts))
    arrays, buffers = a.arrays, {kind: memoryview(buffer) for kind, buffer in arena.buffers.items()}  # type: ignore[arg-type]  # as in memory/records.py
    for name, (kind, shape, _, offset) in arena.layout.places.items():
        if 0 in shape or name in LATER:
            continue
        value = arrays[name]
        if not (isinstance(value, list) and _packed(buffers[kind], kind, shape, offset, value)):
            _write(arena.arrays[name], value)
    check_numbers(a, arena)
    return arena


def _write(array: np.ndarray, value: Any) -> None:
    """Write what a pass has made into its place: parts one after the other, rows, or anything of that many numbers."""
    if isinstance(value, Joined):
        np.concatenate(value.parts, out=array, casting="same_kind")
    else:
        array[...] = value if array.ndim == 0 else np.reshape(np.asarray(value, dtype=array.dtype), array.shape)


def _packed(buffer: memoryview, kind: str, shape: tuple[int, ...], offset: int, rows: list) -> bool:
    """Write numbers, or rows of numbers, as they lie in memory; False where they are neither.

    Lists of few numbers are much of a model, and NumPy takes several times as long to find out what is in them.
    """
    if kind not in PACKED:
        return False
    numbers = chain.from_iterable(rows) if isinstance(rows[0], tuple) else rows
    try:
        _packing(kind, prod(shape)).pack_into(buffer, offset, *numbers)
    except (StructError, TypeError, OverflowError):
        return False
    return True


@lru_cache(maxsize=1024)
def _packing(kind: str, count: int) -> Struct:
    """How so many numbers of a kind lie in memory."""
    return Struct(f"{count}{PACKED[kind]}")


def check_numbers(a: Assembly, arena: Arena) -> None:
    """NaN is a fault of the model, not a value."""
    if look_sound(arena):
        return
    for told, name, where in wrong_entries(arena.arrays):
        a.problems.about(element_of(a, name, where), f"{told}: look for a value that is too large to compute with")


def finished_counts(a: Assembly, names: dict[str, list[str]]) -> dict[str, int]:
    """Every size of a model; those of features that a model cannot have yet are zero."""
    text = [a.spec.model, *(name for group in names.values() for name in group)]
    a.counts["nnames"] = sum(len(name.encode()) + 1 for name in text)
    a.counts = {name: int(a.counts.get(name, 0)) for name in sizes()}
    return a.counts
