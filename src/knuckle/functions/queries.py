"""Questions about one world, on the machine of the process: Jacobians, products with the inertia, motions, distances.

They read what the position and velocity stages wrote, and return new arrays, or write to those that are given as
`out`. Most are made from their declarations in program.py; those whose arguments are more than names and arrays are
written here.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.functions.query_call import Refused
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.program import queries
from knuckle.schema.enums import ObjType

_single = machine()

# kinds of objects whose motion can be asked for, and what they are: the frame of a body, or its centre of mass
OBJECTS = {
    "body": (int(ObjType.XBODY), "body"),
    "com": (int(ObjType.BODY), "body"),
    "geom": (int(ObjType.GEOM), "geom"),
    "site": (int(ObjType.SITE), "site"),
    "camera": (int(ObjType.CAMERA), "camera"),
}


def declared_queries() -> dict[str, Callable[..., Any]]:
    """The public functions that are made from declarations, by name."""
    return {query.name: getattr(_single, query.name) for query in queries() if not query.by_hand}


globals().update(declared_queries())


def object_velocity(
    m: Model, d: Data, kind: str, key: str | int, *, local: bool = False, out: np.ndarray | None = None
) -> np.ndarray:
    """(angular, linear) velocity of an object, in world axes or its own. [rad/s, m/s]

    `out`: an array for it; it is what is returned.
    """
    return _motion(_single.object_velocity, m, d, kind, key, local, out)


def object_acceleration(
    m: Model, d: Data, kind: str, key: str | int, *, local: bool = False, out: np.ndarray | None = None
) -> np.ndarray:
    """(angular, linear) acceleration of an object from `cacc`, in world axes or its own. [rad/s², m/s²]

    `out`: an array for it; it is what is returned.
    """
    return _motion(_single.object_acceleration, m, d, kind, key, local, out)


def _motion(
    query: Callable[..., np.ndarray], m: Model, d: Data, kind: str, key: str | int, local: bool, out: np.ndarray | None
) -> np.ndarray:
    """Ask about the motion of an object; an index that there is not is told with the element's own words."""
    if kind.__class__ is not str or kind not in OBJECTS:
        raise KeyError(f"unknown kind of object {kind!r}; expected one of: {', '.join(OBJECTS)}")
    code, element = OBJECTS[kind]
    if key.__class__ is not int:
        key = find(m, element, key)
    try:
        return query(m, d, code, key, local=local, out=out)
    except Refused:
        find(m, element, key)
        raise
