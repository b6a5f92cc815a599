"""A world in the hands of a scheme: from its state to a contact problem, and from a velocity to the next state."""

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from knuckle.data.data import Data, check_model, check_pair
from knuckle.errors import UnsupportedError
from knuckle.functions.constraint_rows import full_J
from knuckle.functions.queries import declared_queries
from knuckle.lab.calls import call
from knuckle.lab.faults import LabError, SolverError, check_choice, explain
from knuckle.lab.materials import NO_MATERIALS, Materials
from knuckle.lab.problem import TANGENT, Kind, Problem, is_time_step
from knuckle.lab.scheme import Scheme, check_scheme
from knuckle.lab.shadow import Shadow
from knuckle.lab.solution import Solution
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.schema.enums import ConstraintType, EnableBit

KINDS = np.zeros(8, np.int32)
KINDS[[ConstraintType.FRICTION_DOF, ConstraintType.FRICTION_TENDON]] = Kind.FRICTION
KINDS[[ConstraintType.LIMIT_JOINT, ConstraintType.LIMIT_TENDON, ConstraintType.CONTACT_FRICTIONLESS]] = Kind.LIMIT
KINDS[ConstraintType.CONTACT_ELLIPTIC] = Kind.CONE
CONE = int(Kind.CONE)
HOOKS = ("after_detect", "after_solve")
ON_FAILURE = ("raise", "fallback", "keep")

_full_M = declared_queries()["full_M"]
_shadows: "WeakKeyDictionary[Model, dict[Any, Shadow]]" = WeakKeyDictionary()


def shadow_of(m: Model, reach: float | None, **options: Any) -> Shadow:
    """The model as a scheme sees it; made once."""
    known, key = _shadows.setdefault(m, {}), (reach, *sorted(options.items()))
    if key not in known:
        known[key] = Shadow(m, reach, **options)
    return known[key].refresh()


def common_reasons(m: Model) -> tuple[str, ...]:
    """What no scheme but the engine's own can simulate, in words."""
    reasons = []
    if m.callbacks:
        reasons.append(f"callbacks ({', '.join(m.callbacks.given)}) run inside the engine's own step only")
    if int(m.opt.enableflags) & EnableBit.SLEEP:
        reasons.append("the flag sleep: trees fall asleep in the engine's own step only")
    for field, kind in (("geom_adhesion", "geom"), ("pair_adhesion", "pair"), ("geom_surfacevel", "geom")):
        array = getattr(m, field)
        for k in np.flatnonzero(array.reshape(len(array), -1).any(1) if len(array) else array):
            reasons.append(f"{kind} {m.names(kind)[k] or k}: {field.partition('_')[2]} is a force of the engine's own")
    return tuple(reasons)


def check_hooks(hooks: Mapping[str, Callable] | None) -> dict[str, Callable]:
    """Hooks by name; an error where one is unknown or cannot be called."""
    if hooks is not None and not isinstance(hooks, Mapping):
        raise TypeError(f"hooks: expected functions by name, found {type(hooks).__name__}")
    for name, function in (hooks or {}).items():
        if name not in HOOKS:
            raise LabError(f"hooks: unknown {name!r}; expected one of: {', '.join(HOOKS)}")
        if not callable(function):
            raise TypeError(f"hooks: {name}: expected a function, found {type(function).__name__}")
    return dict(hooks or {})


class World:
    """One world and the scheme that moves it.

    `problem()` is the contact problem of the present state, `advance` and `stage` move the state. A scheme that defines
    `step` itself uses these, and `m`, `d` as they are.
    """

    def __init__(
        self,
        m: Model,
        d: Data,
        scheme: Scheme,
        h: float | None = None,
        materials: Materials = NO_MATERIALS,
        hooks: Mapping[str, Callable] | None = None,
        on_failure: str = "raise",
    ):
        check_pair(m, d)
        check_scheme(scheme)
        check_choice("step", "on_failure", on_failure, ON_FAILURE)
        self.m, self.d, self.scheme, self.materials, self.on_failure = m, d, scheme, materials, on_failure
        self.done = 0  # steps
        self.kept: dict[str, Any] = {}  # what a scheme found out while nobody else can change the world
        self.h = float(m.opt.timestep) if h is None else h
        if not is_time_step(self.h):
            raise LabError(f"h: expected a time step above 0, found {shown(h)}")
        if not isinstance(materials, Materials):
            raise TypeError(f"materials: expected lab.Materials, found {type(materials).__name__}")
        self.hooks = check_hooks(hooks)
        options = {} if h is None else {"timestep": self.h}
        self.shadow = shadow_of(m, scheme.reach, **options)

    def observe(self) -> None:
        """Everything up to the smooth acceleration: `d` holds contacts, rows with tangents, and qacc_smooth."""
        call("lab_observe", self.shadow, self.d)
        if "after_detect" in self.hooks:
            self.hooks["after_detect"](self.m, self.d)

    def problem(self) -> Problem:
        """The contact problem of the present state."""
        self.observe()
        return problem_of(self.m, self.d, self.h, self.materials)

    def accept(self, solution: Solution) -> None:
        """Take a solution, as `conclude` does; SolverError where it is none and is not to be kept."""
        where = f"{self.scheme!r}, step {self.done}, t = {self.d.time:g} s"
        if not (np.isfinite(solution.qvel_next).all() and np.isfinite(solution.impulse).all()):
            raise SolverError(
                f"{where}: velocities or impulses are no longer numbers{_culprit(solution, self)}", solution
            )
        if solution.status and self.on_failure != "keep":
            raise SolverError(f"{where}: {solution.status!r}: {explain(solution.status)}", solution)
        self.conclude(solution)

    def conclude(self, solution: Solution) -> None:
        """Write accelerations and forces into `d`: qacc, efc_force, qfrc_constraint; and compute sensors of them."""
        force = np.concatenate([solution.equality_impulse, solution.impulse]) / solution.h
        qacc = np.ascontiguousarray(solution.qacc, dtype=float)
        call("lab_conclude", self.shadow, self.d, qacc=qacc, force=force, rows=len(force))
        if "after_solve" in self.hooks:
            self.hooks["after_solve"](self.m, self.d, solution)

    def advance(self, qvel_next: np.ndarray, share: float = 1.0) -> None:
        """q ← q ⊕ h ((1 − share) v + share v'), v ← v', t ← t + h, and activations."""
        call("lab_advance", self.shadow, self.d, qvel_next=np.ascontiguousarray(qvel_next), share=float(share))

    def stage(self, number: int) -> None:
        """Stages of Runge-Kutta: see physics/lab/advance.py."""
        call("lab_stage", self.shadow, self.d, stage=number)


def _culprit(solution: Solution, world: World) -> str:
    """The first row whose impulse is no number, in words."""
    bad = np.flatnonzero(~np.isfinite(solution.impulse))
    return f", first at {row_label(world.m, world.d, world.d.ne + int(bad[0]))}" if len(bad) else ""


def problem_of(m: Model, d: Data, h: float, materials: Materials = NO_MATERIALS) -> Problem:
    """The contact problem of the rows that are in `d`."""
    ne, rows = d.ne, d.nefc - d.ne
    J = full_J(m, d)
    kinds, mu = KINDS[d.efc_type[ne:]], np.zeros(rows)
    mark_tangents(d, ne, kinds, mu)
    p = Problem.trusted(
        M=_full_M(m, d),
        J_I=J[ne:],
        kinds=kinds,
        v=d.qvel.copy(),
        v_minus=d.qvel + h * d.qacc_smooth,
        h=h,
        mu=mu,
        eta=d.efc_frictionloss[ne:].copy(),
        w=d.efc_pos[ne:].copy(),
        J_E=J[:ne],
        e=d.efc_pos[:ne].copy(),
        R_engine=d.efc_R.copy(),
        v_engine=d.efc_vel + h * d.efc_aref,
        tau=d.qfrc_smooth + d.qfrc_bias,
        bias=d.qfrc_bias.copy(),
        restitution=np.zeros(rows),
    )
    materials.apply(m, d, p)
    return p


def mark_tangents(d: Data, ne: int, kinds: np.ndarray, mu: np.ndarray) -> None:
    """Kinds and friction of the rows behind the normal of each contact that has some."""
    first = d.contact_efc_address
    touching = np.flatnonzero(first >= 0)
    r = first[touching] - ne
    cones = kinds[r] == CONE
    touching, r = touching[cones], r[cones]
    behind, friction = d._arrays["rows_left"][ne + r] - 1, d.contact_friction[touching]
    for j in range(int(behind.max(initial=0))):
        some = behind > j
        kinds[r[some] + 1 + j] = TANGENT
        mu[r[some] + 1 + j] = friction[some, j]


def row_label(m: Model, d: Data, r: int) -> str:
    """What a row belongs to, in words."""
    kind, k = ConstraintType(int(d.efc_type[r])), int(d.efc_id[r])
    if kind in (ConstraintType.CONTACT_ELLIPTIC, ConstraintType.CONTACT_FRICTIONLESS):
        return "contact " + "–".join(m.names("geom")[g] or str(g) for g in d.contact_geom[k])
    if kind in (ConstraintType.LIMIT_TENDON, ConstraintType.FRICTION_TENDON):
        return f"{str(kind).partition('_')[0]} of tendon {m.names('tendon')[k] or k}"
    if kind == ConstraintType.EQUALITY:
        return f"equality {m.names('equality')[k] or k}"
    joint = int(m.dof_jntid[k]) if kind == ConstraintType.FRICTION_DOF else k
    return f"{str(kind).partition('_')[0]} of joint {m.names('joint')[joint] or joint}"


def check_support(m: Model, scheme: Scheme) -> None:
    """Raise UnsupportedError with the reasons why a scheme cannot simulate a model."""
    reasons = supports(m, scheme)
    if reasons:
        raise UnsupportedError(f"{scheme!r} cannot simulate this model: " + "; ".join(reasons))


def supports(m: Model, scheme: Scheme) -> tuple[str, ...]:
    """Why a model cannot be simulated by a scheme, in words with the names of elements; empty where it can."""
    check_scheme(scheme)
    check_model(m)
    return scheme.supports(m)
