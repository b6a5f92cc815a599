"""The list of contacts in the hands of a caller, between collision and constraints: drop some, add others."""

from collections.abc import Callable

import numpy as np

from knuckle.calls.in_use import alone, require_free
from knuckle.data.data import Data, check_pair
from knuckle.functions.calls import machine
from knuckle.functions.query_call import Refused
from knuckle.functions.skips import forward_skip
from knuckle.memory.arguments import whole_number
from knuckle.memory.capacity import growing_fields, row_counts
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.schema.enums import EnableBit, Stage
from knuckle.validate.values import check_values

_single = machine()
REALS = np.dtype(np.float64)


def step_with_contacts(m: Model, d: Data, change: Callable[[Model, Data], object], nstep: int = 1) -> None:
    """Advance by `nstep` steps, and in each call `change(m, d)` when contacts are found and not yet used.

    There it may drop contacts (`filter_contacts`), add some (`add_contact`), or change fields of `d.contact`. RK4 needs
    whole steps; for it Euler is used here.
    """
    for _ in range(whole_number(nstep, "nstep")):
        _single.check_state(m, d)
        _single.detect(m, d)
        change(m, d)
        _single.constrain(m, d)
        if m.nsensor > 0:
            _single.sensor_pos(m, d)
        forward_skip(m, d, Stage.POS)
        _single.check_acceleration(m, d)
        if m.opt.enableflags & EnableBit.FWDINV:
            _single.compare_fwd_inv(m, d)
        _single.integrate(m, d)


def filter_contacts(m: Model, d: Data, keep: Callable[[Model, Data, int, int], bool]) -> int:
    """Drop the contacts of all pairs of geoms for which `keep(m, d, geom1, geom2)` is false; returns how many.

    `keep` is called once for each pair, in the order of the contacts. Where contacts are dropped, constraint rows that
    were made of the former list are deleted.
    """
    check_pair(m, d)
    require_free(d)
    count = int(d._arrays["ncon"])
    answers: dict[tuple[int, int], bool] = {}
    kept = np.ones(count, dtype=bool)
    for c, (geom1, geom2) in enumerate(d._arrays["contact_geom"][:count].tolist()):
        if (geom1, geom2) not in answers:
            answers[geom1, geom2] = _answer(keep(m, d, geom1, geom2))
        kept[c] = answers[geom1, geom2]
    if kept.all():
        return 0
    alone(d, _keep_contacts, d, kept)
    return count - int(kept.sum())


def _answer(found: object) -> bool:
    """What a filter said; nothing at all is no answer."""
    if not isinstance(found, (bool, np.bool_, int, np.integer)):
        raise TypeError(f"contact filter: expected True or False, found {type(found).__name__}")
    return bool(found)


def _keep_contacts(d: Data, kept: np.ndarray) -> None:
    for field in growing_fields():
        # what later stages write of a contact is not there yet
        if row_counts()[field.name] == "ncon" and (field.stage == "collision" or field.name == "contact_pair"):
            rows = d._arrays[field.name]
            rows[: kept.sum()] = rows[: len(kept)][kept]
    d._arrays["ncon"][...] = kept.sum()
    d._forget_rows()


def add_contact(m: Model, d: Data, geom1: str | int, geom2: str | int, dist: float, pos, normal, tangent=None) -> int:
    """Add a contact of your own between two geoms, given by name or index; returns its index in `d.contact`.

    `dist` is the distance between the surfaces, negative in penetration, `pos` the point midway between them, `normal`
    points from geom1 to geom2, and `tangent` is the direction of the contact frame's second axis (None: any). All are
    in the world frame. [m] Friction and solver parameters are mixed from both geoms, as for other contacts.
    """
    check_pair(m, d)
    first, second = find(m, "geom", geom1), find(m, "geom", geom2)
    if first == second:
        raise ValueError(f"add_contact: expected two geoms, found geom {geom1!r} twice")
    side = np.zeros(3) if tangent is None else _unit(tangent, "tangent")
    place = float(_finite(dist, (), "dist")), _finite(pos, (3,), "pos")
    try:
        return _single.add_contact(m, d, first, second, *place, _unit(normal, "normal"), side)
    except Refused:
        check_values(m._arena)
        raise


def _finite(value, shape: tuple[int, ...], label: str) -> np.ndarray:
    numbers = convert(value, REALS, shape, label)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{label}: expected finite numbers, found {value!r}")
    return numbers


def _unit(value, label: str) -> np.ndarray:
    vector = convert(value, REALS, (3,), label)
    length = np.linalg.norm(vector)
    if not length > 0 or not np.isfinite(length):
        raise ValueError(f"{label}: expected a vector with a direction, found {value!r}")
    return vector / length
