"""The options and statistics of a model, as attributes that write in place."""

import operator
from collections.abc import Mapping, Sequence
from enum import IntEnum, IntFlag

import numpy as np

from knuckle.contact_terms.pairs import PhysicalPair, resolve
from knuckle.errors import nearest
from knuckle.memory.arguments import whole_number
from knuckle.memory.records import Group, convert
from knuckle.schema.enums import (
    CollisionMode,
    Cone,
    DisableBit,
    EnableBit,
    Integrator,
    Jacobian,
    PositionUpdate,
    Solver,
)
from knuckle.schema.fields import Field, model_fields
from knuckle.validate.unsupported import refuse_unsupported

ENUMS: dict[str, type[IntEnum]] = {
    "opt_integrator": Integrator,
    "opt_cone": Cone,
    "opt_jacobian": Jacobian,
    "opt_solver": Solver,
    "opt_position_update": PositionUpdate,
    "opt_collision": CollisionMode,
}
FLAGS: dict[str, type[IntFlag]] = {"opt_disableflags": DisableBit, "opt_enableflags": EnableBit}
POSITIVE = {"opt_timestep", "opt_impratio"}


class Options(Group):
    """`model.opt`: numbers and vectors of the simulation; enumerations take a member, a number or a name."""

    __slots__ = ("_arrays", "_flags", "_pairs")

    def __init__(self, arrays: Mapping[str, np.ndarray], pairs: Sequence[PhysicalPair] = ()):
        self._arrays = arrays
        self._flags = Flags(arrays)
        self._pairs = tuple(pairs)  # whose solver parameters follow the time step

    @property
    def flags(self) -> "Flags":
        """Every flag by name, as True (on) or False (off)."""
        return self._flags


class Statistics(Group):
    """`model.stat`: overall quantities of the model."""

    __slots__ = ("_arrays",)

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._arrays = arrays


class Flags(Group):
    """`model.opt.flags`: True where a feature is on, whether it is standard or not."""

    __slots__ = ("_arrays",)

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._arrays = arrays


def member_of(enum: type[IntEnum], value, name: str) -> int:
    """The number of a member given as itself, a number or a name in any case."""
    names = {word.lower(): member for word, member in enum.__members__.items()}
    if isinstance(value, str):
        if value.lower() not in names:
            raise ValueError(
                f"{name}: unknown name {value!r}, expected one of {', '.join(names)}{nearest(value, names)}"
            )
        return names[value.lower()]
    try:
        return enum(operator.index(value))
    except (TypeError, ValueError) as error:
        expected = ", ".join(f"{member.name.lower()} ({member.value})" for member in enum)
        raise type(error)(f"{name}: expected one of {expected}, found {value!r}") from error


def _bits(enum: type[IntFlag], value, name: str) -> int:
    every = sum(enum)
    bits = whole_number(value, name, least=-(2**63))
    if bits < 0 or bits & ~every:
        raise ValueError(f"{name}: expected bits within {every:#x}, found {bits:#x}")
    return bits


def _checked(field: Field, value, label: str):
    """The value to store for a scalar or vector option; raises where it makes no sense."""
    if field.name in ENUMS or field.name in FLAGS:
        number = (
            member_of(ENUMS[field.name], value, label)
            if field.name in ENUMS
            else _bits(FLAGS[field.name], value, label)
        )
        refuse_unsupported(field.name, number, label)
        return number
    array = convert(value, field.dtype, field.resolve({}), label)
    if not np.isfinite(array).all():
        raise ValueError(f"{label}: expected a finite value, found {value!r}")
    if field.name in POSITIVE and not array > 0:
        raise ValueError(f"{label}: expected a positive value, found {value!r}")
    if field.kind == "int" and not array >= 0:
        raise ValueError(f"{label}: expected zero or more, found {value!r}")
    return array


def _option(field: Field, label: str) -> property:
    """A property over one field of fixed shape."""
    enum = ENUMS.get(field.name) or FLAGS.get(field.name)

    def read(group):
        array = group._arrays[field.name]
        if field.shape:
            return array
        return enum(array.item()) if enum else array.item()

    def write(group, value):
        array = group._arrays[field.name]
        if value is not array:
            checked = _checked(field, value, label)
            if field.name == "opt_timestep" and group._pairs:
                resolve(group._pairs, group._arrays, float(checked))
            array[...] = checked

    return property(read, write, doc=f"{field.doc} [{field.unit}]")


def _flag(field_name: str, bit: IntFlag, on_if_set: bool) -> property:
    """A property over one bit: reads True where the feature is on."""
    label = f"opt.flags.{str(bit.name).lower()}"

    def read(flags):
        return bool(flags._arrays[field_name] & bit) == on_if_set

    def write(flags, value):
        if not isinstance(value, bool | np.bool_):
            raise TypeError(f"{label}: expected True or False, found {value!r}")
        if value == on_if_set:
            refuse_unsupported(field_name, bit, label)
        bits = flags._arrays[field_name]
        bits[...] = bits | bit if value == on_if_set else bits & ~bit

    return property(read, write, doc=f"Whether {str(bit.name).lower()} is on.")


for _field in model_fields():
    _prefix, _, _rest = _field.name.partition("_")
    _group = {"opt": Options, "stat": Statistics}.get(_prefix)
    if _group is not None:
        setattr(_group, _rest, _option(_field, f"{_prefix}.{_rest}"))
for _name, _enum in FLAGS.items():
    for _bit in _enum:
        setattr(Flags, str(_bit.name).lower(), _flag(_name, _bit, _enum is EnableBit))
