"""Touch: which way two boxes push each other, and a skin that remembers the last finger."""

from functools import cache

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.materials import Material, Materials
from knuckle.lab.scheme import Scheme
from knuckle.lab.stepping import forward, memory, step
from knuckle.model.model import Model

SIDE, OVERLAP = 0.2, 0.05
BOXES = """
<mujoco model="two boxes"><option gravity="0 0 0" cone="elliptic"/><worldbody>
  <geom name="low" type="box" size=".1 .1 .1" friction="0 0 0"/>
  <body pos="0 0 .15"><freejoint/><geom name="high" type="box" size=".1 .1 .1" mass="1" friction="0 0 0"/></body>
</worldbody></mujoco>"""
OFFSETS = np.linspace(0.12, 0.18, 13)

CONSTANT, SPEED, DEPTH = 0.05, 0.1, 2e-3  # of the skin [s]; of the finger [m/s], [m]
FAR = 0.2  # [m] from the skin: out of sight of every scheme
PAUSES = np.array([0.2, 0.5, 1.0, 2.0, 5.0])  # in units of the skin's time constant
FINGER = f"""
<mujoco model="finger"><option gravity="0 0 0" cone="elliptic"/><worldbody>
  <geom name="skin" type="plane" size="5 5 .1" solref="{CONSTANT} 1" solimp=".5 .5 .001" friction="0 0 0"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/>
    <geom name="finger" size=".1" mass="1" solref="{CONSTANT} 1" solimp=".5 .5 .001" friction="0 0 0"/></body>
</worldbody></mujoco>"""


def directions(m: Model, scheme: Scheme, materials: Materials) -> tuple[np.ndarray, np.ndarray]:
    """The angle between the force on the upper box and the vertical, over its offset. [°]"""
    found = []
    for x in OFFSETS:
        d = Data(m)
        d.qpos[0] = x
        forward(m, d, scheme, memory=memory(m, d, scheme), materials=materials, on_failure="keep")
        push = d.qfrc_constraint
        found.append(np.degrees(np.arctan2(push[0], push[2])))
    return OFFSETS, np.array(found)


def turning(x: np.ndarray) -> np.ndarray:
    """Where the depths below both surfaces are equal there are two slanted faces and a straight one between them.

    With the overlaps a ≤ b that gives forces of ab/2 − a²/4 along the shorter and a²/4 along the longer one.
    """
    a, b = SIDE - np.asarray(x), np.full(np.shape(x), OVERLAP)
    short, long = np.minimum(a, b), np.maximum(a, b)
    angle = np.degrees(np.arctan2(short * long / 2 - short**2 / 4, short**2 / 4))
    return np.where(a < b, angle, 90.0 - angle)


def no_touch(scheme: Scheme) -> str:
    """Schemes that have no contacts."""
    return "it has no contacts" if type(scheme).__name__ == "Baumgarte" else ""


def no_crowd(scheme: Scheme) -> str:
    """Schemes that cannot take many contacts, or none."""
    if _is_hybrid(scheme):
        return "contacts that come and go by dozens, or of boxes on boxes, cost an event each: it would take minutes"
    return no_touch(scheme)


def no_overlap(scheme: Scheme) -> str:
    """Schemes that have no answer to bodies that overlap."""
    return (
        "events keep bodies apart: it has no force for those that overlap" if _is_hybrid(scheme) else no_touch(scheme)
    )


def _is_hybrid(scheme: Scheme) -> bool:
    return type(scheme).__name__ == "Hybrid"


def no_prescribed(scheme: Scheme) -> str:
    """Schemes whose forces are not those of a motion that is prescribed step by step."""
    if _is_hybrid(scheme):
        return "a finger that is put where it should be is an impact in each step"
    return no_touch(scheme)


def second_push(m: Model, scheme: Scheme, materials: Materials) -> tuple[np.ndarray, np.ndarray]:
    """The work of the second push over that of the first, for each pause between them."""
    return PAUSES, np.array([_works(m, scheme, materials, pause * CONSTANT) for pause in PAUSES])


def _works(m: Model, scheme: Scheme, materials: Materials, pause: float) -> float:
    d, h = Data(m), float(m.opt.timestep)
    kept = memory(m, d, scheme)
    count, works = round(DEPTH / (SPEED * h)), []

    def hold(height: float, velocity: float) -> float:
        d.qpos[0], d.qvel[0] = height, velocity
        step(m, d, scheme, 1, kept, materials=materials, on_failure="keep")
        return float(d.qfrc_constraint[0])

    for _ in range(2):
        works.append(sum(max(0.0, hold(-k * SPEED * h, -SPEED)) for k in range(count)))
        if len(works) < 2:
            for k in range(count):
                hold((k - count) * SPEED * h, SPEED)
            d.qpos[0], d.qvel[0] = FAR, 0.0
            step(m, d, scheme, round(pause / h), kept, materials=materials)
    return works[1] / works[0] if works[0] > 0 else float("nan")


@cache
def _recovered(pause: float, dt: float = 1e-5) -> float:
    """The same ratio for a skin z̈ = −b ż − k z under a finger that nothing stops: where it is in the way, it pushes."""
    k, b = 0.5 / (0.5 * CONSTANT) ** 2, 2 / (0.5 * CONSTANT)
    count = round(DEPTH / (SPEED * dt))
    way = [*range(0, -count, -1), *range(-count, 0), *[round(FAR / (SPEED * dt))] * round(pause / dt)]
    z, w, works = 0.0, 0.0, []
    for _ in range(2):
        work = 0.0
        for i, r in enumerate(way):
            free = w + dt * (-b * w - k * z)
            w = min(free, (r * SPEED * dt - z) / dt)
            z += dt * w
            work += free - w if i < count else 0.0
        works.append(work)
    return works[1] / works[0]


def remembered(x: np.ndarray) -> np.ndarray:
    """The closed form, between the pauses by a straight line."""
    return np.interp(x, PAUSES, [_recovered(float(pause) * CONSTANT) for pause in PAUSES])


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="box_box_normals",
            question="Two boxes of 0.2 m overlap by 50 mm in height; the upper one slides off. Which way is it pushed?",
            explanation="Points of contact push along the axis of least overlap: up, until the overlap is as wide as "
            "it is high, then sideways, a jump of 90° (the same for A into B and B into A). Pressure over the surface "
            "of equal depth turns through 45°: tan = 2b/a − 1 with the overlaps a ≤ b.",
            xml=BOXES,
            duration=float(OFFSETS[-1]),
            start=float(OFFSETS[0]),
            along="offset [m]",
            quantity="angle of the force",
            unit="°",
            perform=directions,
            exact=turning,
            good=lambda h: 4.0,
            materials=Materials(default=Material(modulus=1e6)),
            excludes=no_overlap,
        ),
        Experiment(
            name="finger_twice",
            question="A finger pushes skin in by 2 mm, leaves, and pushes again. Is the second push as hard?",
            explanation="Skin that recovers in T = 50 ms is still away when the finger comes back soon: the second "
            "touch comes later, and takes less work. Models whose force is a function of the state have no memory: "
            "for them both are alike.",
            xml=FINGER,
            duration=float(PAUSES[-1]),
            start=float(PAUSES[0]),
            along="pause [T]",
            quantity="work of the second push over the first",
            unit="",
            perform=second_push,
            exact=remembered,
            good=lambda h: min(0.65, 0.03 + 130 * h),
            excludes=no_prescribed,
        ),
    )
