"""Joints and loops: pendulums, a linkage, and a joint that is driven."""

from functools import cache

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.scheme import Scheme
from knuckle.model.model import Model

G, START, CRANK, RATE = 9.81, 0.5, 0.5, 2.0
TINY = 'diaginertia="1e-9 1e-9 1e-9"'
DOUBLE = f"""
<mujoco model="double pendulum"><option gravity="0 0 -9.81"/><worldbody>
  <body><joint axis="0 -1 0"/><inertial pos="0 0 -1" mass="1" {TINY}/>
    <body pos="0 0 -1"><joint axis="0 -1 0"/><inertial pos="0 0 -1" mass="1" {TINY}/></body></body>
</worldbody></mujoco>"""
# two cranks of 0.5 m without mass and a coupler of 1 m that they carry: a loop that is closed by a connect
FOUR_BAR = f"""
<mujoco model="four-bar linkage"><option gravity="0 0 -9.81"/><worldbody>
  <body><joint axis="0 -1 0"/><inertial pos="0 0 -.25" mass=".2" {TINY}/>
    <body name="coupler" pos="0 0 -{CRANK}"><joint axis="0 -1 0"/>
      <inertial pos=".5 0 0" mass="1" diaginertia=".1 .1 .1"/></body></body>
  <body name="rocker" pos="1 0 0"><joint axis="0 -1 0"/><inertial pos="0 0 -.25" mass=".2" {TINY}/></body>
</worldbody><equality><connect body1="coupler" body2="rocker" anchor="1 0 0"/></equality></mujoco>"""
DRIVEN = f"""
<mujoco model="driven joint"><option gravity="0 0 -9.81"/><worldbody>
  <body><joint name="arm" axis="0 -1 0"/><inertial pos="0 0 -1" mass="1" {TINY}/></body>
  <body pos="2 0 0"><joint name="driver" type="slide" axis="0 1 0"/><inertial pos="0 0 0" mass="1e7" {TINY}/></body>
</worldbody><equality><joint joint1="arm" joint2="driver" solref=".004 1"/></equality></mujoco>"""


def no_equalities(scheme: Scheme) -> str:
    """Schemes that are there for contacts alone."""
    return "it takes no equalities" if getattr(scheme, "takes_equalities", True) is False else ""


def raise_both(m: Model, d: Data) -> None:
    d.qpos[:] = START, 0.3


def raise_crank(m: Model, d: Data) -> None:
    d.qpos[:] = START, -START, START


def drive(m: Model, d: Data) -> None:
    d.qvel[:] = RATE


def textbook(t: float, y: np.ndarray) -> np.ndarray:
    """(q̇, q̈) of the double pendulum with unit masses and lengths, by the formulas of textbooks."""
    (a, b), (p, q) = y[:2], y[2:]
    c, s = np.cos(b), np.sin(b)
    M = np.array([[3 + 2 * c, 1 + c], [1 + c, 1]])
    force = [s * (2 * p * q + q * q) - 2 * G * np.sin(a) - G * np.sin(a + b), -s * p * p - G * np.sin(a + b)]
    return np.concatenate([[p, q], np.linalg.solve(M, force)])


def crank(t: float, y: np.ndarray) -> np.ndarray:
    """A parallelogram is a pendulum: I = 2 m_c (a/2)² + m a², weight 2 m_c a/2 + m a."""
    inertia, weight = 2 * 0.2 * 0.25**2 + CRANK**2, 2 * 0.2 * 0.25 + CRANK
    return np.array([y[1], -G * weight / inertia * np.sin(y[0])])


@cache
def path(name: str, duration: float):
    """A trajectory of one of the equations above."""
    from scipy.integrate import solve_ivp

    start = {"textbook": [START, 0.3, 0, 0], "crank": [START, 0]}[name]
    rate = {"textbook": textbook, "crank": crank}[name]
    return solve_ivp(rate, (0, duration + 0.1), start, "DOP853", rtol=1e-11, atol=1e-12, dense_output=True).sol


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="double_pendulum",
            question="Two unit masses on rods of 1 m swing from 0.5 and 0.3 rad. Where is the second one?",
            explanation="M(q) q̈ + C(q, q̇) q̇ = τ_g(q) with the textbook's matrices. No contact takes part: what differs "
            "is the integrator.",
            xml=DOUBLE,
            duration=0.5,
            quantity="angle of the second rod",
            unit="rad",
            measured=lambda trace: trace.qpos[:, 1],
            exact=lambda t: path("textbook", 0.5)(t)[1],
            good=lambda h: 0.6 * h + 1e-4,
            setup=raise_both,
        ),
        Experiment(
            name="four_bar",
            question="A parallelogram linkage swings from 0.5 rad. How does its crank move?",
            explanation="As a pendulum of the inertia 2 m (a/2)² + m a². The loop is closed by a constraint of which "
            "one direction is redundant; hard ones keep it, soft ones give way.",
            xml=FOUR_BAR,
            duration=0.5,
            quantity="angle of the crank",
            unit="rad",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: path("crank", 0.5)(t)[0],
            good=lambda h: 1.5 * h + 1e-3,
            setup=raise_crank,
            excludes=no_equalities,
        ),
        Experiment(
            name="driven_joint",
            question="A pendulum is geared to a drive that nothing can stop, at 2 rad/s. Where is it?",
            explanation="At 2 t: the torque of the gear is what inverse dynamics asks for. Soft equalities lag behind.",
            xml=DRIVEN,
            duration=0.5,
            quantity="angle",
            unit="rad",
            measured=lambda trace: trace.qpos[:, 0],
            exact=lambda t: RATE * t,
            good=lambda h: 5e-3,
            setup=drive,
            excludes=no_equalities,
        ),
    )
