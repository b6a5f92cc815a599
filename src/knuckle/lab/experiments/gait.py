"""A gait that is optimized through the inverse of a scheme, and replayed by its steps."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.experiments.humanoid import needs_inverse
from knuckle.lab.materials import Materials
from knuckle.lab.optimize import optimize
from knuckle.lab.scheme import Scheme
from knuckle.lab.stepping import step
from knuckle.lab.tasks import HOPPER, RAISED, task
from knuckle.model.model import Model

FRAMES = 20  # of one hop


def replayed(m: Model, scheme: Scheme, materials: Materials) -> tuple[np.ndarray, np.ndarray]:
    """How far each step of the scheme, with the forces that were found, ends from the next frame. [m]"""
    asked, guess = task("hopper").build(float(m.opt.timestep), FRAMES)
    found = optimize(asked, guess, scheme, continuation=RAISED, maxiter=6, tolerance=1e-6)
    d, errors = Data(m), []
    for t in range(asked.T):
        d.qpos[:], d.qvel[:], d.qfrc_applied[:] = found.q[t], found.w[t], found.u[t]
        step(m, d, scheme)
        errors.append(np.abs(d.qpos - found.q[(t + 1) % asked.T]).max())
    return np.arange(FRAMES), np.array(errors)


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="gait",
            question="A body on one leg should hop, 20 frames for a hop. Positions are chosen, forces follow by the "
            "inverse. Does a simulation with these forces hop the same way?",
            explanation="Forward undoes inverse: each step ends at the next frame, to what the solver leaves. So a "
            "motion can be optimized without being simulated; only the interior-point model feels the floor before the "
            "foot is in it, and finds out how to use it. A model without inverse cannot take part.",
            xml=HOPPER,
            duration=FRAMES - 1.0,
            along="frame",
            quantity="distance between step and plan",
            unit="m",
            perform=replayed,
            exact=np.zeros_like,
            good=lambda h: 1e-8,
            excludes=needs_inverse,
        ),
    )
