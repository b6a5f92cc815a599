"""How far our fields are from the reference's, relative to the scale of each field."""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
from support.actuator_scene import dense_moment
from support.pairs import Pair, randomize
from support.sensors import measure_sensors

import knuckle as kn
from knuckle.memory.capacity import row_counts
from knuckle.schema.enums import Integrator
from knuckle.schema.fields import data_fields

STAGES = (
    "kinematics",
    "camlight",
    "com_pos",
    "crb",
    "factor_M",
    "transmission",
    "velocity",
    "com_vel",
    "passive",
    "bias",
    "energy",
    "subtree_vel",
    "acceleration",
    "actuation",
    "constraint",
)
# without constraints there are no rows to compare
FIELDS = tuple(f.name for f in data_fields() if f.stage in STAGES and f.name not in row_counts())
MOMENT = ("moment_rownnz", "moment_rowadr", "moment_colind", "actuator_moment")  # ours has a fixed pattern
FIELDS = tuple(name for name in FIELDS if name not in MOMENT)
FORCES = tuple(name for name in FIELDS if name.startswith("qfrc_"))
ACCELERATIONS = ("qacc", "qacc_smooth")
EVERYTHING = int(mujoco.mjtState.mjSTATE_INTEGRATION)
STATE = ("qpos", "qvel", "qacc", "plastic", "time")

LARGE = 300  # dofs


def fewer(count: int, nv: int) -> int:
    """How many states of a model to look at, of so many: of large ones less, each has many places to look at."""
    return min(count, max(count // 10, count * LARGE // max(nv, 1)))


def stage_errors(pair: Pair, nstate: int, seed: int = 0) -> dict[str, float]:
    """Largest error of every field of Data over random states, each computed from poisoned outputs."""
    rng = np.random.default_rng(seed)
    errors, scales = dict.fromkeys(FIELDS, 0.0), dict.fromkeys(FIELDS, 0.0)
    for _ in range(nstate):
        randomize(pair, rng)
        pair.reference_d.ctrl[:] = rng.normal(0, 1, pair.m.nu)
        pair.reference_d.act[:] = rng.normal(0, 1, pair.m.na)
        pair.copy_inputs()
        pair.poison()
        _forward(pair)
        natural = _natural_scales(pair)
        for name in FIELDS:
            ours, theirs = getattr(pair.d, name), getattr(pair.reference_d, name)
            theirs = np.asarray(theirs).reshape(np.shape(ours))
            scales[name] = max(scales[name], natural.get(name, 0.0), np.abs(theirs).max(initial=0.0))
            # NaN compares as infinitely wrong
            errors[name] = max(errors[name], np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0))
        for name, error, scale in (*measure_sensors(pair), _moment(pair)):
            errors[name], scales[name] = max(errors.get(name, 0.0), error), max(scales.get(name, 0.0), scale)
    return {name: error / scales[name] if scales[name] else error for name, error in errors.items()}


def _moment(pair: Pair) -> tuple[str, float, float]:
    """Name, error and scale of the moments of actuators, as matrices."""
    ours, theirs = (dense_moment(d, pair.m.nout, pair.m.nv) for d in (pair.d, pair.reference_d))
    error = np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0)
    return "actuator_moment", float(error), float(np.abs(theirs).max(initial=0.0))


def _forward(pair: Pair) -> None:
    mujoco.mj_forward(pair.reference_m, pair.reference_d)
    mujoco.mj_subtreeVel(pair.reference_m, pair.reference_d)
    kn.forward(pair.m, pair.d)
    kn.subtree_vel(pair.m, pair.d)


def _natural_scales(pair: Pair) -> dict[str, float]:
    """Scales of fields that may cancel to rounding noise: forces by the largest force, momenta by m v l, …."""
    m, d = pair.reference_m, pair.reference_d
    force = max((np.abs(getattr(d, name)).max(initial=0.0) for name in FORCES), default=0.0)
    speed = np.abs(d.cvel).max(initial=0.0)
    extent = max(m.stat.extent, np.abs(d.xipos).max(initial=0.0))
    acceleration = max(np.abs(getattr(d, name)).max(initial=0.0) for name in ACCELERATIONS)
    return {
        **dict.fromkeys(FORCES, force),
        **dict.fromkeys(ACCELERATIONS, acceleration),
        "subtree_angmom": m.body_subtreemass[0] * speed * extent,
        "subtree_linvel": speed,
        "cdof_dot": speed,
        "xpos": extent,
        "subtree_com": extent,
    }


@dataclass
class StepErrors:
    """Largest error by field and integrator, and how many steps were left out because the reference diverges there."""

    errors: dict[str, float]
    left_out: int
    count: int


def step_errors(pair: Pair, integrators: Sequence[Integrator], nstep: int, tolerance: float) -> StepErrors:
    """Errors of one step by each integrator from each state of a recorded rollout, relative to the state.

    The rollout is the reference's own with implicitfast. A step counts unless the reference itself, started one
    rounding away, ends elsewhere: there the state has diverged and no digits are left to compare.
    """
    randomize(pair, np.random.default_rng(0))
    m, d, recorded = pair.reference_m, pair.reference_d, mujoco.MjData(pair.reference_m)
    m.opt.tolerance, m.opt.iterations = 1e-15, 1000  # with these it solves for the discrete step, couplings and all
    result = StepErrors({}, 0, nstep * len(integrators))
    for _ in range(nstep):
        mujoco.mj_copyState(m, d, recorded, EVERYTHING)
        for integrator in integrators:
            pair.m.opt.integrator = m.opt.integrator = integrator
            found = _one_step(pair, recorded)
            if max(found.values()) > tolerance and _sensitivity(pair, recorded) > 0.1 * tolerance:
                result.left_out += 1
                continue
            for name, error in found.items():
                key = f"{name} after {integrator.name}"
                result.errors[key] = max(result.errors.get(key, 0.0), error)
        mujoco.mj_copyState(m, recorded, d, EVERYTHING)
        m.opt.integrator = Integrator.IMPLICITFAST
        mujoco.mj_step(m, d)
    return result


def _one_step(pair: Pair, start: mujoco.MjData) -> dict[str, float]:
    """Both engines from the same state; errors of the state after the step."""
    mujoco.mj_copyState(pair.reference_m, start, pair.reference_d, EVERYTHING)
    pair.copy_inputs()
    pair.poison()
    mujoco.mj_step(pair.reference_m, pair.reference_d)
    kn.step(pair.m, pair.d)
    return {name: _state_error(pair, name) for name in STATE}


def _sensitivity(pair: Pair, start: mujoco.MjData) -> float:
    """How far the reference's velocities and accelerations after a step move when its state moves by one rounding."""
    m, d, rng = pair.reference_m, pair.reference_d, np.random.default_rng(0)
    ends = []
    for trial in range(5):
        mujoco.mj_copyState(m, start, d, EVERYTHING)
        size = np.finfo(float).eps if trial else 0.0
        d.qpos[:] *= 1.0 + size * rng.choice((-1, 1), m.nq)
        d.qvel[:] *= 1.0 + size * rng.choice((-1, 1), m.nv)
        mujoco.mj_step(m, d)
        ends.append((d.qvel.copy(), d.qacc.copy()))
    moved = [np.abs(b - a).max() / np.abs(a).max() for end in ends[1:] for a, b in zip(ends[0], end, strict=True)]
    return float(max(moved))


def _state_error(pair: Pair, name: str) -> float:
    ours, theirs = np.asarray(getattr(pair.d, name)), np.asarray(getattr(pair.reference_d, name))
    scale = max(np.abs(theirs).max(initial=0.0), 1e-3)
    error = float(np.abs(ours - theirs).max(initial=0.0)) / scale
    return error if error == error else np.inf


def worst(errors: dict[str, float]) -> tuple[str, float]:
    """The name of the worst field and its error."""
    name = max(errors, key=errors.__getitem__)
    return name, errors[name]
