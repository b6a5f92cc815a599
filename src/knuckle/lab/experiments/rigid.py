"""Rigid contact: where complementarity, its convex relaxation and soft contact part ways; stacks that should stand."""

from collections.abc import Callable
from functools import cache

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment, no_reason
from knuckle.lab.experiments.touch import no_crowd
from knuckle.lab.scheme import Scheme
from knuckle.lab.trace import Trace
from knuckle.model.model import Model

G, MU, ANGLE = 9.81, 0.5, np.deg2rad(25)
FLOOR = '<geom name="floor" type="plane" size="5 5 .1" friction="0 0 0"/>'
HEAD = '<option gravity="0 0 -9.81" impratio="100" cone="elliptic"/>'
SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
OBLIQUE = f"""
<mujoco model="oblique impact"><option gravity="0 0 0" impratio="100" cone="elliptic"/><worldbody>{FLOOR}
  <body pos="0 0 .125">{SLIDES}<geom name="ball" size=".1" mass="1" friction="{MU} 0 0"/></body>
</worldbody></mujoco>"""
PUCK = f"""
<mujoco model="turntable">{HEAD}<worldbody>{FLOOR}
  <body pos="0 0 .1">{SLIDES}<geom name="puck" size=".1" mass="1" friction="{MU} 0 0"/></body>
</worldbody></mujoco>"""
LEGS = "".join(
    f'<geom name="leg{k}" size=".05" pos="{x} {y} -.35" mass=".5"/>'
    for k, (x, y) in enumerate(((0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5)))
)
TABLE = f"""
<mujoco model="four legs">{HEAD}<worldbody>{FLOOR}
  <body pos="0 0 .4"><freejoint/><geom name="top" type="box" size=".6 .6 .02" mass="8"/>{LEGS}
    <geom name="load" type="box" size=".1 .1 .1" pos=".3 .1 .12" mass="5"/></body>
</worldbody></mujoco>"""
PUSHED = f"""
<mujoco model="box on table">{HEAD}<worldbody>{FLOOR}
  <body pos="0 0 .1"><freejoint/><geom name="box" type="box" size=".1 .1 .1" mass="1" friction="{MU} 0 0"/></body>
</worldbody></mujoco>"""
WIDE, HIGH = 0.1, 0.3
TILT = f"""
<mujoco model="box tilt"><option gravity="{G * np.sin(ANGLE)} 0 {-G * np.cos(ANGLE)}" impratio="100" cone="elliptic"/>
<worldbody>{FLOOR}
  <body pos="0 0 {HIGH}"><freejoint/>
    <geom name="tall" type="box" size="{WIDE} .1 {HIGH}" mass="1" friction="2 0 0"/></body>
  <body pos="0 1 .1"><freejoint/><geom name="low" type="box" size=".1 .1 .1" mass="1" friction="2 0 0"/></body>
</worldbody></mujoco>"""


def stack(masses: tuple[float, ...], name: str) -> str:
    """Boxes of 0.2 m on top of each other, from the lowest on."""
    boxes = "".join(
        f'<body pos="0 0 {0.1 + 0.2 * k}"><freejoint/><geom type="box" size=".1 .1 .1" mass="{mass}"/></body>'
        for k, mass in enumerate(masses)
    )
    return f'<mujoco model="{name}">{HEAD}<worldbody>{FLOOR}{boxes}</worldbody></mujoco>'


def fly(m: Model, d: Data) -> None:
    d.qvel[0], d.qvel[2] = 1.0, -1.0


def slide(m: Model, d: Data) -> None:
    d.qvel[:2] = np.sqrt(0.5)


def press(m: Model, d: Data) -> None:
    d.qfrc_applied[0] = 0.5 * MU * G


def deflected(t: np.ndarray) -> np.ndarray:
    """The ball lands after 25 ms; an impulse of 1 N s takes μ of it from the speed along the floor."""
    return np.where(t < 0.025, t, 0.025 + (1.0 - MU) * (t - 0.025))


def stopping(t: np.ndarray) -> np.ndarray:
    t = np.minimum(t, 1.0 / (MU * G))
    return t - 0.5 * MU * G * t * t


def tilts(trace: Trace) -> np.ndarray:
    """How much further the first box has turned about y than the second."""
    angle = [2 * np.arctan2(trace.qpos[:, k + 5], trace.qpos[:, k + 3]) for k in (0, 7)]
    return angle[0] - angle[1]


@cache
def _tipping(duration: float, count: int) -> np.ndarray:
    """ψ̈ = 3g/(4r) sin ψ of a box that turns about its lower edge, at equal times by Runge-Kutta."""
    r = np.hypot(WIDE, HIGH)
    dt, out = duration / count, []
    y = np.array([ANGLE - np.arctan2(WIDE, HIGH), 0.0])

    def rate(y: np.ndarray) -> np.ndarray:
        return np.array([y[1], 3 * G / (4 * r) * np.sin(y[0])])

    for _ in range(count + 1):
        out.append(y[0])
        a = rate(y)
        b = rate(y + 0.5 * dt * a)
        c = rate(y + 0.5 * dt * b)
        y = y + dt / 6 * (a + 2 * b + 2 * c + rate(y + dt * c))
    return np.array(out) - out[0]


def tipping(t: np.ndarray) -> np.ndarray:
    """The angle by which the tall box has tipped."""
    return np.interp(t, np.linspace(0, 0.3, 3001), _tipping(0.3, 3000))


def highest(trace: Trace) -> np.ndarray:
    """The height of the topmost box over where it began."""
    return trace.qpos[:, -5] - trace.qpos[0, -5]


def still(t: np.ndarray) -> np.ndarray:
    return np.zeros_like(t)


def experiments() -> tuple[Experiment, ...]:
    return (*sliding_ones(), *standing_ones())


def sliding_ones() -> tuple[Experiment, ...]:
    """Contacts that slide."""
    return (
        Experiment(
            name="oblique_impact",
            question="A ball hits the floor with 1 m/s across and 1 m/s down, friction 0.5. How fast is it afterwards?",
            explanation="The impulse that stops the fall is 1 N s, friction takes 0.5 m/s. Convex models that see the "
            "floor when they touch it leave with v_n = μ‖v_t‖: (0.4, 0.2) m/s, however small the step. Those that see "
            "it from afar come to slide at a distance h μ‖v_t‖, with 0.5 m/s.",
            xml=OBLIQUE,
            duration=0.125,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=deflected,
            good=lambda h: 0.6 * h + 1e-3,
            setup=fly,
        ),
        Experiment(
            name="turntable",
            question="A puck slides at 1 m/s along the diagonal between two tangents. Where does it stop?",
            explanation="At v²/(2μg) = 0.1019 m, whatever the direction. A cone with k facets has only cos(π/k) of the "
            "friction between its edges: with 4 the puck goes 1.41 times as far.",
            xml=PUCK,
            duration=0.35,
            quantity="distance",
            unit="m",
            measured=lambda trace: np.hypot(trace.qpos[:, 0], trace.qpos[:, 1]),
            exact=stopping,
            good=lambda h: h + 2e-3,
            setup=slide,
        ),
        Experiment(
            name="box_tilt",
            question="A tall and a low box on a slope of 25° with much friction. Which one tips, and how fast?",
            explanation="One tips if its centre lies beyond its lower edge: tan θ > width/height. It turns about the "
            "edge as an inverted pendulum, ψ̈ = 3g/(4r) sin ψ.",
            xml=TILT,
            duration=0.3,
            quantity="angle between them",
            unit="rad",
            measured=tilts,
            exact=tipping,
            good=lambda h: 1.5 * h + 3e-3,
        ),
    )


def standing(
    name: str, question: str, explanation: str, xml: str, duration: float, excludes: Callable[[Scheme], str] = no_reason
) -> Experiment:
    """An experiment in which nothing should move."""
    return Experiment(
        name=name,
        question=question,
        explanation=explanation,
        xml=xml,
        duration=duration,
        quantity="sinking",
        unit="m",
        measured=highest,
        exact=still,
        good=lambda h: 1e-3,
        excludes=excludes,
    )


def standing_ones() -> tuple[Experiment, ...]:
    """Contacts that should hold."""
    return (
        standing(
            "four_legs",
            "A table with a load stands on four legs. How much does each carry?",
            "Four forces, three equations: f + s (1, −1, 1, −1) is as good as f. The motion is unique all the same: "
            "none. Lemke finds a vertex, with a leg that carries nothing; R shares it as evenly as it can; sweeps "
            "leave what their order says.",
            TABLE,
            0.1,
        ),
        Experiment(
            name="box_on_table",
            question="A box of 1 kg is pushed with half of what friction holds. How far does it get?",
            explanation="Nowhere. Where friction is soft it creeps with a speed that grows with R.",
            xml=PUSHED,
            duration=0.3,
            quantity="distance",
            unit="m",
            measured=lambda trace: trace.qpos[:, 0],
            exact=still,
            good=lambda h: 1e-3,
            setup=press,
        ),
        standing(
            "stack_10",
            "Ten boxes stand on each other. Does the stack sink?",
            "Forty contacts share the weight. Sweeps carry it down one box at a time; direct methods do not mind.",
            stack((1.0,) * 10, "stack of ten"),
            0.05,
            no_crowd,
        ),
        standing(
            "mass_ratio",
            "A box of 1000 kg stands on one of 1 kg. Does it sink?",
            "The lower contacts carry a thousand times what the lower box weighs: sweeps converge a thousand times "
            "slower.",
            stack((1.0, 1000.0), "mass ratio"),
            0.1,
            no_crowd,
        ),
    )
