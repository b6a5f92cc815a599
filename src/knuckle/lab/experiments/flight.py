"""Motion without contact: what the integrator alone does."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.model.model import Model

G = 9.81
FALL = """
<mujoco model="free fall"><option gravity="0 0 -9.81"/><worldbody>
  <body pos="0 0 2"><freejoint/><geom size=".1" mass="1"/></body>
</worldbody></mujoco>"""
SPRING = """
<mujoco model="oscillator"><option gravity="0 0 0"/><worldbody>
  <body><joint type="slide" stiffness="100"/><geom size=".1" mass="1"/></body>
</worldbody></mujoco>"""


def throw(m: Model, d: Data) -> None:
    d.qvel[2] = 1.0


def stretch(m: Model, d: Data) -> None:
    d.qpos[0] = 0.1


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="free_fall",
            question="A ball is thrown up at 1 m/s. How high is it half a second later?",
            explanation="z = z₀ + v₀ t − ½ g t². With steps of h the explicit update is ½ g h t too high, the "
            "semi-implicit one as much too low, the midpoint exact.",
            xml=FALL,
            duration=0.5,
            quantity="height",
            unit="m",
            measured=lambda trace: trace.qpos[:, 2],
            exact=lambda t: 2.0 + t - 0.5 * G * t * t,
            good=lambda h: 0.51 * G * h * 0.5,
            setup=throw,
        ),
        Experiment(
            name="oscillator",
            question="A mass of 1 kg on a spring of 100 N/m is let go 0.1 m from rest. Does it keep its amplitude?",
            explanation="x = x₀ cos ωt with ω = 10 rad/s. The amplitude of the explicit update grows by √(1 + h²ω²) in "
            "each step, that of the midpoint by √(1 + ½h²ω²), that of the semi-implicit one stays.",
            xml=SPRING,
            duration=1.0,
            quantity="position",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: 0.1 * np.cos(10 * t),
            good=lambda h: 0.1 * (0.5 * 10 * h + 0.1 * 1.0 * 10 * h * h * 100),
            setup=stretch,
        ),
    )
