"""Rays p + x v, x ≥ 0, in one world: the nearest surface that they meet, and its outward normal.

They read the poses of geoms that `kinematics` wrote. Geoms whose material, or own colour where there is none, has no
opacity are not seen. A ray that starts inside of a geom meets its surface from within; a plane is met from above only.
"""

from collections.abc import Sized

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.functions.query_call import Refused
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.physics.ray.cast import SHORTEST

_single = machine()

REAL, BYTE = np.dtype(np.float64), np.dtype(np.uint8)
GROUPS = 6
EVERY_GROUP = 2**GROUPS - 1

Hit = tuple[float, int, np.ndarray]
Hits = tuple[np.ndarray, np.ndarray, np.ndarray]


def ray(
    m: Model,
    d: Data,
    point,
    vector,
    *,
    geomgroup=None,
    flg_static: bool = True,
    bodyexclude: str | int = -1,
    out: np.ndarray | None = None,
) -> Hit:
    """(x, geom, normal) of the nearest visible surface along point + x vector; (−1, −1, zeros) where there is none.

    `geomgroup` has a number for each of the six display groups, 0 for those that are not seen. Without `flg_static`
    geoms that cannot move are not seen. Geoms of the body `bodyexclude` are not seen; −1 excludes none. `out` is an
    array for the normal.
    """
    groups = EVERY_GROUP if geomgroup is None else _groups(geomgroup)
    excluded = -1 if bodyexclude.__class__ is int and bodyexclude == -1 else _excluded(m, bodyexclude)
    try:
        return _single.cast_ray(m, d, point, vector, groups, excluded, static=flg_static, out=out)
    except Refused:
        _check_point(point)
        _check_vector(vector)
        raise


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
    out: tuple[np.ndarray | None, np.ndarray | None, np.ndarray | None] | None = None,
) -> Hits:
    """(x, geom, normal) of n rays from one point, as arrays of n, n and n × 3; `vectors` is n × 3.

    As `ray`, and geoms whose bounding sphere is farther from the point than `cutoff` are not seen; planes are. [m]
    `out` has arrays for (x, geom, normal), None for one that is not wanted; geom is of type int32.
    """
    if not isinstance(vectors, Sized):
        raise TypeError(f"vectors: expected rows of three numbers, found {vectors!r}")
    groups = EVERY_GROUP if geomgroup is None else _groups(geomgroup)
    excluded = -1 if bodyexclude.__class__ is int and bodyexclude == -1 else _excluded(m, bodyexclude)
    try:
        return _single.cast_rays(m, d, point, vectors, groups, excluded, cutoff, static=flg_static, out=out)
    except Refused:
        _check_point(point)
        if not convert(cutoff, REAL, (), "cutoff") >= 0.0:
            raise ValueError(f"cutoff: expected a distance of at least 0, found {cutoff!r}") from None
        for k, vector in enumerate(np.asarray(vectors)):
            _check_vector(vector, f"vectors[{k}]")
        raise


def ray_geom(
    m: Model, d: Data, geom: str | int, point, vector, *, out: np.ndarray | None = None
) -> tuple[float, np.ndarray]:
    """(x, normal) of the nearest surface of one geom along point + x vector, visible or not; (−1, zeros) for none.

    `out` is an array for the normal.
    """
    try:
        return _single.ray_geom(m, d, geom, point, vector, out=out)
    except Refused:
        _check_point(point)
        _check_vector(vector)
        raise


def _excluded(m: Model, body) -> int:
    is_none = not isinstance(body, str) and np.ndim(body) == 0 and body == -1
    return -1 if is_none else find(m, "body", body)


def _groups(geomgroup) -> int:
    """A bit for each group that is seen."""
    seen = convert(geomgroup, BYTE, (GROUPS,), "geomgroup")
    if seen.ndim == 0:
        return EVERY_GROUP if seen else 0
    return sum(1 << group for group in range(GROUPS) if seen[group])


def _check_point(point) -> None:
    for number in np.ravel(point):
        if not np.isfinite(number):
            raise ValueError(f"point: expected finite numbers, found {number}")


def _check_vector(vector, name: str = "vector") -> None:
    """Raise ValueError where a vector has no direction."""
    for number in np.ravel(vector):
        if not np.isfinite(number):
            raise ValueError(f"{name}: expected finite numbers, found {number}")
    if np.abs(vector).max() < SHORTEST:
        raise ValueError(f"{name}: expected a direction, found a vector of length zero")
