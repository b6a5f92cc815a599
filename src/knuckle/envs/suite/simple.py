"""Pendulums, carts, masses and arms: acrobot, ball_in_cup, cartpole, pendulum, point_mass, reacher."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import (
    POSITION,
    VELOCITY,
    axis,
    norm,
    place,
    small_control,
    suite_task,
    tolerance,
)
from knuckle.envs.suite.starts import any_joints, starting_at, touching
from knuckle.envs.task import Moment, Part, Reading, Setting, Start

# acrobot


def acrobot_reward(margin: float) -> Reading:
    """Whether the tip is in the target at the top, or how near it is."""

    def reward(t: Moment) -> np.ndarray:
        radius = t.s.model.site_size[t.s.index("site", "target"), 0]
        distance = norm(place(t, "site", "target") - place(t, "site", "tip"))
        return tolerance(distance, 0.0, radius, margin=margin)

    return reward


def any_angles(s: Setting, generator: np.random.Generator) -> np.ndarray:
    """All joints at any angle."""
    return generator.uniform(-np.pi, np.pi, s.model.nq)


ARMS = ("upper_arm", "lower_arm")
ACROBOT = [
    suite_task(
        f"acrobot-{name}",
        file("acrobot.xml"),
        frame_skip=1,
        observation=(
            Part(
                "orientations",
                lambda t: np.stack([axis(t, arm, entry) for entry in ("xz", "zz") for arm in ARMS], axis=1),
            ),
            VELOCITY,
        ),
        start=starting_at(any_angles),
        reward=acrobot_reward(margin),
        fields=("xmat", "site_xpos"),
    )
    for name, margin in (("swingup", 1.0), ("swingup_sparse", 0.0))
]

# ball in cup


def start_ball(s: Setting, generator: np.random.Generator) -> Start:
    """The ball anywhere near the cup that touches nothing."""
    while True:
        qpos = s.qpos0.copy()
        for joint, low, high in (("ball_x", -0.2, 0.2), ("ball_z", 0.2, 0.5)):
            qpos[s.model.jnt_qposadr[s.index("joint", joint)]] = generator.uniform(low, high)
        if not touching(s, qpos):
            return Start({"qpos": qpos})


def in_cup(t: Moment) -> np.ndarray:
    """1 where the whole ball is in the cup."""
    apart = np.abs(place(t, "site", "target") - place(t, "body", "ball"))[:, [0, 2]]
    target = t.s.model.site_size[t.s.index("site", "target")][[0, 2]]
    ball = t.s.model.geom_size[t.s.index("geom", "ball"), 0]
    return (apart < target - ball).all(axis=1).astype(float)


BALL_IN_CUP = [
    suite_task(
        "ball_in_cup-catch",
        file("ball_in_cup.xml"),
        frame_skip=10,
        observation=(POSITION, VELOCITY),
        start=start_ball,
        reward=in_cup,
        fields=("xpos", "site_xpos"),
    )
]

# cart and poles


def poles(count: int):
    """A chain of poles on the cart, one on the other."""

    def edit(spec: Spec) -> None:
        below = spec.find("body", "pole_1")
        for i in range(2, count + 1):
            below = below.add_body(name=f"pole_{i}", pos=(0, 0, 1), childclass="pole")
            below.add_joint(name=f"hinge_{i}")
            below.add_geom(name=f"pole_{i}")

    return edit


def cartpole_position(t: Moment) -> np.ndarray:
    """Place of the cart, and cosine and sine of each pole."""
    return np.concatenate([t.w.qpos[:, :1], t.w.xmat[:, 2:][:, :, [8, 2]].reshape(len(t.w.qpos), -1)], axis=1)


def cartpole_smooth(t: Moment) -> np.ndarray:
    """Poles upright, cart in the middle, little force, slow poles."""
    upright = ((np.ascontiguousarray(t.w.xmat[:, 2:, 8]) + 1.0) / 2.0).mean(axis=1)
    centred = (1.0 + tolerance(t.w.qpos[:, 0], margin=2.0)) / 2.0
    slow = (1.0 + tolerance(t.w.qvel[:, 1:], margin=5.0).min(axis=1)) / 2.0
    return upright * small_control(t.w.ctrl) * slow * centred


def cartpole_sparse(t: Moment) -> np.ndarray:
    """1 where the cart is in the middle and all poles are upright."""
    centred = tolerance(t.w.qpos[:, 0], -0.25, 0.25)
    return centred * tolerance(t.w.xmat[:, 2:, 8], 0.995, 1.0).prod(axis=1)


def start_cartpole(swing_up: bool):
    """Poles nearly upright, or hanging from the first."""

    def start(s: Setting, generator: np.random.Generator) -> Start:
        count = s.model.nv - 1
        if swing_up:
            first = [0.01 * generator.standard_normal(), np.pi + 0.01 * generator.standard_normal()]
            qpos = np.concatenate([first, 0.1 * generator.standard_normal(count - 1)])
        else:
            qpos = np.concatenate([generator.uniform(-0.1, 0.1, 1), generator.uniform(-0.034, 0.034, count)])
        return Start({"qpos": qpos, "qvel": 0.01 * generator.standard_normal(s.model.nv)})

    return start


CARTPOLE = [
    suite_task(
        f"cartpole-{name}",
        file("cartpole.xml", poles(count)),
        frame_skip=1,
        observation=(Part("position", cartpole_position), VELOCITY),
        start=start_cartpole(swing_up),
        reward=reward,
        fields=("xmat",),
    )
    for name, count, swing_up, reward in (
        ("balance", 1, False, cartpole_smooth),
        ("balance_sparse", 1, False, cartpole_sparse),
        ("swingup", 1, True, cartpole_smooth),
        ("swingup_sparse", 1, True, cartpole_sparse),
        ("two_poles", 2, True, cartpole_smooth),
        ("three_poles", 3, True, cartpole_smooth),
    )
]

# pendulum

UPRIGHT = np.cos(np.deg2rad(8.0))
PENDULUM = [
    suite_task(
        "pendulum-swingup",
        file("pendulum.xml"),
        frame_skip=1,
        observation=(
            Part("orientation", lambda t: np.stack([axis(t, "pole", "zz"), axis(t, "pole", "xz")], axis=1)),
            VELOCITY,
        ),
        start=starting_at(any_angles),
        reward=lambda t: tolerance(axis(t, "pole", "zz"), UPRIGHT, 1.0),
        fields=("xmat",),
    )
]

# point mass


def near_target(t: Moment) -> np.ndarray:
    """How near the mass is to the target."""
    size = t.s.model.geom_size[t.s.index("geom", "target"), 0]
    distance = norm(place(t, "geom", "target") - place(t, "geom", "pointmass"))
    return tolerance(distance, 0.0, size, margin=size)


def start_mixed(s: Setting, generator: np.random.Generator) -> Start:
    """Anywhere; each control pushes in a direction of its own, the two not nearly the same."""
    first = any_direction(generator)
    while np.abs(first @ (second := any_direction(generator))) > MOST_ALIKE:
        pass
    return Start({"qpos": any_joints(s, generator)}, {"directions": np.stack([first, second])})


def any_direction(generator: np.random.Generator) -> np.ndarray:
    """A unit vector in the plane."""
    vector = generator.standard_normal(2)
    return vector / np.linalg.norm(vector)


def mixed(t: Moment) -> np.ndarray:
    """Forces along x and y from controls along the directions of the episode: Σ u_i c_i."""
    controls = np.clip(t.action, -1.0, 1.0)[:, :, np.newaxis]
    return (controls * t.memory["directions"]).sum(axis=1)


def wide_controls(spec: Spec) -> None:
    """Controls along x and y that hold the sum of two of length 1."""
    for name in ("t1", "t2"):
        spec.find("actuator", name).ctrlrange = (-2.0, 2.0)


MOST_ALIKE = 0.9  # cosine of the angle between the two directions
POINT_MASS = [
    suite_task(
        "point_mass-easy",
        file("point_mass.xml"),
        frame_skip=1,
        observation=(POSITION, VELOCITY),
        start=starting_at(any_joints),
        reward=lambda t: near_target(t) * small_control(t.w.ctrl),
        fields=("geom_xpos",),
    ),
    suite_task(
        "point_mass-hard",
        file("point_mass.xml", wide_controls),
        frame_skip=1,
        observation=(POSITION, VELOCITY),
        start=start_mixed,
        reward=lambda t: near_target(t) * small_control(t.action),
        fields=("geom_xpos",),
        control=mixed,
        action_bound=1.0,
    ),
]

# reacher


def start_reacher(s: Setting, generator: np.random.Generator) -> Start:
    """Any pose; the target at any angle, not too near and within reach."""
    qpos = any_joints(s, generator)
    angle, radius = generator.uniform(0.0, 2.0 * np.pi), generator.uniform(0.05, 0.20)
    return Start({"qpos": qpos}, {"target": radius * np.array([np.sin(angle), np.cos(angle)])})


def to_target(t: Moment) -> np.ndarray:
    """From the finger to the target, in the plane."""
    return t.memory["target"] - place(t, "geom", "finger")[:, :2]


def reached(size: float) -> Reading:
    """1 where finger and target overlap."""

    def reward(t: Moment) -> np.ndarray:
        return tolerance(norm(to_target(t)), 0.0, size + t.s.model.geom_size[t.s.index("geom", "finger"), 0])

    return reward


REACHER = [
    suite_task(
        f"reacher-{name}",
        file("reacher.xml"),
        frame_skip=1,
        observation=(POSITION, Part("to_target", to_target), VELOCITY),
        start=start_reacher,
        reward=reached(size),
        fields=("geom_xpos",),
    )
    for name, size in (("easy", 0.05), ("hard", 0.015))
]

TASKS = (*ACROBOT, *BALL_IN_CUP, *CARTPOLE, *PENDULUM, *POINT_MASS, *REACHER)
