"""Contacts, constraint rows, their solution, and steps with them: how far ours are from the reference's."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import mujoco
import numpy as np
from support.pairs import Pair
from support.sensors import measure_sensors

import knuckle as kn
from knuckle.data.contacts import contact_names
from knuckle.memory.capacity import capacities_of
from knuckle.schema.enums import Cone, GeomType, Jacobian, Solver
from knuckle.schema.fields import data_fields

EVERYTHING = int(mujoco.mjtState.mjSTATE_INTEGRATION)
CONTACT = tuple(name for name in contact_names() if name not in ("H", "geom1", "geom2", "flex", "elem", "vert"))
ROWS = tuple(f.name for f in data_fields() if f.name.startswith("efc_") and f.stage in ("constraint", "reference"))
COUNTS = ("ncon", "ne", "nf", "nl", "nefc", "nJ")
# contacts of these shapes may lie anywhere along a face or an edge, or come from a search with a tolerance
TIE = 1e-9  # [m]
# Weights of rows from which on a first-order method is as slow as roundings let it be: on the cube, whose weights have
# eighteen orders of magnitude, the reference's own conjugate gradients are 1e-4 off after 200,000 iterations
WIDEST_SPREAD = 1e12
SEARCHED = {GeomType.CYLINDER, GeomType.MESH, GeomType.HFIELD, GeomType.ELLIPSOID}


def record(pair: Pair, nstep: int, every: int, seed: int = 0) -> Iterator[np.ndarray]:
    """States of a rollout of the reference, driven by random controls, from its first keyframe or reference pose."""
    m, d = pair.reference_m, pair.reference_d
    rng = np.random.default_rng(seed)
    mujoco.mj_resetData(m, d)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    state = np.zeros(mujoco.mj_stateSize(m, EVERYTHING))
    for step in range(nstep):
        if step % 25 == 0:
            d.ctrl[:] = random_controls(m, rng)
        if step % every == every - 1:
            mujoco.mj_getState(m, d, state, EVERYTHING)
            yield state.copy()
            mujoco.mj_setState(m, d, state, EVERYTHING)
        mujoco.mj_step(m, d)


def random_controls(m: mujoco.MjModel, rng: np.random.Generator) -> np.ndarray:
    """Uniform within the range of each control, small where it has none."""
    low, high = m.actuator_ctrlrange[:, 0], m.actuator_ctrlrange[:, 1]
    limited = m.actuator_ctrllimited.astype(bool)
    return np.where(limited, rng.uniform(low, np.maximum(low, high)), rng.normal(0, 0.3, m.nu))


def set_state(pair: Pair, state: np.ndarray) -> None:
    """Bring both engines to a state; what ours computes next starts from poison."""
    mujoco.mj_setState(pair.reference_m, pair.reference_d, state, EVERYTHING)
    pair.copy_inputs()
    pair.poison()


@dataclass
class Errors:
    """Largest error of each field, and how many states were compared."""

    worst: dict[str, float] = field(default_factory=dict)
    states: int = 0
    constrained: int = 0

    def add(self, name: str, ours, theirs, scale: float = 0.0) -> None:
        ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
        if ours.shape != theirs.shape:
            self.worst[name] = np.inf
            return
        scale = max(scale, np.abs(theirs).max(initial=0.0)) or 1.0
        error = np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0) / scale
        self.worst[name] = max(self.worst.get(name, 0.0), float(error))

    @property
    def summary(self) -> tuple[str, float]:
        name = max(self.worst, key=self.worst.__getitem__, default="-")
        return name, self.worst.get(name, 0.0)


def row_errors(pair: Pair, states: Iterator[np.ndarray]) -> Errors:
    """Every field of the constraint rows, made from the contacts of the reference."""
    errors = Errors()
    pair.reference_m.opt.jacobian = Jacobian.SPARSE
    for state in states:
        set_state(pair, state)
        mujoco.mj_forward(pair.reference_m, pair.reference_d)
        kn.forward(pair.m, pair.d)
        take_contacts(pair)
        kn.make_constraint(pair.m, pair.d)
        kn.reference_constraint(pair.m, pair.d)
        errors.states += 1
        errors.constrained += pair.reference_d.nefc > 0
        for name in COUNTS:
            errors.add(name, getattr(pair.d, name), getattr(pair.reference_d, name))
        # velocities of rows may cancel, and a Jacobian may have nothing but zeros up to rounding
        natural = {"efc_vel": np.abs(pair.reference_d.qvel).max(initial=0.0), "efc_J": 1e-6}
        for name in ROWS:
            errors.add(name, getattr(pair.d, name), getattr(pair.reference_d, name), natural.get(name, 0.0))
    return errors


def take_contacts(pair: Pair) -> None:
    """Give our data the contacts of the reference."""
    count, arrays = pair.reference_d.ncon, pair.d._arrays
    capacity = capacities_of(arrays)
    if capacity["maxcon"] < count:
        pair.d._resize(capacity | {"maxcon": count})
        arrays = pair.d._arrays
    for name in CONTACT:
        arrays[f"contact_{name}"][:count] = getattr(pair.reference_d.contact, name)
    arrays["ncon"][...] = count


def solve_tightly(pair: Pair, solver: Solver = Solver.NEWTON, iterations: int = 20_000) -> None:
    """Options of both engines: solve to the end, the reference always by Newton's method.

    The gain that Newton's step promises is quadratic in the gradient, so ours goes on until that is of rounding's size.
    """
    ours, theirs = pair.m.opt, pair.reference_m.opt
    ours.solver, theirs.solver = solver, Solver.NEWTON
    theirs.tolerance, theirs.iterations, theirs.ls_iterations = 1e-12, 200, 50
    ours.ls_iterations = 50
    ours.tolerance, ours.iterations = (1e-24, 200) if solver == Solver.NEWTON else (1e-30, iterations)
    ours.noslip_iterations = theirs.noslip_iterations = 0


def converge(m: mujoco.MjModel, d: mujoco.MjData) -> None:
    """Let the reference solve again from its own solution until that no longer moves.

    At its tolerance of 1e-12 it may stop where forces are still 1e-6 off: costs are level there. Solving on, it comes
    to where the gradient, computed in extended precision, vanishes.
    """
    for _ in range(10):
        before = d.qacc.copy()
        d.qacc_warmstart[:] = before
        mujoco.mj_fwdConstraint(m, d)
        if np.abs(d.qacc - before).max(initial=0.0) <= 1e-14 * acceleration_scale(d):
            return


def solve_their_contacts(pair: Pair) -> None:
    """Forward dynamics of ours with the contacts of the reference."""
    m, d = pair.m, pair.d
    kn.forward(m, d)
    take_contacts(pair)
    kn.make_constraint(m, d)
    kn.islands(m, d)
    kn.project_constraint(m, d)
    kn.reference_constraint(m, d)
    kn.constraint_solve(m, d)


def solution_errors(
    pair: Pair,
    states: Iterator[np.ndarray],
    solver: Solver,
    cone: Cone,
    most_rows: float = np.inf,
    iterations: int = 20_000,
) -> Errors:
    """Accelerations and constraint forces of a converged solver, against the reference's Newton, at states with at most
    so many rows.

    Where rows are so stiff that conjugate gradients come to the minimum after a number of iterations that roundings
    decide, they start at it, and must stay there.
    """
    errors, d, reference_d = Errors(), pair.d, pair.reference_d
    pair.m.opt.cone = pair.reference_m.opt.cone = cone
    solve_tightly(pair, solver, iterations)
    for state in states:
        set_state(pair, state)
        mujoco.mj_forward(pair.reference_m, reference_d)
        if reference_d.nefc > most_rows:
            continue
        converge(pair.reference_m, reference_d)
        if solver == Solver.CG and spread(reference_d.efc_D) > WIDEST_SPREAD:
            d.qacc_warmstart[:] = reference_d.qacc
        solve_their_contacts(pair)
        errors.states += 1
        errors.constrained += reference_d.nefc > 0
        errors.add("qacc", d.qacc, reference_d.qacc, acceleration_scale(reference_d))
        errors.add("efc_force", d.efc_force, reference_d.efc_force, force_scale(reference_d))
        if solver == Solver.NEWTON:
            read_sensors(pair)
            for name, error, scale in measure_sensors(pair):
                errors.worst[name] = max(errors.worst.get(name, 0.0), error / (scale or 1.0))
    return errors


def spread(weights: np.ndarray) -> float:
    """The largest over the smallest."""
    return float(weights.max(initial=1.0) / weights.min(initial=1.0))


def read_sensors(pair: Pair) -> None:
    """All sensors of both engines, from the forces that were found last."""
    mujoco.mj_rnePostConstraint(pair.reference_m, pair.reference_d)
    for stage in ("Pos", "Vel", "Acc"):
        getattr(mujoco, f"mj_sensor{stage}")(pair.reference_m, pair.reference_d)
        getattr(kn, f"sensor_{stage.lower()}")(pair.m, pair.d)


def acceleration_scale(d: mujoco.MjData) -> float:
    """The largest acceleration with or without constraints: at rest the first is what the second leaves of nothing."""
    return max(np.abs(d.qacc).max(initial=0.0), np.abs(d.qacc_smooth).max(initial=0.0), 1e-3)


def force_scale(d: mujoco.MjData) -> float:
    """A millionth of the largest force without constraints: contacts that only touch have forces of rounding's size."""
    return 1e-6 * np.abs(d.qfrc_smooth).max(initial=0.0)


@dataclass
class StepResult:
    """Errors of qacc at each state, relative to its scale, and whether all contacts were of the unique kind."""

    errors: list[float] = field(default_factory=list)
    unique: bool = True

    def share(self, bar: float) -> float:
        """Share of states whose error is within a bar."""
        return float(np.mean(np.array(self.errors) <= bar)) if self.errors else 1.0


def step_result(pair: Pair, states: Iterator[np.ndarray], their_contacts: bool = False) -> StepResult:
    """One step from every state with the model's own options; on demand forward dynamics with their contacts.

    A contact exactly at its margin is a tie, where a rounding decides whether it counts: there the contacts are theirs.
    """
    result, m, d = StepResult(), pair.reference_m, pair.reference_d
    for state in states:
        set_state(pair, state)
        if not their_contacts:
            mujoco.mj_step(m, d)
            kn.step(pair.m, pair.d)
        if their_contacts or (np.abs(d.contact.dist - d.contact.includemargin) < TIE).any():
            set_state(pair, state)
            mujoco.mj_forward(m, d)
            solve_their_contacts(pair)
        kinds = np.unique(m.geom_type[d.contact.geom], axis=0)
        result.unique &= all(is_unique(first, second) for first, second in kinds)
        error = np.abs(pair.d.qacc - d.qacc).max(initial=0.0) / acceleration_scale(d)
        result.errors.append(float(np.nan_to_num(error, nan=np.inf)))
    return result


def is_unique(first: int, second: int) -> bool:
    """Whether a contact between shapes of these kinds is where a formula says."""
    if GeomType.PLANE in (first, second):
        return GeomType.MESH not in (first, second)
    return not {first, second} & SEARCHED and not (first == second == GeomType.BOX)


def inverse_residual(pair: Pair, states: Iterator[np.ndarray]) -> tuple[float, float]:
    """Largest difference of inverse(forward) from the applied forces, relative to the largest force; and how large
    roundings of the accelerations of rows can make it.
    """
    worst, rounding, m, d = 0.0, 0.0, pair.m, pair.d
    solve_tightly(pair)  # without the slip correction, which leaves the solution that the inverse is of
    for state in states:
        set_state(pair, state)
        kn.forward(m, d)
        applied = d.qfrc_smooth + d.qfrc_bias - d.qfrc_passive
        scale = max(np.abs(v).max(initial=0.0) for v in (d.qfrc_constraint, d.qfrc_smooth, d.qfrc_bias)) or 1.0
        kn.inverse(m, d)
        worst = max(worst, float(np.abs(d.qfrc_inverse - applied).max(initial=0.0) / scale))
        rounding = max(rounding, float(force_of_rounding(d).max(initial=0.0) / scale))
    return worst, rounding


def force_of_rounding(d: kn.Data) -> np.ndarray:
    """|J|ᵀ D u (|J| |qacc| + |aref|) over the rows that push: forces that roundings of J qacc − aref may come to.

    A sum of n products is off by n roundings at most, qacc by one of its own, the difference by one more.
    """
    row = np.repeat(np.arange(d.nefc), d.efc_J_rownnz)
    J, column = np.abs(d.efc_J), d.efc_J_colind
    terms = np.abs(d.efc_aref)
    np.add.at(terms, row, J * np.abs(d.qacc)[column])
    error = 0.5 * np.finfo(float).eps * (d.efc_J_rownnz + 2) * terms
    force = np.zeros(len(d.qacc))
    np.add.at(force, column, J * np.where(d.efc_force != 0.0, d.efc_D * error, 0.0)[row])
    return force
