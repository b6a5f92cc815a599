"""Room for contacts and constraint rows: how much a new Data has, and how it grows.

Kernels never write beyond their room. Where there is too little they say how much they needed and stop the pass; the
host makes more and runs the pass again, so no contact is ever dropped.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.schema.fields import Field, capacities, data_fields

FIRST_CONTACTS = 32
ROWS_OF_CONTACT = 4  # a pyramid of three dimensions
LONGEST_ROW = 32  # dofs that a typical row acts on
NEIGHBOURS = 4  # trees that one is tied to in a heap
ITERATIONS = 200  # of the solver in an island, whose statistics are kept
EDGES_OF_POLYTOPE = 192  # of 64 corners: few searches have more
POLYGON_CORNERS = 512  # two polygons of 256: few faces of meshes have more
ISLANDS = 20  # as many as the published statistics have room for
SPARE = 1.5  # growth beyond what was needed
LARGEST_ADDRESS = 2**31 - 1  # the published arrays of addresses hold 32 bits
# capacities whose rows other arrays point at | the most that those can point at
ADDRESSED = dict.fromkeys(("maxcon", "maxJ", "maxY", "maxA"), LARGEST_ADDRESS) | {"maxefc": LARGEST_ADDRESS // 2}
# what grows | what a user can do where it grows too large
FEWER_CONTACTS = "let fewer geoms touch (contype and conaffinity, exclude) or lower the dimensions of contacts (condim)"
ADVICE = {
    "maxcon": ("contacts", FEWER_CONTACTS),
    "maxefc": ("constraint rows", FEWER_CONTACTS),
    "maxJ": ("entries of the constraint Jacobian (efc_J)", FEWER_CONTACTS),
    "maxY": (
        "entries of the whitened Jacobian (efc_Y)",
        f"take the Newton or CG solver without noslip_iterations and the flag diagexact, or {FEWER_CONTACTS}",
    ),
    "maxA": (
        "entries of the inverse inertia of constraints (efc_AR)",
        f"take the Newton or CG solver without noslip_iterations, or {FEWER_CONTACTS}",
    ),
    "maxstat": ("iterations of the solver", "take fewer"),
    "maxH": ("entries of the Newton solver's matrix", f"take the CG solver, or {FEWER_CONTACTS}"),
    "maxfront": ("entries of the Newton solver's elimination", f"take islands of fewer trees: {FEWER_CONTACTS}"),
    "maxspan": ("spans of the Newton solver's matrix", f"take the CG solver, or {FEWER_CONTACTS}"),
    "maxccd": ("edges of a polytope between two convex shapes", "lower ccd_iterations"),
    "maxpoly": ("corners of two faces of meshes", "give meshes faces of fewer corners"),
    "maxcandidate": ("pairs of geoms that may touch", FEWER_CONTACTS),
}


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


def first_capacities(counts: Mapping[str, int]) -> dict[str, int]:
    """Capacities of a new Data; matrices of the dual problem get room when they are asked for."""
    contacts = FIRST_CONTACTS if counts["ngeom"] > 1 else 0
    rows = ROWS_OF_CONTACT * contacts + 2 * counts["njnt"] + counts["nv"] + 6 * counts["neq"]
    entries = rows * min(counts["nv"], LONGEST_ROW)
    # rows of a small matrix have room to the next multiple of four
    matrix = counts["nv"] * (counts["nv"] + 7) // 2 if counts["nv"] <= LONGEST_ROW else 4 * counts["nC"]
    return dict.fromkeys(capacities(), 0) | {
        "maxcon": contacts,
        "maxefc": rows,
        "maxJ": entries,
        "maxH": matrix,
        "maxfront": NEIGHBOURS * counts["ntree"],
        "maxspan": NEIGHBOURS * counts["ntree"],
        "maxccd": EDGES_OF_POLYTOPE if contacts else 0,
        "maxpoly": POLYGON_CORNERS if contacts else 0,
        "maxstat": ITERATIONS * min(max(counts["ntree"], 1), ISLANDS),
    }


def capacities_of(arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
    """The capacities that the arrays of a Data have; 0 where there are none of a kind."""
    capacity = dict.fromkeys(capacities(), 0)
    for field in growing_fields():
        if field.name in arrays:
            capacity[str(field.shape[0])] = len(arrays[field.name])
    return capacity


def grown(capacity: Mapping[str, int], needed: Mapping[str, int]) -> dict[str, int]:
    """Capacities that hold what is needed, with some to spare; MemoryError where nothing could point at so much."""
    for name, most in ADDRESSED.items():
        if needed[name] > most:
            raise MemoryError(f"{lacking(name, needed[name])}, {most} at most can be addressed; {ADVICE[name][1]}")
    return {**capacity, **{name: _with_spare(name, count) for name, count in needed.items() if count > capacity[name]}}


def count_idle(idle: int, grew: bool) -> int:
    """How many growths in a row made no room; KnuckleError at the second, so that none is repeated for ever.

    The first may be a request of a call that a signal ended, and met since.
    """
    idle = 0 if grew else idle + 1
    if idle > 1:
        raise KnuckleError("a pass of compiled code stopped for want of room, but asked for none; please report this")
    return idle


def _with_spare(name: str, count: int) -> int:
    return max(count, min(int(SPARE * count), ADDRESSED.get(name, count * 2)))


def lacking(name: str, count: int) -> str:
    """What a pass needed of one capacity, in words."""
    return f"this pass needs {count} {ADVICE[name][0]}"


def explain_shortage(capacity: Mapping[str, int], needed: Mapping[str, int], error: MemoryError) -> MemoryError:
    """The error of an allocation with what was asked for, and what to do; the largest request stands for all."""
    name = max(needed, key=lambda each: needed[each] - capacity[each])
    return MemoryError(f"{lacking(name, needed[name])}: {error or 'the system gave no memory'}; {ADVICE[name][1]}")


def take_request(arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
    """The most that any world asked for in its last pass; asked for no more, whether it can be granted or not."""
    needed = {}
    for name in capacities():
        request = arrays["need_" + name.removeprefix("max")]
        needed[name] = int(np.max(request, initial=0))
        request[...] = 0
    arrays["overflow"][...] = 0.0
    return needed
