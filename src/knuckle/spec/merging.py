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
    found = list(_differences(parent, child))
    for theirs, ours, name, join in found:
        if name in ours.given and (policy == "error" or (policy == "merge" and join is None)):
            a, b = getattr(ours, name), getattr(theirs, name)
            faults.append(f"{name} is {_shown(a)} here and {_shown(b)} in the attached model")
    differing = [f"flag {name} differs in the attached model" for name in _differing_flags(parent.option, child.option)]
    faults += differing if policy == "error" else []
    if faults:
        raise Conflict(f'conflict="{policy}": ' + "; ".join(faults))
    remarks += differing if policy == "warning" else []
    for theirs, ours, name, join in found:
        remarks.append(_merge_one(policy, theirs, ours, name, join))
    if policy == "merge":
        parent.option.disableflags |= child.option.disableflags
        parent.option.enableflags |= child.option.enableflags
        groups = {*(parent.option.actuatorgroupdisable or ()), *(child.option.actuatorgroupdisable or ())}
        parent.option.actuatorgroupdisable = tuple(sorted(groups))
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


def _merge_one(policy: str, theirs: Any, ours: Any, name: str, join: Callable | None) -> str:
    """Let one setting follow the policy; return in words what holds."""
    a, b = getattr(ours, name), getattr(theirs, name)
    if policy == "merge":
        setattr(ours, name, join(a, b) if name in ours.given and join is not None else b)
    return f"{name} {_shown(b)} of the attached model: {_shown(getattr(ours, name))} holds"


def _differing_flags(ours: Any, theirs: Any) -> list[str]:
    """Flags that both models set, each in another way."""
    both = theirs.given & ours.given
    found = []
    for bits, field in ((DisableBit, "disableflags"), (EnableBit, "enableflags")):
        differing = getattr(ours, field) ^ getattr(theirs, field)
        names = [str(bit.name).lower() for bit in bits if differing & bit]
        found += [name for name in names if f"flag.{name}" in both]
    return found


def _shown(value: Any) -> str:
    return " ".join(f"{x:g}" for x in value) if isinstance(value, tuple) else str(value)
