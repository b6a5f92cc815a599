"""Options, display settings, statistics, sizes, keyframes and the user's own data."""

from typing import Any

from knuckle.schema.enums import ObjType
from knuckle.schema.fields import model_fields
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Key, Numeric, Spec, Text, Tuple, TupleElement, python_name
from knuckle.write.decompile.source import Source, plain

GROUPS = 31  # of actuators, which can be switched off
USER_SIZES = ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")
ROUNDED = 1e-12  # relative difference that is none
AUTOMATIC = 2  # of a switch that decides for itself
KEY_FIELDS = ("qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic")


def fill_settings(source: Source, spec: Spec) -> None:
    m = source.m
    spec.model = m.model_name
    spec.compiler.angle = "radian"
    known = elements()["option"].attributes
    for field in model_fields():
        group, _, name = field.name.partition("_")
        if group == "opt" and (name in known or name.endswith("flags")):
            setattr(spec.option, name, _option(getattr(m.opt, name)))
        elif group == "stat":
            setattr(spec.statistic, name, plain(getattr(m.stat, name)))
    if abs(m.stat.meaninertia - _mean_inertia(m)) <= ROUNDED * _mean_inertia(m):
        spec.statistic.meaninertia = None  # it follows, and to give it is deprecated
    off = int(m.opt.disableactuator)
    spec.option.actuatorgroupdisable = tuple(group for group in range(GROUPS) if off >> group & 1)
    for name in USER_SIZES:
        setattr(spec.size, f"nuser_{name}", getattr(m, f"nuser_{name}"))
    spec.size.nuserdata = m.nuserdata
    _fill_visual(m.vis.as_dict(), spec.visual)
    spec.keys = source.add("key", (_key(m, k) for k in range(m.nkey)))


def fill_custom(source: Source, spec: Spec) -> None:
    """The user's numbers, texts and tuples; after all else, since tuples name elements of any kind."""
    m = source.m
    spec.numerics = source.add("numeric", (_numeric(m, i) for i in range(m.nnumeric)))
    spec.texts = source.add("text", (_text(m, i) for i in range(m.ntext)))
    spec.tuples = source.add("tuple", (Tuple() for _ in range(m.ntuple)))
    for group, start, size in zip(spec.tuples, m.tuple_adr, m.tuple_size, strict=True):
        group.elements = [_element(source, i) for i in range(start, start + size)]


def _mean_inertia(m: Any) -> float:
    return float(m.dof_M0.mean()) if m.nv else 1.0


def _option(value: Any) -> Any:
    """A member of an enumeration as it is, numbers as Python's own."""
    return value if isinstance(value, int) else plain(value)


def _fill_visual(groups: dict[str, dict], visual: Any) -> None:
    for group, values in groups.items():
        table = elements()[f"visual.{group}"].attributes
        node = getattr(visual, python_name(group))
        for name, value in values.items():
            setattr(node, python_name(name), _setting(table[name].kind, value))


def _setting(kind: str, value: Any) -> Any:
    if kind in ("bool", "auto"):
        return None if value == AUTOMATIC and kind == "auto" else bool(value)
    return tuple(value) if isinstance(value, list) else value


def _key(m: Any, k: int) -> Any:
    """A keyframe, without what is not in the model at all."""
    rows = {name: plain(getattr(m, f"key_{name}")[k]) for name in KEY_FIELDS}
    return Key(time=plain(m.key_time[k]), **{name: row for name, row in rows.items() if row})


def _numeric(m: Any, i: int) -> Any:
    start, size = int(m.numeric_adr[i]), int(m.numeric_size[i])
    return Numeric(size=size, data=plain(m.numeric_data[start : start + size]))


def _text(m: Any, i: int) -> Any:
    start, size = int(m.text_adr[i]), int(m.text_size[i])
    return Text(data=m.text_data[start : start + size].tobytes().rstrip(b"\0").decode(errors="surrogateescape"))


def _element(source: Source, i: int) -> Any:
    m = source.m
    kind = ObjType(m.tuple_objtype[i])
    return TupleElement(objtype=kind, objname=source.name(kind, int(m.tuple_objid[i])), prm=plain(m.tuple_objprm[i]))
