"""The elements and attributes of MJCF: types, number of values, defaults, and what is known but not supported yet.

Notation of the text tables. A line `element > child* child?` opens an element; `?` marks a child that may stand once.
`parent.child` names an element whose tag means this only inside that parent. Below it, one attribute per line:

    name | type | default

    real, int            one number;  `real 3` exactly three;  `real 1..3` up to three, the rest keeps its former value;
                         `real 1,3` one or three;  `real *` any number
    bool, auto           true or false;  `auto` also has the word auto, whose value is None
    word a b, enum T a b one of the words, as text or as a member of enumeration T; `!a` is not supported yet
    flags T a b          several of the words, as bits of T
    string, bytes, name, class, ref kind

    default              a value; nothing (None, or () for `*`); `required`; `own`: nothing, and not inherited from
                         default classes; `later`: not supported yet
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from knuckle.schema import enums
from knuckle.schema.mjcf_actuator_table import ACTUATOR_TABLE
from knuckle.schema.mjcf_sensor_table import SENSOR_TABLE
from knuckle.schema.mjcf_table import ROOT_TABLE
from knuckle.schema.mjcf_tendon_table import TENDON_TABLE
from knuckle.schema.mjcf_tree_table import TREE_TABLE
from knuckle.schema.mjcf_visual_table import VISUAL_TABLE

_TABLES = ROOT_TABLE + TREE_TABLE + TENDON_TABLE + ACTUATOR_TABLE + SENSOR_TABLE + VISUAL_TABLE
UNBOUNDED = 1 << 62
ORIENTATIONS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
ACTUATORS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder"),
    *("muscle", "adhesion", "orientation", "pid", "dcmotor"),
)
TARGETS = ("joint", "jointinparent", "tendon", "cranksite", "site", "body")  # what an actuator acts on: one of them
WITH_DEFAULTS = ("mesh", "texture", "material", "joint", "geom", "site", "camera", "light", "pair", *ACTUATORS)

# at most one attribute of each group may be written in one element
EXCLUSIVE: dict[str, list[tuple[str, ...]]] = {
    "body": [ORIENTATIONS],
    "frame": [ORIENTATIONS],
    "attach": [("body", "frame")],
    "inertial": [ORIENTATIONS, ("diaginertia", "fullinertia")],
    "geom": [ORIENTATIONS],
    "site": [ORIENTATIONS],
    "camera": [ORIENTATIONS, ("fovy", "sensorsize")],
    "light": [("directional", "type")],
}
EXCLUSIVE |= {tag: [TARGETS] for tag in ACTUATORS}
EXCLUSIVE |= {tag: [("kv", "dampratio"), TARGETS] for tag in ("position", "intvelocity", "orientation", "pid")}
EXCLUSIVE |= {f"sensor.{tag}": [("geom1", "body1"), ("geom2", "body2")] for tag in ("distance", "normal", "fromto")}
EXCLUSIVE |= {
    "sensor.rangefinder": [("site", "camera")],
    "sensor.contact": [("geom1", "body1", "subtree1", "site"), ("geom2", "body2", "subtree2")],
}

_IN_BODY = {"plugin": "plugin", "flexcomp": "flexcomp"}
_SECTIONS = ("deformable", "extension")
_LATER_ACTUATORS = {"plugin": "plugin"}

# parent -> tag -> feature: what MJCF has and we do not support yet; the feature is the name that `omit` knows
LATER: dict[str, dict[str, str]] = {
    "mujoco": {name: name for name in _SECTIONS},
    "asset": {"skin": "skin"},
    "mesh": {"plugin": "plugin"},
    "worldbody": _IN_BODY,
    "body": _IN_BODY,
    "frame": _IN_BODY,
    "replicate": _IN_BODY,
    "geom": {"plugin": "plugin"},
    "equality": {"flex": "deformable", "flexstrain": "deformable"},
    "default": _LATER_ACTUATORS,
    "actuator": _LATER_ACTUATORS,
    "sensor": {"plugin": "plugin"},
}
LATER_VALUES = {"sdf": "sdf"}
LATER_FLAGS = ("ipc",)
OMITTABLE = ("actuator", "tendon", "sensor")  # supported, at least in part: leaving it out leaves out all of it
FEATURES = tuple(
    dict.fromkeys(
        [
            *OMITTABLE,
            *(f for tags in LATER.values() for f in tags.values()),
            *LATER_VALUES.values(),
            *LATER_FLAGS,
        ]
    )
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: `low` to `high` values, or the numbers of values in `counts` where those have gaps."""

    name: str
    kind: str  # real int bool auto word enum flags string bytes name class ref switch
    low: int = 1
    high: int = 1
    counts: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()  # other words for false, true and auto
    values: tuple = ()  # what each word stands for
    later_words: frozenset[str] = frozenset()
    target: str = ""  # kind of element a reference names
    default: Any = None
    required: bool = False
    own: bool = False
    later: bool = False
    is_vector: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its attributes by name, its children as tag -> (key of the element, may stand only once)."""

    key: str
    attributes: dict[str, Attribute]
    children: dict[str, tuple[str, bool]]

    @property
    def tag(self) -> str:
        return self.key.rpartition(".")[2]


@cache
def elements() -> dict[str, Element]:
    """Every supported element by its key."""
    found = read_table(_TABLES)
    found["option.flag"] = ("", _flags())
    found["default"] = (
        "default* equality? tendon? " + " ".join(f"{tag}?" for tag in WITH_DEFAULTS),
        {"class": Attribute("class", "string", own=True)},
    )
    for tag in WITH_DEFAULTS:
        children, own = found[tag]
        inherited = {name: a for name, a in own.items() if not (a.own or a.kind in ("name", "class"))}
        found[f"default.{tag}"] = (children, inherited)
    return resolve(found)


Table = dict[str, tuple[str, dict[str, Attribute]]]  # key -> text of its children, attributes


def read_table(text: str) -> Table:
    """The elements of a text table."""
    found: Table = {}
    attributes: dict[str, Attribute] = {}
    for line in text.splitlines():
        if line.startswith("  "):
            attribute = _attribute(*(cell.strip() for cell in line.split("|")))
            attributes[attribute.name] = attribute
        elif line:
            key, _, children = line.partition(">")
            attributes = {}
            found[key.strip()] = (children, attributes)
    return found


def resolve(found: Table) -> dict[str, Element]:
    """The elements of a table, whose children are keys of the same table."""
    return {key: Element(key, own, _children(key, text, found)) for key, (text, own) in found.items()}


def _children(key: str, text: str, found: Table) -> dict[str, tuple[str, bool]]:
    result = {}
    for word in text.split():
        tag, mark = word[:-1], word[-1]
        result[tag] = (f"{key}.{tag}" if f"{key}.{tag}" in found else tag, mark == "?")
    return result


def _flags() -> dict[str, Attribute]:
    bits = [*enums.DisableBit, *enums.EnableBit]
    return {str(b.name).lower(): Attribute(str(b.name).lower(), "switch", words=("disable", "enable")) for b in bits}


def _attribute(name: str, kind_text: str, default_text: str = "") -> Attribute:
    kind, *rest = kind_text.split()
    marks = set(default_text.split()) & {"required", "own", "later", "none"}
    text = "" if marks else default_text
    options: dict = {"required": "required" in marks, "own": "own" in marks, "later": "later" in marks}
    if kind in ("real", "int"):
        options |= _counts(rest[0] if rest else "1")
        options["is_vector"] = (options["low"], options["high"]) != (1, 1)
        options["default"] = _numbers(kind, text, options, none="none" in marks)
    elif kind in ("word", "enum", "flags"):
        options |= _words(kind, rest)
        word = default_text if kind == "enum" else text  # a member may be called none
        options["default"] = dict(zip(options["words"], options["values"], strict=True)).get(word)
    elif kind in ("bool", "auto"):
        options["default"] = {"true": True, "false": False}.get(text)
        options["numbers"] = tuple(rest)
    elif kind == "bytes":
        options["default"] = int(text)
    elif kind == "string":
        options["default"] = text or None
    elif kind == "ref":
        options["target"] = rest[0]
    return Attribute(name, kind, **options)


def _counts(text: str) -> dict:
    if text == "*":
        return {"low": 0, "high": UNBOUNDED}
    if "," in text:
        counts = tuple(int(word) for word in text.split(","))
        return {"low": counts[0], "high": counts[-1], "counts": counts}
    low, _, high = text.partition("..")
    return {"low": int(low), "high": int(high or low)}


def _numbers(kind: str, text: str, counts: dict, none: bool) -> object:
    convert = {"real": float, "int": int}[kind]
    values = tuple(convert(word) for word in text.split())
    if values and counts["high"] > 1:
        return values
    if values:
        return values[0]
    return () if counts["low"] == 0 and not none else None


def _words(kind: str, rest: list[str]) -> dict:
    enumeration = getattr(enums, rest.pop(0)) if kind != "word" else None
    words = tuple(word.lstrip("!") for word in rest)
    later = frozenset(word[1:] for word in rest if word.startswith("!"))
    values = tuple(_member(enumeration, word) for word in words) if enumeration else words
    return {"words": words, "values": values, "later_words": later}


def _member(enumeration, word: str):
    """The member a keyword stands for: the same name, or the few that the file format spells differently."""
    name = {"2d": "TEXTURE_2D", "distance": "DIST", "segmentation": "SEG"}.get(word, word.upper())
    return enumeration[name]
