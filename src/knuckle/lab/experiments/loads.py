"""Loads: what stands, what is pushed without moving, and a rod that cannot go on sliding."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.trace import Trace
from knuckle.model.model import Model

STAND = """
<mujoco model="heavy stand"><option gravity="0 0 -9.81"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom name="foot" size=".1" mass="180"/></body>
</worldbody></mujoco>"""
WALL = """
<mujoco model="wall push"><option gravity="0 0 0"/><worldbody>
  <geom name="wall" type="plane" size="1 1 .1" euler="0 90 0"/>
  <body pos=".1 0 0"><joint type="slide" axis="1 0 0"/><geom name="hand" size=".1" mass="1"/></body>
</worldbody></mujoco>"""
PUSH = 20.0
LEAN, LENGTH, END = np.arctan(2.0), 0.5, 1e-4
ROD = f"""
<mujoco model="Painleve's rod"><option gravity="0 0 -9.81"/><worldbody>
  <geom name="floor" type="plane" size="50 50 .1" friction="2 0 0"/>
  <body pos="0 0 {LENGTH * np.sin(LEAN) + END}"><inertial pos="0 0 0" mass="1" diaginertia=".01 {1 / 12} {1 / 12}"/>
    <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
    <geom name="end" pos="{-LENGTH * np.cos(LEAN)} 0 {-LENGTH * np.sin(LEAN)}" size="{END}" friction="2 0 0"/></body>
</worldbody></mujoco>"""


def push(m: Model, d: Data) -> None:
    d.qfrc_applied[0] = -PUSH


def slide(m: Model, d: Data) -> None:
    d.qvel[0] = -1.0


def end_of_rod(trace: Trace) -> np.ndarray:
    """How far the lower end has come along the floor."""
    x, angle = trace.qpos[:, 0], trace.qpos[:, 2]
    return x - LENGTH * (np.cos(LEAN - angle) - np.cos(LEAN))


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="heavy_stand",
            question="180 kg stand on one foot. How deep do they sink in?",
            explanation="A rigid floor carries them; a spring of k sinks by mg/k: for 1 mm it takes k = 1.77e6 N/m, "
            "and with 1 kg on such a spring a step of more than 1.5 ms blows up. Soft models scale with the mass.",
            xml=STAND,
            duration=0.3,
            quantity="height",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: 0.0 * t,
            good=lambda h: 2e-3 + 0.1 * h,
        ),
        Experiment(
            name="wall_push",
            question="A hand pushes a wall with 20 N. How far does it go?",
            explanation="Nowhere. So a rigid model cannot tell from the motion how hard it pushes, and has no inverse; "
            "a soft one tells it from a depth that nobody sees.",
            xml=WALL,
            duration=0.2,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: 0.0 * t,
            good=lambda h: 1e-3 + 0.1 * h,
            setup=push,
        ),
        Experiment(
            name="painleve_rod",
            question="A rod that leans at tan θ = 2 slides with its lower end ahead, with a friction of 2. How far "
            "does that end slide?",
            explanation="Friction presses it into the floor harder than any normal force can push it out: no rigid "
            "acceleration exists (Painlevé). Its end jams at once, in an impact without a collision.",
            xml=ROD,
            duration=0.05,
            quantity="way of the lower end",
            unit="m",
            measured=end_of_rod,
            exact=lambda t: 0.0 * t,
            good=lambda h: 2.5 * h + 2e-3,
            setup=slide,
        ),
    )
