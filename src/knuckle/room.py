"""Room for contacts and constraint rows: how much a new Data has, and how it grows.

Kernels never write beyond their room. Where there is too little they say how much they needed and stop the pass; the
host makes more and runs the pass again, so no contact is ever dropped.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from knuckle.schema.fields import Field, capacities, data_fields

FIRST_CONTACTS = 32
ROWS_OF_CONTACT = 4  # a pyramid of three dimensions
LONGEST_ROW = 32  # dofs that a typical row acts on
ITERATIONS = 200  # of the solver in an island, whose statistics are kept
EDGES_OF_POLYTOPE = 192  # of 64 corners: few searches have more
POLYGON_CORNERS = 512  # two polygons of 256: few faces of meshes have more
ISLANDS = 20  # as many as the published statistics have room for
SPARE = 1.5  # growth beyond what was needed


@cache
def growing_fields() -> tuple[Field, ...]:
    """Fields whose rows are contacts, constraint rows or entries of their matrices."""
    return tuple(field for field in data_fields() if field.shape[:1] and field.shape[0] in capacities())


@cache
def fixed_fields() -> tuple[Field, ...]:
    """All other fields of Data."""
    return tuple(field for field in data_fields() if field not in growing_fields())


@cache
def row_counts() -> dict[str, str]:
    """For each growing field, the field that counts its rows in use."""
    return {field.name: capacities()[str(field.shape[0])] for field in growing_fields()}


def first_room(counts: Mapping[str, int]) -> dict[str, int]:
    """Capacities of a new Data; matrices of the dual problem and rays get room when they are asked for."""
    contacts = FIRST_CONTACTS if counts["ngeom"] > 1 else 0
    rows = ROWS_OF_CONTACT * contacts + 2 * counts["njnt"] + counts["nv"] + 6 * counts["neq"]
    entries = rows * min(counts["nv"], LONGEST_ROW)
    matrix = counts["nv"] * (counts["nv"] + 1) // 2 if counts["nv"] <= LONGEST_ROW else 4 * counts["nC"]
    return dict.fromkeys(capacities(), 0) | {
        "maxcon": contacts,
        "maxefc": rows,
        "maxJ": entries,
        "maxH": matrix,
        "maxccd": EDGES_OF_POLYTOPE if contacts else 0,
        "maxpoly": POLYGON_CORNERS if contacts else 0,
        "maxstat": ITERATIONS * min(max(counts["ntree"], 1), ISLANDS),
    }


def room_of(arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
    """The capacities that the arrays of a Data have; 0 where there are none of a kind."""
    room = dict.fromkeys(capacities(), 0)
    for field in growing_fields():
        if field.name in arrays:
            room[str(field.shape[0])] = len(arrays[field.name])
    return room


def grown(room: Mapping[str, int], needed: Mapping[str, int]) -> dict[str, int]:
    """Capacities that hold what is needed, with some to spare."""
    return {name: have if needed[name] <= have else int(SPARE * needed[name]) for name, have in room.items()}


def needed_room(arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
    """The most that any world asked for in its last pass."""
    return {name: int(np.max(arrays["need_" + name.removeprefix("max")], initial=0)) for name in capacities()}
