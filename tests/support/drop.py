"""Running a scene and watching it: energy, finite numbers, and what the engine says of its problems."""

import warnings
from dataclasses import dataclass, field

import numpy as np
from support.scenes import Scene

import knuckle as kn

WATCHED = 10  # steps between two looks at the energy


@dataclass
class Outcome:
    """What became of a scene. Energy growth is relative to what falling to the ground would have released."""

    growth: float = 0.0
    steps: int = 0
    most_contacts: int = 0
    divergence: str = ""
    problems: list[str] = field(default_factory=list)
    finite: bool = True


def drop(scene: Scene, steps: int) -> Outcome:
    """Run a scene for some steps, or until it diverges."""
    m = kn.load(scene.text)
    m.opt.flags.autoreset = False
    d = kn.Data(m)
    d.qvel[:] = starting_velocity(scene, m)
    outcome = Outcome()
    start = energy(m, d)
    # potential energy counts from the world's origin, where the ground is
    scale = float(np.sum(m.body_mass * d.xipos[:, 2]) * -m.opt.gravity[2]) + start
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            while outcome.steps < steps:
                count = min(WATCHED, steps - outcome.steps)
                kn.step(m, d, count)
                outcome.steps += count
                outcome.most_contacts = max(outcome.most_contacts, d.ncon)
                outcome.growth = max(outcome.growth, (energy(m, d) - start) / scale)
        except kn.DivergenceError as error:
            outcome.divergence = str(error)
    outcome.problems = [str(w.message) for w in caught]
    outcome.finite = bool(np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all())
    return outcome


def starting_velocity(scene: Scene, m) -> np.ndarray:
    """Velocities of a few lengths per second, downwards more than up, so that bodies meet soon."""
    random = np.random.default_rng(scene.seed)
    velocity = np.zeros(m.nv)
    for joint in np.flatnonzero(m.jnt_type == kn.JointType.FREE):
        dof = m.jnt_dofadr[joint]
        velocity[dof : dof + 3] = scene.speed * (random.normal(size=3) * [0.1, 0.1, 0.3] - [0, 0, 0.3])
        velocity[dof + 3 : dof + 6] = random.normal(size=3)
    return velocity


def energy(m, d) -> float:
    """Kinetic and potential energy of the state as it is. [J]"""
    for stage in (kn.kinematics, kn.com_pos, kn.crb, kn.com_vel, kn.energy_pos, kn.energy_vel):
        stage(m, d)
    return float(d.energy.sum())
