"""Robots that stand, hop, walk and run: cheetah, hopper, humanoid, humanoid_CMU, walker."""

import numpy as np

from knuckle.data.data import reset
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import (
    POSITION,
    VELOCITY,
    axis,
    column,
    field,
    frame,
    into,
    mean,
    norm,
    place,
    sensor,
    small_control,
    suite_task,
    tolerance,
)
from knuckle.envs.suite.starts import any_joints, starting_at, without_contact
from knuckle.envs.task import Moment, Part, Reading, Setting, Start
from knuckle.functions import stages

# cheetah

SETTLING = 200  # steps in which the cheetah comes to rest before an episode


def start_cheetah(s: Setting, generator: np.random.Generator) -> Start:
    """Limited joints anywhere in their ranges, dropped to the ground."""
    m, d = s.model, s.scratch
    reset(m, d)
    limited = np.asarray(m.jnt_limited, bool)
    low, high = m.jnt_range[limited].T
    d.qpos[limited] = generator.uniform(low, high)
    stages.step(m, d, SETTLING)
    return Start({"qpos": d.qpos.copy(), "qvel": d.qvel.copy(), "qacc_warmstart": d.qacc_warmstart.copy()})


CHEETAH = [
    suite_task(
        "cheetah-run",
        file("cheetah.xml"),
        frame_skip=1,
        observation=(field("qpos", "position", 1), VELOCITY),
        start=start_cheetah,
        reward=lambda t: tolerance(
            sensor(t, "torso_subtreelinvel")[:, 0], 10.0, np.inf, margin=10.0, fall="linear", at_margin=0.0
        ),
        fields=("sensordata",),
    )
]

# hopper


def standing_hopper(t: Moment) -> np.ndarray:
    """1 where the torso is high enough above the foot."""
    height = t.w.xipos[:, t.s.index("body", "torso"), 2] - t.w.xipos[:, t.s.index("body", "foot"), 2]
    return tolerance(height, 0.6, 2.0)


def hop(t: Moment) -> np.ndarray:
    """Standing, and forward at 2 m/s."""
    speed = sensor(t, "torso_subtreelinvel")[:, 0]
    return standing_hopper(t) * tolerance(speed, 2.0, np.inf, margin=1.0, fall="linear", at_margin=0.5)


HOPPER = [
    suite_task(
        f"hopper-{name}",
        file("hopper.xml"),
        frame_skip=4,
        observation=(
            field("qpos", "position", 1),
            VELOCITY,
            Part("touch", lambda t: np.log1p(sensor(t, "touch_toe", "touch_heel"))),
        ),
        start=starting_at(any_joints),
        reward=reward,
        fields=("xipos", "sensordata"),
    )
    for name, reward in (("stand", lambda t: standing_hopper(t) * small_control(t.w.ctrl)), ("hop", hop))
]

# humanoids

WALK, RUN = 1.0, 10.0  # speeds of humanoids [m/s]


def humanoid_reward(torso: str, upward: str, height: float, speed: float) -> Reading:
    """Head high, torso upright, little force, and still or as fast as is asked for."""

    def reward(t: Moment) -> np.ndarray:
        standing = tolerance(place(t, "body", "head")[:, 2], height, np.inf, margin=height / 4.0)
        upright = tolerance(axis(t, torso, upward), 0.9, np.inf, margin=1.9, fall="linear", at_margin=0.0)
        velocity = sensor(t, f"{torso}_subtreelinvel")[:, :2]
        if speed == 0.0:
            moving = mean(tolerance(velocity, margin=2.0))
        else:
            fast = tolerance(norm(velocity), speed, np.inf, margin=speed, fall="linear", at_margin=0.0)
            moving = (5.0 * fast + 1.0) / 6.0
        return small_control(t.w.ctrl) * (standing * upright) * moving

    return reward


def extremities(torso: str, limbs: tuple[str, ...]) -> Reading:
    """Where hands and feet are, seen from the torso."""

    def read(t: Moment) -> np.ndarray:
        rotation, centre = frame(t, torso), place(t, "body", torso)
        return np.concatenate([into(rotation, place(t, "body", limb) - centre) for limb in limbs], axis=1)

    return read


def humanoid_observation(torso: str, limbs: tuple[str, ...], vertical: tuple[str, ...]) -> tuple[Part, ...]:
    """Joints, height, limbs, tilt, and velocities."""
    return (
        field("qpos", "joint_angles", 7),
        column("head_height", lambda t: place(t, "body", "head")[:, 2]),
        Part("extremities", extremities(torso, limbs)),
        Part("torso_vertical", lambda t: np.stack([axis(t, torso, entry) for entry in vertical], axis=1)),
        Part("com_velocity", lambda t: sensor(t, f"{torso}_subtreelinvel")),
        VELOCITY,
    )


TILT = ("zx", "zy", "zz")
FRAMES = ("xpos", "xmat", "sensordata")
HUMANOID = [
    suite_task(
        f"humanoid-{name}",
        file("humanoid.xml"),
        frame_skip=5,
        observation=observation,
        start=starting_at(without_contact(any_joints)),
        reward=humanoid_reward("torso", "zz", 1.4, speed),
        fields=FRAMES,
    )
    for name, speed, observation in (
        *[
            (name, speed, humanoid_observation("torso", ("left_hand", "left_foot", "right_hand", "right_foot"), TILT))
            for name, speed in (("stand", 0.0), ("walk", WALK), ("run", RUN))
        ],
        ("run_pure_state", RUN, (POSITION, VELOCITY)),
    )
]
HUMANOID_CMU = [
    suite_task(
        f"humanoid_CMU-{name}",
        file("humanoid_CMU.xml"),
        frame_skip=10,
        observation=humanoid_observation("thorax", ("lhand", "lfoot", "rhand", "rfoot"), TILT),
        start=starting_at(without_contact(any_joints)),
        reward=humanoid_reward("thorax", "zy", 1.4, speed),
        fields=FRAMES,
    )
    for name, speed in (("stand", 0.0), ("walk", WALK), ("run", RUN))
]

# walker


def walker_reward(speed: float) -> Reading:
    """High and upright, and forward as fast as is asked for."""

    def reward(t: Moment) -> np.ndarray:
        standing = tolerance(place(t, "body", "torso")[:, 2], 1.2, np.inf, margin=0.6)
        upright = (1.0 + axis(t, "torso", "zz")) / 2.0
        stand = (3.0 * standing + upright) / 4.0
        if speed == 0.0:
            return stand
        velocity = sensor(t, "torso_subtreelinvel")[:, 0]
        fast = tolerance(velocity, speed, np.inf, margin=speed / 2.0, fall="linear", at_margin=0.5)
        return stand * (5.0 * fast + 1.0) / 6.0

    return reward


WALKER = [
    suite_task(
        f"walker-{name}",
        file("walker.xml"),
        frame_skip=10,
        observation=(
            Part("orientations", lambda t: t.w.xmat[:, 1:][:, :, [0, 2]].reshape(len(t.w.qpos), -1)),
            column("height", lambda t: place(t, "body", "torso")[:, 2]),
            VELOCITY,
        ),
        start=starting_at(any_joints),
        reward=walker_reward(speed),
        fields=FRAMES,
    )
    for name, speed in (("stand", 0.0), ("walk", 1.0), ("run", 8.0))
]

TASKS = (*CHEETAH, *HOPPER, *HUMANOID, *HUMANOID_CMU, *WALKER)
