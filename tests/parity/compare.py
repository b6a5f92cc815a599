"""How far our fields are from the reference's, relative to the scale of each field."""

import mujoco
import numpy as np
from parity.pairs import Pair, randomize

import knuckle as kn
from knuckle.schema.fields import data_fields

STAGES = (
    "kinematics",
    "camlight",
    "com_pos",
    "crb",
    "factor_M",
    "com_vel",
    "passive",
    "bias",
    "energy",
    "subtree_vel",
    "acceleration",
    "actuation",
    "constraint",
)
FIELDS = tuple(field.name for field in data_fields() if field.stage in STAGES)
FORCES = tuple(name for name in FIELDS if name.startswith("qfrc_"))
ACCELERATIONS = ("qacc", "qacc_smooth")


def stage_errors(pair: Pair, nstate: int, seed: int = 0) -> dict[str, float]:
    """Largest error of every field of Data over random states, each computed from poisoned outputs."""
    rng = np.random.default_rng(seed)
    errors, scales = dict.fromkeys(FIELDS, 0.0), dict.fromkeys(FIELDS, 0.0)
    for _ in range(nstate):
        randomize(pair, rng)
        pair.poison()
        _forward(pair)
        natural = _natural_scales(pair)
        for name in FIELDS:
            ours, theirs = getattr(pair.d, name), getattr(pair.reference_d, name)
            theirs = np.asarray(theirs).reshape(np.shape(ours))
            scales[name] = max(scales[name], natural.get(name, 0.0), np.abs(theirs).max(initial=0.0))
            # NaN compares as infinitely wrong
            errors[name] = max(errors[name], np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0))
    return {name: errors[name] / scales[name] if scales[name] else errors[name] for name in FIELDS}


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
    weight = m.body_subtreemass[0] * np.linalg.norm(m.opt.gravity) * extent
    acceleration = max(np.abs(getattr(d, name)).max(initial=0.0) for name in ACCELERATIONS)
    return {
        **dict.fromkeys(FORCES, max(force, weight)),
        **dict.fromkeys(ACCELERATIONS, acceleration),
        "subtree_angmom": m.body_subtreemass[0] * speed * extent,
        "subtree_linvel": speed,
        "cdof_dot": speed,
        "energy": weight,
        "xpos": extent,
        "subtree_com": extent,
    }


def step_errors(pair: Pair, integrator: int, nstep: int, seed: int = 0) -> dict[str, float]:
    """Largest error of one step of ours from each state of a rollout of the reference, relative to the state."""
    randomize(pair, np.random.default_rng(seed))
    pair.m.opt.integrator = pair.reference_m.opt.integrator = integrator
    errors = {"qpos": 0.0, "qvel": 0.0, "qacc": 0.0, "plastic": 0.0, "time": 0.0}
    for _ in range(nstep):
        pair.copy_inputs()
        pair.poison()
        pair.d.status = 0
        mujoco.mj_step(pair.reference_m, pair.reference_d)
        kn.step(pair.m, pair.d)
        for name in errors:
            ours, theirs = np.asarray(getattr(pair.d, name)), np.asarray(getattr(pair.reference_d, name))
            scale = max(np.abs(theirs).max(initial=0.0), 1e-3)
            error = np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0) / scale
            errors[name] = max(errors[name], error)
    return errors


def worst(errors: dict[str, float]) -> tuple[str, float]:
    """The name of the worst field and its error."""
    name = max(errors, key=errors.__getitem__)
    return name, errors[name]
