"""A finger that turns a spinner: finger."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import column, norm, sensor, suite_task
from knuckle.envs.suite.starts import any_joints, without_contact
from knuckle.envs.task import Moment, Part, Reading, Setting, Start

FAST = 15.0  # speed at which the body spins [rad/s]
PLANE = [0, 2]  # x and z


def easy_to_spin(spec: Spec) -> None:
    """Little friction of the hinge."""
    spec.find("joint", "hinge").damping = 0.03


def start_spin(s: Setting, generator: np.random.Generator) -> Start:
    """Any pose without contact."""
    return Start({"qpos": without_contact(any_joints)(s, generator)})


def start_turn(s: Setting, generator: np.random.Generator) -> Start:
    """The same, and a target at any angle around the hinge, where the tip can be."""
    angle = generator.uniform(-np.pi, np.pi)
    radius = s.model.geom_size[s.index("geom", "cap1")].sum()
    hinge = s.model.body_pos[s.index("body", "spinner")][PLANE]
    target = hinge + radius * np.array([np.sin(angle), np.cos(angle)])
    return Start({"qpos": without_contact(any_joints)(s, generator)}, {"target": target})


def tip(t: Moment) -> np.ndarray:
    """The tip of the spinner, from its hinge."""
    return (sensor(t, "tip") - sensor(t, "spinner"))[:, PLANE]


def target(t: Moment) -> np.ndarray:
    """The target, from the hinge."""
    return t.memory["target"] - sensor(t, "spinner")[:, PLANE]


def distance(radius: float) -> Reading:
    """From the tip to the surface of the target; negative inside."""
    return lambda t: norm(target(t) - tip(t)) - radius


def turned(radius: float) -> Reading:
    """1 where the tip is in the target."""
    return lambda t: (distance(radius)(t) <= 0.0).astype(float)


STATE = (
    Part("position", lambda t: np.concatenate([sensor(t, "proximal", "distal"), tip(t)], axis=1)),
    Part("velocity", lambda t: sensor(t, "proximal_velocity", "distal_velocity", "hinge_velocity")),
    Part("touch", lambda t: np.log1p(sensor(t, "touchtop", "touchbottom"))),
)

SPIN = suite_task(
    "finger-spin",
    file("finger.xml", easy_to_spin),
    frame_skip=2,
    observation=STATE,
    start=start_spin,
    reward=lambda t: (sensor(t, "hinge_velocity")[:, 0] <= -FAST).astype(float),
    fields=("sensordata",),
)
TURN = [
    suite_task(
        f"finger-{name}",
        file("finger.xml"),
        frame_skip=2,
        observation=(*STATE, Part("target_position", target), column("dist_to_target", distance(radius))),
        start=start_turn,
        reward=turned(radius),
        fields=("sensordata",),
    )
    for name, radius in (("turn_easy", 0.07), ("turn_hard", 0.03))
]

TASKS = (SPIN, *TURN)
