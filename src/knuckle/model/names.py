"""Elements by name or index: `model.joint("hip")`, `data.body("torso").xpos`."""

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from knuckle.errors import closest, nearest
from knuckle.memory.arguments import whole_number
from knuckle.model.views import KINDS, View, data_columns, model_columns
from knuckle.schema.enums import ObjType

if TYPE_CHECKING:
    from knuckle.data.data import Data
    from knuckle.model.model import Model

ALIASES = {
    "jnt": "joint",
    "cam": "camera",
    "tex": "texture",
    "mat": "material",
    "eq": "equality",
    "keyframe": "key",
    "xbody": "body",
}
SHOWN = 20  # names listed in an error


def kind_name(kind: str | int) -> str:
    """The kind of element as we spell it; takes a name, an alias such as "jnt", or an ObjType."""
    word = kind.lower() if isinstance(kind, str) else _object_name(kind)
    word = ALIASES.get(word, word)
    if word not in KINDS:
        raise KeyError(f"unknown kind {kind!r}; expected one of {', '.join(KINDS)}{nearest(word, KINDS)}")
    return word


def _object_name(kind: int) -> str:
    """The name of an ObjType given as a number; the number as it stands where there is none."""
    number = whole_number(kind, "kind of element")
    return ObjType(number).name.lower() if number in set(ObjType) else str(number)


def name2id(m: "Model", kind: str | int, name: str) -> int:
    """Return the index of an element by its name; `kind` is a word such as "joint", or an `ObjType`.

    Where no element has the name, KeyError lists the names there are, the nearest first.
    """
    kind = kind_name(kind)
    if not isinstance(name, str):
        raise TypeError(f"{kind}: expected a name, found {name!r}")
    names = _names(m)[kind]
    index = m._index.get(kind)
    if index is None:
        index = m._index[kind] = {word: i for i, word in enumerate(names) if word}
    if name not in index:
        raise KeyError(_unknown_name(kind, name, list(index)))
    return index[name]


def id2name(m: "Model", kind: str | int, index: int) -> str:
    """Return the name of an element by its index, an empty text where it has none; `kind` as in `name2id`."""
    kind = kind_name(kind)
    if isinstance(index, str):
        raise TypeError(f"{kind}: expected an index, found {index!r}")
    return _names(m)[kind][find(m, kind, index)]


def find(m: "Model", kind: str, key: str | int) -> int:
    """The index of the element with that name or index, checked."""
    if isinstance(key, str):
        return name2id(m, kind, key)
    try:
        index = operator.index(key)
    except TypeError:
        raise TypeError(f"{kind}: expected a name or an index, found {key!r}") from None
    count = len(_names(m)[kind])
    if not 0 <= index < count:
        found = f"expected 0 to {count - 1}" if count else f"the model has no {kind}"
        raise IndexError(f"{kind} {index} does not exist; {found}")
    return index


def _names(m: "Model") -> dict[str, list[str]]:
    """The names of a model by kind; TypeError where it is no model."""
    try:
        return m._names
    except AttributeError:
        raise TypeError(f"m: expected a Model as first argument, found {type(m).__name__}") from None


def _unknown_name(kind: str, name: str, valid: list[str]) -> str:
    if not valid:
        return f"no {kind} named {name!r}: the model has no named {kind}"
    close = closest(name, valid)
    ordered = close + sorted(set(valid) - set(close))
    more = f", and {len(ordered) - SHOWN} more" if len(ordered) > SHOWN else ""
    return f"no {kind} named {name!r}; valid names: {', '.join(map(repr, ordered[:SHOWN]))}{more}"


def model_access(kind: str) -> Callable[["Model", str | int], View]:
    """The method of Model that finds an element of the kind."""

    def access(self: "Model", key: str | int) -> View:
        return View(self._shown, model_columns(kind), self, kind, find(self, kind, key))

    access.__doc__ = f"Arrays of one {kind}, found by name or index; writing to them changes the model."
    access.__name__ = kind
    return access


def data_access(kind: str) -> Callable[["Data", str | int], View]:
    """The method of Data that finds an element of the kind."""

    def access(self: "Data", key: str | int) -> View:
        return View(self._arrays, data_columns(kind), self.model, kind, find(self.model, kind, key))

    access.__doc__ = f"Arrays of one {kind}, found by name or index; writing to them changes the data."
    access.__name__ = kind
    return access


class NamedModel:
    """The methods of Model that find elements."""

    body = model_access("body")
    joint = jnt = model_access("joint")
    geom = model_access("geom")
    site = model_access("site")
    camera = cam = model_access("camera")
    light = model_access("light")
    mesh = model_access("mesh")
    hfield = model_access("hfield")
    texture = tex = model_access("texture")
    material = mat = model_access("material")
    pair = model_access("pair")
    exclude = model_access("exclude")
    equality = eq = model_access("equality")
    tendon = model_access("tendon")
    actuator = model_access("actuator")
    sensor = model_access("sensor")
    numeric = model_access("numeric")
    text = model_access("text")
    tuple = model_access("tuple")
    key = keyframe = model_access("key")


class NamedData:
    """The methods of Data that find elements."""

    body = data_access("body")
    joint = jnt = data_access("joint")
    geom = data_access("geom")
    site = data_access("site")
    camera = cam = data_access("camera")
    light = data_access("light")
    equality = eq = data_access("equality")
    tendon = data_access("tendon")
    actuator = data_access("actuator")
    sensor = data_access("sensor")
