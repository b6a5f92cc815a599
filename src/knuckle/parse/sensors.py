"""`<sensor>` -> sensors: what their attributes need beyond the table, and the objects that they name by kind."""

from typing import Any

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.finish import OBJECT_TYPES
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import ContactData, ObjType, Reduction
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec.references import TOGETHER
from knuckle.spec.tree import Node

Values = dict[str, Any]

# groups of attributes of which one is needed, and pairs of which none or both
NEEDS_ONE: dict[str, tuple[tuple[str, str], ...]] = {"rangefinder": (("site", "camera"),)}
NEEDS_ONE |= dict.fromkeys(("distance", "normal", "fromto"), (("geom1", "body1"), ("geom2", "body2")))
NOT_NEGATIVE = ("cutoff", "noise", "nsample", "delay")
UNNAMED = (ObjType.DOF, ObjType.FLEX, ObjType.SKIN, ObjType.PLUGIN, ObjType.FRAME)
VELOCITIES = ContactData.LINVEL | ContactData.ANGVEL


def read_sensors(reader: ElementReader, raw: xml.Element) -> tuple[list[Node], set[tuple[str, str]]]:
    """The sensors of a section, and kind and name of those that were left out knowingly."""
    sensors: list[Node] = []
    omitted: set[tuple[str, str]] = set()
    for child, key in reader.children(raw, "sensor"):
        values = sensor_values(reader, child, key)
        sensors.append(reader.make(child, key, values))
    omitted |= {("sensor", child.get("name")) for child in raw.children if child.tag not in SENSORS}
    return sensors, omitted


def sensor_values(reader: ElementReader, raw: xml.Element, key: str) -> Values:
    """The attributes of a sensor, checked."""
    own = reader.values(raw, key, {})
    for check in (_needed, _together, _signs, _interval, _order, _contact, _user):
        check(reader, raw, own)
    return own


def _complain(reader: ElementReader, raw: xml.Element, attribute: str, message: str) -> None:
    reader.problems.add(raw.place_of(attribute), raw.label, message)


def _needed(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    for group in NEEDS_ONE.get(raw.tag, ()):
        if not any(name in raw.attributes for name in group):
            reader.problems.add(raw.place, raw.label, f"needs one of the attributes {', '.join(group)}")
    table = reader.schema[f"sensor.{raw.tag}"].attributes
    for name in raw.attributes:
        if name in table and table[name].kind == "ref" and not table[name].required and not raw.get(name):
            _complain(reader, raw, name, f'attribute "{name}" is empty')


def _together(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    table = reader.schema[f"sensor.{raw.tag}"].attributes
    for group in TOGETHER:
        given = [name for name in group if raw.get(name)]
        if len(given) == 1 and not table[group[0]].required:
            missing = next(name for name in group if name not in given)
            _complain(reader, raw, given[0], f"{given[0]} needs {missing} beside it")


def _signs(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    for name in NOT_NEGATIVE:
        if (own.get(name) or 0) < 0:
            _complain(reader, raw, name, f'{name}="{own[name]:g}" must not be negative')


def _interval(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    period, phase = own.get("interval") or (0.0, 0.0)
    if period < 0:
        _complain(reader, raw, "interval", f"interval: the period must not be negative, got {period:g}")
    elif phase > 0 or (phase and phase <= -period):
        expected = f"larger than {-period:g}, minus the period, and not positive"
        _complain(reader, raw, "interval", f"interval: the phase must be {expected}, got {phase:g}")


def _order(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    """What a sensor tells is named in the order in which it tells it."""
    attribute = reader.schema[f"sensor.{raw.tag}"].attributes.get("data")
    if attribute is None or not own.get("data"):
        return
    words = raw.get("data").split()
    known = [attribute.words.index(word) for word in words if word in attribute.words]
    if known != sorted(known):
        _complain(
            reader, raw, "data", f"data must be in the order {' '.join(attribute.words)}, got {quote(raw.get('data'))}"
        )


def _contact(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    if own.get("num") is not None and own["num"] < 1:
        _complain(reader, raw, "num", f"num must be positive, got {own['num']}")
    if own.get("reduce") is Reduction.NETFORCE and (own.get("data") or 0) & VELOCITIES:
        _complain(reader, raw, "data", 'data linvel and angvel cannot be told with reduce="netforce"')


def _user(reader: ElementReader, raw: xml.Element, own: Values) -> None:
    if raw.tag != "user":
        return
    if (own.get("dim") or 0) < 0:
        _complain(reader, raw, "dim", f"dim must not be negative, got {own['dim']}")
    word = own.pop("objtype", None)
    if word and word not in OBJECT_TYPES:
        _complain(reader, raw, "objtype", f"unknown object type {quote(word)}" + hint(word, OBJECT_TYPES))
    elif word and OBJECT_TYPES[word] in UNNAMED:
        _complain(reader, raw, "objtype", f"an object of type {word} cannot be sensed")
    elif word:
        own["objtype"] = OBJECT_TYPES[word]
