"""Dry friction: a brick that slides, and two on an incline."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.model.model import Model

G, MU, ANGLE = 9.81, 0.5, np.deg2rad(25)
FLOOR = '<geom name="floor" type="plane" size="5 5 .1" friction="0 0 0"/>'
BRICK = f"""
<mujoco model="brick"><option gravity="0 0 -9.81" impratio="100" cone="elliptic"/><worldbody>{FLOOR}
  <body pos="0 0 .02"><freejoint/><geom name="brick" type="box" size=".1 .1 .02" mass="1" friction="{MU} 0 0"/></body>
</worldbody></mujoco>"""
INCLINE = f"""
<mujoco model="incline"><option gravity="{G * np.sin(ANGLE)} 0 {-G * np.cos(ANGLE)}" impratio="100" cone="elliptic"/>
<worldbody>{FLOOR}
  <body pos="0 0 .02"><freejoint/><geom name="slides" type="box" size=".1 .1 .02" mass="1" friction=".3 0 0"/></body>
  <body pos="0 1 .02"><freejoint/><geom name="sticks" type="box" size=".1 .1 .02" mass="1" friction=".6 0 0"/></body>
</worldbody></mujoco>"""


def push(m: Model, d: Data) -> None:
    d.qvel[0] = 1.0


def sliding(t: np.ndarray) -> np.ndarray:
    t = np.minimum(t, 1.0 / (MU * G))
    return t - 0.5 * MU * G * t * t


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="brick_slide",
            question="A brick slides at 1 m/s with a friction of 0.5. Where does it stop?",
            explanation="After v/(μg) at v²/(2μg) = 0.1019 m. Convex models lift a sliding contact by h μ ‖v‖ in each "
            "step; set sliding at once they throw it.",
            xml=BRICK,
            duration=0.4,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=sliding,
            good=lambda h: h + 2e-3,
            setup=push,
        ),
        Experiment(
            name="incline",
            question="Two bricks on a slope of 25°, with friction 0.3 and 0.6. Which one slides, and how far "
            "is it ahead?",
            explanation="One sticks if tan θ ≤ μ: tan 25° = 0.47. The other gets ½ g (sin θ − μ cos θ) t² ahead. Soft "
            "friction creeps.",
            xml=INCLINE,
            duration=0.5,
            quantity="distance between them",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0] - trace.qpos[:, 7],
            exact=lambda t: 0.5 * G * (np.sin(ANGLE) - 0.3 * np.cos(ANGLE)) * t * t,
            good=lambda h: 1.5 * h + 5e-3,
        ),
    )
