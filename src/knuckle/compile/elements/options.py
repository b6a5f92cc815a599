"""Pass: the options of the simulation, the visual settings, and sizes that the file gives."""

from knuckle.compile.parts import Assembly
from knuckle.schema.enums import DisableBit, PositionUpdate
from knuckle.schema.fields import model_fields

NO_COUNTERPART = {"opt_disableactuator", "opt_position_update"}  # options without an attribute of the same name
OPTIONS = tuple(
    field.name.removeprefix("opt_")
    for field in model_fields()
    if field.name.startswith("opt_") and field.name not in NO_COUNTERPART
)
AUTOMATIC = 2


def fill_options(a: Assembly) -> None:
    option = a.spec.option
    a.arrays |= {f"opt_{name}": getattr(option, name) for name in OPTIONS}
    groups = option.actuatorgroupdisable or ()
    a.arrays["opt_disableactuator"] = sum(1 << group for group in set(groups))
    a.arrays["opt_position_update"] = PositionUpdate.SEMIIMPLICIT


def visual_settings(spec) -> dict[str, dict]:
    """Every setting of <visual>, as plain values by group and name; a switch left to decide for itself is 2."""
    groups = {}
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        node = getattr(spec.visual, group)
        groups[group.rstrip("_")] = {
            name: AUTOMATIC if value is None else value
            for name, value in ((name, getattr(node, name)) for name in node.schema)
        }
    return groups


def check_options(a: Assembly) -> None:
    """Record settings that make no sense."""
    view = a.spec.visual
    for node, name in ((view.global_, "realtime"), (view.map, "znear")):
        if getattr(node, name) <= 0:
            a.problems.about(node, f'{name}="{getattr(node, name):g}" must be positive')
    option = a.spec.option
    if option.disableflags & DisableBit.NATIVECCD:
        a.warnings.append(
            f"{option.place}: option: nativeccd is off, but there is one convex search here: contacts are those of the "
            "native one"
        )
