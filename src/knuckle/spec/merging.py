"""Options, sizes and display settings of an attached model beside those of the model it is attached to."""

from collections.abc import Callable, Iterator
from typing import Any

from knuckle.schema.enums import DisableBit, EnableBit
from knuckle.spec.tree import Spec

# section -> attribute -> how two different values become one; None where they cannot
_LEAST = ("timestep", "tolerance", "ls_tolerance", "noslip_tolerance", "ccd_tolerance", "sleep_tolerance")
_MOST = ("iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations", "sdf_initpoints")
_NEITHER = (
    *("gravity", "wind", "magnetic", "density", "viscosity", "integrator", "cone", "jacobian", "solver", "impratio"),
    *("o_margin", "o_solref", "o_solimp", "o_friction"),
)
_SIZES = (
    *("memory", "nuserdata", "nkey", "nuser_body", "nuser_jnt", "nuser_geom", "nuser_site", "nuser_cam"),
    *("nuser_tendon", "nuser_actuator", "nuser_sensor"),
)
MERGED: dict[str, dict[str, Callable | None]] = {
    "option": dict.fromkeys(_LEAST, min) | dict.fromkeys(_MOST, max) | dict.fromkeys(_NEITHER, None),
    "size": dict.fromkeys(_SIZES, max),
    "visual.map": {"znear": min, "zfar": max},
    "visual.global_": {"realtime": min},
}


class Conflict(Exception):
    """Settings of the two models that cannot both hold, in words."""


def merge_settings(parent: Spec, child: Spec, label: str) -> None:
    """Give the parent what its policy takes from the child; other differences are warnings, or a Conflict."""
    policy = parent.compiler.conflict
    faults: list[str] = []
    remarks: list[str] = []
    for theirs, ours, name, join in _differences(parent, child):
        _merge_one(policy, theirs, ours, name, join, faults, remarks)
    _merge_flags(policy, parent.option, child.option, faults, remarks)
    if policy == "merge":
        groups = {*(parent.option.actuatorgroupdisable or ()), *(child.option.actuatorgroupdisable or ())}
        parent.option.actuatorgroupdisable = tuple(sorted(groups))
    if faults:
        raise Conflict(f'conflict="{policy}": ' + "; ".join(faults))
    if remarks:
        parent.warnings.append(f"attaching {label}, {'; '.join(remarks)}")


def _differences(parent: Spec, child: Spec) -> Iterator[tuple[Any, Any, str, Callable | None]]:
    """(section of the child, of the parent, attribute, how to merge) wherever the child says something else."""
    for section, attributes in MERGED.items():
        theirs: Any = child
        ours: Any = parent
        for step in section.split("."):
            theirs, ours = getattr(theirs, step), getattr(ours, step)
        for name, join in attributes.items():
            if name in theirs.given and getattr(theirs, name) != getattr(ours, name):
                yield theirs, ours, name, join


def _merge_one(policy: str, theirs, ours, name: str, join: Callable | None, faults: list, remarks: list) -> None:
    a, b = getattr(ours, name), getattr(theirs, name)
    both = name in ours.given
    if both and (policy == "error" or (policy == "merge" and join is None)):
        faults.append(f"{name} is {_shown(a)} here and {_shown(b)} in the attached model")
        return
    value = a
    if policy == "merge":
        value = join(a, b) if both and join is not None else b
        setattr(ours, name, value)
        ours.given.add(name)
    remarks.append(f"{name} {_shown(b)} of the attached model: {_shown(value)} holds")


def _merge_flags(policy: str, ours, theirs, faults: list, remarks: list) -> None:
    for bits, field in ((DisableBit, "disableflags"), (EnableBit, "enableflags")):
        a, b = getattr(ours, field), getattr(theirs, field)
        if policy == "merge":
            setattr(ours, field, a | b)
        for bit in bits:
            name = str(bit.name).lower()
            if (a ^ b) & bit and f"flag.{name}" in theirs.given & ours.given and policy != "merge":
                told = f"flag {name} differs in the attached model"
                (faults if policy == "error" else remarks).append(told)


def _shown(value: Any) -> str:
    return " ".join(f"{x:g}" for x in value) if isinstance(value, tuple) else str(value)
