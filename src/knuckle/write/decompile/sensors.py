"""Sensors, each with the element of its kind."""

from typing import Any

from knuckle.compile.sensor_objects import OBJECTS, OTHER_REFERENCES, REFERENCES
from knuckle.schema.enums import (
    ContactData,
    DataType,
    Interpolation,
    ObjType,
    RayData,
    Reduction,
    SensorType,
    Stage,
)
from knuckle.schema.mjcf import elements
from knuckle.schema.sensors import sensor_kinds
from knuckle.spec.tree import NODES
from knuckle.write.decompile.source import Source, plain

NUMBERS = ("cutoff", "noise", "delay", "interval", "user")


def decompile_sensors(source: Source) -> list[Any]:
    return source.add("sensor", (_sensor(source, s) for s in range(source.m.nsensor)))


def _sensor(source: Source, s: int) -> Any:
    m = source.m
    kind = SensorType(m.sensor_type[s])
    tag = next(tag for tag, row in sensor_kinds().items() if row.type == kind)
    table = elements()[f"sensor.{tag}"].attributes
    values = {name: plain(getattr(m, f"sensor_{name}")[s]) for name in NUMBERS}
    values |= {"nsample": int(m.sensor_history[s, 0]), "interp": Interpolation(m.sensor_history[s, 1])}
    values |= _parameters(m, s, kind)
    object_names = {name: word for name, word in OBJECTS.items() if name not in OTHER_REFERENCES.get(tag, {})}
    values |= _object(source, table, m.sensor_objtype[s], m.sensor_objid[s], object_names, ("objtype", "objname"))
    references = OTHER_REFERENCES.get(tag, REFERENCES)
    values |= _object(source, table, m.sensor_reftype[s], m.sensor_refid[s], references, ("reftype", "refname"))
    return NODES[f"sensor.{tag}"](**{name: value for name, value in values.items() if name in table})


def _parameters(m: Any, s: int, kind: SensorType) -> dict[str, Any]:
    """What is told, which contacts, how many: the whole numbers of a sensor."""
    first, second, third = m.sensor_intprm[s].tolist()
    if kind == SensorType.CONTACT:
        return {"data": ContactData(first), "reduce": Reduction(second), "num": third}
    if kind == SensorType.RANGEFINDER:
        return {"data": RayData(first)}
    if kind == SensorType.USER:
        kinds = {"datatype": DataType(m.sensor_datatype[s]), "needstage": Stage(m.sensor_needstage[s])}
        return kinds | {"dim": int(m.sensor_dim[s])}
    return {"enclosed": bool(first)}


def _object(source: Source, table: dict, kind: int, number: int, names: dict, pair: tuple[str, str]) -> dict[str, Any]:
    """The attributes that name an object: its kind and name, or the one attribute that stands for its kind."""
    word = ObjType(kind)
    if word == ObjType.UNKNOWN or number < 0:
        return {}
    name = source.name(word, int(number))
    if pair[0] in table:
        return {pair[0]: word, pair[1]: name}
    attribute = next(attribute for attribute, means in names.items() if means == word and attribute in table)
    return {attribute: name}
