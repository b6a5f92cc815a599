"""What a scheme tells of a world that it is about to move for the first time: rows too many, surfaces too deep."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from weakref import WeakSet

import numpy as np

from knuckle.data.data import Data
from knuckle.data.status import SimulationWarning
from knuckle.lab.calls import call
from knuckle.lab.elimination import eliminate
from knuckle.lab.problem import Problem
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.stabiliser import minimal_velocities
from knuckle.lab.world import World, problem_of, row_label
from knuckle.model.warnings import warn_user

DEEP = 0.25  # of the radius of the smaller geom's bounding sphere
_known: "WeakSet[Data]" = WeakSet()
_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


@contextmanager
def without_remarks() -> Iterator[None]:
    """Within, nothing is told: experiments start as they are meant to."""
    token = _quiet.set(True)
    try:
        yield
    finally:
        _quiet.reset(token)


def first_look(world: World) -> None:
    """Warn once of each Data: of equalities that say the same twice, and of contacts that start deep."""
    if world.d in _known:
        return
    _known.add(world.d)
    depths, equalities = asks_for_velocities(world), holds_equalities(world)
    if _quiet.get() or not (depths or equalities):
        return
    call("lab_observe", world.shadow, world.d)
    deepest = deepest_contact(world) if depths else None
    if deepest is None and not equalities:
        return
    p = problem_of(world.m, world.d, world.h)
    if not all(np.isfinite(each).all() for each in (p.M, p.v_minus, p.J_E)):
        return  # the step will tell
    told = redundant(p) if equalities else []
    warn_user(told if deepest is None else [*told, in_words(world, p, deepest)], SimulationWarning)


def asks_for_velocities(world: World) -> bool:
    """Whether violated contacts are given a velocity that undoes them."""
    return hasattr(world.scheme, "imperrreduce")


def holds_equalities(world: World) -> bool:
    """Whether there are equalities that are eliminated, and not soft."""
    scheme = world.scheme
    return world.m.neq > 0 and hasattr(scheme, "eqerrreduce") and getattr(scheme, "equality", "hard") == "hard"


def redundant(p: Problem) -> list[str]:
    """Equalities whose rows are not independent."""
    rank = eliminate(p).rank
    told = f"{p.ne} rows of equality have the rank {rank}: they share the impulse of least norm"
    return [told] if rank < p.ne else []


def deepest_contact(world: World) -> int | None:
    """The deepest contact, where it is deeper than one should start with."""
    m, d = world.m, world.d
    touching = np.flatnonzero((d.contact_efc_address >= 0) & (d.contact_dist < 0))
    radii = m.geom_rbound[d.contact_geom[touching]]
    size = np.where(radii > 0, radii, np.inf).min(axis=1, initial=np.inf)  # planes have none
    depth = -d.contact_dist[touching]
    wrong = touching[depth > DEEP * size]
    return int(wrong[np.argmin(d.contact_dist[wrong])]) if len(wrong) else None


def in_words(world: World, p: Problem, c: int) -> str:
    """A contact that starts deep, and what will be asked of it."""
    m, d, scheme = world.m, world.d, world.scheme
    r = int(d.contact_efc_address[c])
    clamp = getattr(scheme, "clamp", isinstance(scheme, Interior))
    speed = minimal_velocities(p, scheme.imperrreduce, clamp)[r - p.ne]  # type: ignore[attr-defined]
    return (
        f"{row_label(m, d, r)} starts {-1e3 * d.contact_dist[c]:.3g} mm deep; {scheme!r} will ask for {speed:.3g} m/s "
        "apart: start with surfaces apart, or give it a longer time constant (imperrreduce)"
    )
