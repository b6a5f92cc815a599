"""The public calls on a world: one solve, its inverse, and steps."""

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.errors import UnsupportedError
from knuckle.lab.faults import LabError, SolverError, within_numbers
from knuckle.lab.first_look import first_look
from knuckle.lab.materials import NO_MATERIALS, Materials
from knuckle.lab.problem import Problem, check_problem
from knuckle.lab.scheme import Scheme, check_scheme
from knuckle.lab.solution import Solution
from knuckle.lab.world import World, check_support, row_label
from knuckle.memory.arguments import whole_number
from knuckle.memory.records import convert
from knuckle.model.model import Model

REAL = np.dtype(np.float64)
_memories: "WeakKeyDictionary[Data, Any]" = WeakKeyDictionary()  # the last one used with each Data


def problem(
    m: Model, d: Data, h: float | None = None, *, scheme: Scheme | None = None, materials: Materials = NO_MATERIALS
) -> Problem:
    """The contact problem of the present state as plain arrays, which may be edited and solved by any scheme.

    With a `scheme`, contacts are looked for as far as it does. Nothing of the state changes.
    """
    check_scheme(Scheme() if scheme is None else scheme, "problem: scheme: ")
    p = World(m, d, scheme or Scheme(), h, materials).problem()
    p.labels = tuple(row_label(m, d, r) for r in range(d.ne, d.nefc))
    return p


def solve(p: Problem, scheme: Scheme, memory: Any = None) -> Solution:
    """The solution of a problem, without a model; `status` tells how it ended. SolverError where it is no number."""
    check_problem(p, "solve")
    check_scheme(scheme, "solve: ")
    p.check()
    with within_numbers(scheme):
        x = scheme.solve(p, memory)
    if not (np.isfinite(x.qvel_next).all() and np.isfinite(x.impulse).all()):
        raise SolverError(f"{scheme!r}: velocities or impulses are no longer numbers", x)
    return x


def forward(
    m: Model,
    d: Data,
    scheme: Scheme,
    *,
    memory: Any = None,
    materials: Materials = NO_MATERIALS,
    on_failure: str = "raise",
) -> Solution:
    """One solve; the state stays as it is. Contacts, rows, qacc, efc_force and sensors are in `d` afterwards."""
    check_support(m, scheme)
    world = World(m, d, scheme, materials=materials, on_failure=on_failure)
    check_memory(m, d, scheme, memory)
    first_look(world)
    with within_numbers(scheme):
        solution = scheme.forward(world, memory)
    world.accept(solution)
    return solution


def inverse(m: Model, d: Data, scheme: Scheme, qvel_next: Any, *, materials: Materials = NO_MATERIALS) -> Solution:
    """The impulses and the applied force that lead from the present state to a velocity after the step.

    `qfrc_inverse` is what is to be added to `d.qfrc_applied`. UnsupportedError where the scheme has no inverse.
    """
    check_support(m, scheme)
    if not scheme.invertible:
        raise UnsupportedError(f"{scheme!r} has no inverse: {scheme.why_not_invertible}")
    check_pair(m, d)
    wanted = convert(qvel_next, REAL, (m.nv,), "qvel_next")
    if not np.isfinite(wanted).all():
        raise LabError("qvel_next: expected finite numbers")
    with within_numbers(scheme):
        found = scheme.inverse_in(World(m, d, scheme, materials=materials), wanted)
    if found.qfrc_inverse is None or not np.isfinite(found.qfrc_inverse).all():
        raise LabError(f"{scheme!r}: inverse: expected a state of finite numbers; its force is none")
    return found


def step(
    m: Model,
    d: Data,
    scheme: Scheme,
    nstep: int = 1,
    memory: Any = None,
    *,
    materials: Materials = NO_MATERIALS,
    hooks: Mapping[str, Callable] | None = None,
    on_failure: str = "raise",
) -> None:
    """Steps of a world by a scheme, like `kn.step`.

    `memory` is needed by schemes that keep something from step to step: `lab.memory(m, d, scheme)`. `hooks` are
    functions that are called in each step: "after_detect" (m, d), when contacts and rows are known, and "after_solve"
    (m, d, solution). `on_failure` says what happens when a solver fails: "raise" SolverError with the state as before
    the step, take the "fallback" of the scheme, or "keep" what the solver had.
    """
    check_support(m, scheme)
    world = World(m, d, scheme, materials=materials, hooks=hooks, on_failure=on_failure)
    check_memory(m, d, scheme, memory)
    first_look(world)
    count = whole_number(nstep, "nstep")
    with within_numbers(scheme):
        scheme.steps(world, count, memory)


def memory(m: Model, d: Data, scheme: Scheme) -> Any:
    """What a scheme keeps from step to step, for `lab.step`; None where it keeps nothing."""
    check_support(m, scheme)
    check_pair(m, d)
    kept = scheme.memory(m, d)
    if kept is not None:
        kept.owner = (m, scheme)
        kept.data = d
    return kept


def check_memory(m: Model, d: Data, scheme: Scheme, kept: Any) -> None:
    """Raise LabError where a scheme lacks its memory, or has that of another model, scheme or Data."""
    if kept is None:
        if scheme.has_memory:
            raise LabError(f"{scheme!r} needs a memory: pass memory=lab.memory(m, d, scheme), the same in each call")
        return
    owner = getattr(kept, "owner", None)
    if owner is None or owner[0] is not m or owner[1] != scheme:
        found = f"{owner[1]!r} on {'this' if owner[0] is m else 'another'} model" if owner else type(kept).__name__
        raise LabError(f"memory: expected that of {scheme!r} on this model, found that of {found}")
    if kept.data is not d:
        raise LabError("memory: belongs to another Data: make one with lab.memory(m, d, scheme)")
    other = _memories.get(d)
    if other is not None and other.owner[1] != scheme:
        raise LabError(f"memory: this Data is moved by {other.owner[1]!r}, whose memory is still there: take d.copy()")
    _memories[d] = kept
