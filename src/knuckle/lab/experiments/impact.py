"""Impacts: of balls on a floor and a cart on a wall."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.materials import Material, Materials
from knuckle.lab.scheme import Scheme
from knuckle.model.model import Model

G, RADIUS, DROP = 9.81, 0.1, 0.2
FLOOR = '<geom name="floor" type="plane" size="5 5 .1" friction="0 0 0"/>'
BALL = f"""
<mujoco model="ball drop"><option gravity="0 0 -9.81"/><worldbody>{FLOOR}
  <body pos="0 0 {RADIUS + DROP}"><joint type="slide" axis="0 0 1"/><geom name="ball" size="{RADIUS}" mass="10"/></body>
</worldbody></mujoco>"""
HOLLOW = f"""
<mujoco model="spinning ball"><option gravity="0 0 -9.81" impratio="100"/><worldbody>{FLOOR}
  <body pos="0 0 {RADIUS + 0.01}"><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="{2 / 3 * RADIUS**2} {2 / 3 * RADIUS**2} {2 / 3 * RADIUS**2}"/>
    <geom name="ball" size="{RADIUS}" friction="3 0 0"/></body>
</worldbody></mujoco>"""
CART = """
<mujoco model="cart and wall"><option gravity="0 0 0"/><worldbody>
  <geom name="wall" type="plane" size="1 1 .1" euler="0 90 0" friction="0 0 0" condim="1"/>
  <body pos=".1 0 0"><joint type="slide" axis="1 0 0"/><geom name="cart" size=".1" mass="1" condim="1"/></body>
</worldbody></mujoco>"""
RESTITUTION = 0.8


def needs_restitution(scheme: Scheme) -> str:
    """Schemes without restitution of any kind do not bounce as told."""
    if getattr(scheme, "restitution", 0) or getattr(scheme, "takes_restitution", False):
        return ""
    return "it has no restitution"


def drop(t: np.ndarray) -> np.ndarray:
    """Free fall, then rest on the floor."""
    return np.maximum(RADIUS + DROP - 0.5 * G * t * t, RADIUS)


def bounce(t: np.ndarray) -> np.ndarray:
    """Parabolas whose speeds fall by e at each impact."""
    height, start, speed = np.full_like(t, RADIUS), np.sqrt(2 * DROP / G), np.sqrt(2 * G * DROP)
    height = np.where(t < start, RADIUS + DROP - 0.5 * G * t * t, height)
    for _ in range(60):
        speed *= RESTITUTION
        since, last = t - start, 2 * speed / G
        height = np.where((since >= 0) & (since < last), RADIUS + speed * since - 0.5 * G * since**2, height)
        start += last
    return height


def spin(m: Model, d: Data) -> None:
    d.qvel[0], d.qvel[4] = 1.0, -20.0


def rolling(t: np.ndarray) -> np.ndarray:
    """The hollow ball lands with ẋ = 1 m/s, θ̇ = −20 rad/s about y: it leaves with 3/5 ẋ + 2r/5 θ̇, and rolls."""
    landing = np.sqrt(2 * 0.01 / G)
    after = 0.6 * 1.0 + 0.4 * RADIUS * -20.0
    return np.where(t < landing, t, landing + after * (t - landing))


def drive(m: Model, d: Data) -> None:
    d.qpos[0], d.qvel[0] = 0.055, -1.0


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="ball_drop",
            question="A ball of 10 kg falls 0.2 m onto a floor without restitution. Where is it?",
            explanation="It falls freely for √(2H/g) and stays where it lands. Soft models sink in or float; models "
            "that see contacts from afar brake early.",
            xml=BALL,
            duration=0.5,
            quantity="height of the centre",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0] + RADIUS + DROP,
            exact=drop,
            good=lambda h: 2.5 * h + 2e-3,
        ),
        Experiment(
            name="bounce",
            question="The same ball with a restitution of 0.8: how high does it bounce?",
            explanation="Heights fall by e² from bounce to bounce, and rest comes after √(2H/g)(1+e)/(1−e).",
            xml=BALL,
            duration=1.0,
            quantity="height of the centre",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0] + RADIUS + DROP,
            exact=bounce,
            good=lambda h: 10 * h + 5e-3,
            materials=Materials({"ball": Material(restitution=RESTITUTION)}, Material(restitution=1.0)),
            excludes=needs_restitution,
        ),
        Experiment(
            name="spinning_ball",
            question="A hollow ball that flies at 1 m/s and spins backwards at 20 rad/s lands and sticks. Which way "
            "does it go?",
            explanation="An impact that sticks leaves 3/5 of its speed plus 2r/5 of its spin, whatever the friction: "
            "ẋ⁺ = 0.6 − 0.8 = −0.2 m/s. It comes back. Convex models that look ahead feel the floor already at the "
            "distance h μ ‖v_t‖.",
            xml=HOLLOW,
            duration=0.3,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=rolling,
            good=lambda h: 1.5 * h + 2e-3,
            setup=spin,
        ),
        Experiment(
            name="cart_wall",
            question="A cart of 1 kg runs into a wall at 1 m/s. What is its distance from the wall?",
            explanation="q' = max(0, q + h v): the step in which it would pass the wall ends at the wall.",
            xml=CART,
            duration=0.2,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: np.maximum(0.055 - t, 0.0),
            good=lambda h: h + 1e-3,
            setup=drive,
        ),
    )
