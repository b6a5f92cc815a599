"""Masses on springs, for which the best controller is known: lqr."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import folder, quietly
from knuckle.envs.suite.parts import POSITION, VELOCITY, suite_task
from knuckle.envs.task import Moment, Setting, Start
from knuckle.model.model import Model

CONTROL_COST = 0.1
AT_REST = 1e-6  # norm of a state that counts as the origin
STIFFNESS = (15.0, 25.0)  # range of the springs [N/m]


def chain(bodies: int, motors: int):
    """A chain of masses, each on a spring to the one before; springs are drawn by the option `model_seed`."""

    def load(options) -> Model:
        spec, generator = Spec.from_file(folder() / "lqr.xml"), np.random.default_rng(options.model_seed)
        before = spec.worldbody
        for i in range(bodies):
            before = before.add_body(name=f"body_{i}", pos=(0.25, 0, 0 if i else 0.1))
            before.add_joint(name=f"joint_{i}", stiffness=generator.uniform(*STIFFNESS))
            before.add_geom(name=f"geom_{i}")
            before.add_site(name=f"site_{i}")
        for i in range(motors):
            spec.add_actuator("motor", name=f"motor_{i}", joint=f"joint_{i}")
        return quietly(spec.compile)

    return load


def start(s: Setting, generator: np.random.Generator) -> Start:
    """Anywhere on a sphere of positions, at rest."""
    direction = generator.standard_normal(s.model.nq)
    return Start({"qpos": np.sqrt(2.0) * direction / np.linalg.norm(direction)})


def squares(values: np.ndarray) -> np.ndarray:
    """‖values‖² of each world."""
    return np.square(np.ascontiguousarray(values)).sum(axis=1)


def reward(t: Moment) -> np.ndarray:
    """1 - ½(‖q‖² + c ‖u‖²)"""
    return 1.0 - (0.5 * squares(t.w.qpos) + 0.5 * CONTROL_COST * squares(t.w.ctrl))


TASKS = tuple(
    suite_task(
        f"lqr-lqr_{bodies}_{motors}",
        chain(bodies, motors),
        frame_skip=1,
        options={"model_seed": 0},
        observation=(POSITION, VELOCITY),
        start=start,
        reward=reward,
        terminated=lambda t: squares(t.w.qpos) + squares(t.w.qvel) < AT_REST**2,
        episode_steps=None,
    )
    for bodies, motors in ((2, 1), (6, 2))
)
