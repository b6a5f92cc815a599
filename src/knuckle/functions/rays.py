"""Rays p + x v, x ≥ 0, in one world: the nearest surface that they meet, and its outward normal.

They read the poses of geoms that `kinematics` wrote. Geoms whose material, or own colour where there is none, has no
opacity are not seen. A ray that starts inside of a geom meets its surface from within; a plane is met from above only.
"""

from collections.abc import Sized
from math import frexp, isfinite

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.functions.calls import machine
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.model.names import find

_single = machine()

REAL, BYTE = np.dtype(np.float64), np.dtype(np.uint8)
GROUPS = 6
EVERY_GROUP = 2**GROUPS - 1
SHORTEST = 1e-15  # a shorter vector has no direction
MODERATE = 1e-4  # a vector between this and its inverse is cast as it is, others by a power of two

Hit = tuple[float, int, np.ndarray]


def ray(
    m: Model, d: Data, point, vector, *, geomgroup=None, flg_static: bool = True, bodyexclude: str | int = -1
) -> Hit:
    """(x, geom, normal) of the nearest visible surface along point + x vector; (−1, −1, zeros) where there is none.

    `geomgroup` has a number for each of the six display groups, 0 for those that are not seen. Without `flg_static`
    geoms that cannot move are not seen. Geoms of the body `bodyexclude` are not seen; −1 excludes none.
    """
    check_pair(m, d)
    direction, unit = _direction(vector)
    _ask(m, d, point, [direction], geomgroup, flg_static, bodyexclude, np.inf)
    arrays = d._arrays
    return _length(arrays, unit), int(arrays["ray_geom"][0]), arrays["ray_normal"][0].copy()


def multi_ray(
    m: Model,
    d: Data,
    point,
    vectors,
    *,
    geomgroup=None,
    flg_static: bool = True,
    bodyexclude: str | int = -1,
    cutoff: float = np.inf,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(x, geom, normal) of n rays from one point, as arrays of n, n and n × 3; `vectors` is n × 3.

    As `ray`, and geoms whose bounding sphere is farther from the point than `cutoff` are not seen; planes are. [m]
    """
    check_pair(m, d)
    if not isinstance(vectors, Sized):
        raise TypeError(f"vectors: expected rows of three numbers, found {vectors!r}")
    directions, units = _directions(vectors)
    farthest = convert(cutoff, REAL, (), "cutoff").item()
    if not farthest >= 0.0:
        raise ValueError(f"cutoff: expected a distance of at least 0, found {cutoff!r}")
    _ask(m, d, point, directions, geomgroup, flg_static, bodyexclude, farthest)
    x, geom, normal = (d._arrays[name][: len(directions)].copy() for name in ("ray_dist", "ray_geom", "ray_normal"))
    return np.where(geom >= 0, x * units, x), geom, normal


def ray_geom(m: Model, d: Data, geom: str | int, point, vector) -> tuple[float, np.ndarray]:
    """(x, normal) of the nearest surface of one geom along point + x vector, visible or not; (−1, zeros) for none."""
    check_pair(m, d)
    index = find(m, "geom", geom)
    (direction, unit), start = _direction(vector), _triple(point, "point")
    _resize(d, 1)
    d._arrays["query_point"][:] = start
    d._arrays["ray_vector"][0] = direction
    _single.query_ray_geom(m, d, index)
    return _length(d._arrays, unit), d._arrays["ray_normal"][0].copy()


def _ask(m: Model, d: Data, point, directions, geomgroup, flg_static, bodyexclude, cutoff: float) -> None:
    """Check what is asked, then cast the rays."""
    start = _triple(point, "point")
    groups = EVERY_GROUP if geomgroup is None else _groups(geomgroup)
    excluded = -1 if _is_none(bodyexclude) else find(m, "body", bodyexclude)
    _resize(d, len(directions))
    arrays = d._arrays
    arrays["query_point"][:] = start
    arrays["ray_vector"][: len(directions)] = directions
    arrays["ray_groups"][()] = groups
    arrays["ray_static"][()] = bool(flg_static)
    arrays["ray_exclude"][()] = excluded
    arrays["ray_cutoff"][()] = cutoff
    _single.query_rays(m, d, len(directions))


def _resize(d: Data, count: int) -> None:
    if len(d._arrays["ray_vector"]) < count:
        d.reserve("maxray", count)


def _is_none(body) -> bool:
    return not isinstance(body, str) and np.ndim(body) == 0 and body == -1


def _groups(geomgroup) -> int:
    """A bit for each group that is seen."""
    seen = convert(geomgroup, BYTE, (GROUPS,), "geomgroup")
    return sum(1 << group for group in range(GROUPS) if seen[group])


def _triple(value, name: str) -> list[float]:
    """Three finite numbers."""
    numbers: list[float] = convert(value, REAL, (3,), name).tolist()
    for number in numbers:
        if not isfinite(number):
            raise ValueError(f"{name}: expected finite numbers, found {number}")
    return numbers


def _length(arrays, unit: float) -> float:
    """The answer to a single ray, in lengths of the caller's vector."""
    x = float(arrays["ray_dist"][0])
    return x * unit if x >= 0.0 else x


def _direction(vector) -> tuple[list[float], float]:
    """Three numbers that are not all zero, scaled so that their squares can be computed with, and that scale."""
    numbers = _triple(vector, "vector")
    largest = max(map(abs, numbers))
    if largest < SHORTEST:
        raise ValueError("vector: expected a direction, found a vector of length zero")
    if MODERATE < largest < 1.0 / MODERATE:
        return numbers, 1.0
    unit = 2.0 ** -frexp(largest)[1]
    return [number * unit for number in numbers], unit


def _directions(value) -> tuple[np.ndarray, np.ndarray]:
    """The vectors as rows, scaled as single ones are, and their scales; ValueError where one has no direction."""
    vectors = convert(value, REAL, (len(value), 3), "vectors")
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    bad = np.flatnonzero(~((largest >= SHORTEST) & (largest < np.inf)))
    if len(bad):
        problem = "a vector of length zero" if largest[bad[0]] < SHORTEST else "numbers that are not finite"
        raise ValueError(f"vectors[{bad[0]}]: expected a direction, found {problem}")
    moderate = (largest > MODERATE) & (largest < 1.0 / MODERATE)
    units = np.where(moderate, 1.0, np.ldexp(1.0, -np.frexp(largest)[1]))
    return vectors * units[:, None], units
