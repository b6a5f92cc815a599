"""Arms that reach for a target and push an object: Reacher, Pusher."""

import numpy as np

from knuckle.envs.gym.parts import load, sum_of_squares
from knuckle.envs.task import Moment, Part, Reading, Setting, Start, Task

SLOW = 0.005  # bound of the velocities that an arm starts with [rad/s]
ARM = 7  # joints of the pusher's arm
FARTHEST_TARGET = 0.2  # of the reacher [m]
NEAREST_OBJECT = 0.17  # how far from its goal the pusher's object starts at least [m]


def position(name: str) -> Reading:
    """Where a body is."""
    return lambda t: t.w.xpos[:, t.s.index("body", name)]


def between(first: str, second: str) -> Reading:
    """The vector from the second body to the first."""
    return lambda t: position(first)(t) - position(second)(t)


def distance(weight: str, first: str, second: str) -> Reading:
    """-Weight · distance of two bodies."""
    return lambda t: -np.sqrt(sum_of_squares(between(first, second)(t))) * getattr(t.o, weight)


def control_cost(t: Moment) -> np.ndarray:
    """-Weight · ‖action‖²."""
    return -sum_of_squares(t.action) * t.o.reward_control_weight


def start_reacher(s: Setting, generator: np.random.Generator) -> Start:
    """The arm nearly straight and nearly at rest, the target anywhere in a disc."""
    qpos = generator.uniform(-0.1, 0.1, s.model.nq) + s.qpos0
    while np.linalg.norm(target := generator.uniform(-FARTHEST_TARGET, FARTHEST_TARGET, 2)) >= FARTHEST_TARGET:
        pass
    qpos[-2:] = target
    qvel = s.qvel0 + generator.uniform(-SLOW, SLOW, s.model.nv)
    qvel[-2:] = 0.0
    return Start({"qpos": qpos, "qvel": qvel})


def start_pusher(s: Setting, generator: np.random.Generator) -> Start:
    """The arm in its reference pose and nearly at rest, the object anywhere that is not yet at the goal."""
    while np.linalg.norm(place := [generator.uniform(-0.3, 0.0), generator.uniform(-0.2, 0.2)]) <= NEAREST_OBJECT:
        pass
    qpos = s.qpos0.copy()
    qpos[-4:] = *place, 0.0, 0.0
    qvel = s.qvel0 + generator.uniform(-SLOW, SLOW, s.model.nv)
    qvel[-4:] = 0.0
    return Start({"qpos": qpos, "qvel": qvel})


REACHER = Task(
    name="Reacher",
    load=load,
    frame_skip=2,
    options={"xml_file": "reacher.xml", "reward_dist_weight": 1.0, "reward_control_weight": 1.0},
    observation=(
        Part("cos", lambda t: np.cos(t.w.qpos[:, :2])),
        Part("sin", lambda t: np.sin(t.w.qpos[:, :2])),
        Part("target", lambda t: t.w.qpos[:, 2:]),
        Part("qvel", lambda t: t.w.qvel[:, :2]),
        Part("to_target", lambda t: between("fingertip", "target")(t)[:, :2]),
    ),
    start=start_reacher,
    rewards={"reward_dist": distance("reward_dist_weight", "fingertip", "target"), "reward_ctrl": control_cost},
    fields=("xpos",),
    episode_steps=50,
    reward_threshold=-3.75,
    camera={},
)

PUSHER = Task(
    name="Pusher",
    load=load,
    frame_skip=5,
    options={
        "xml_file": "pusher_v5.xml",
        "reward_near_weight": 0.5,
        "reward_dist_weight": 1.0,
        "reward_control_weight": 0.1,
    },
    observation=(
        Part("qpos", lambda t: t.w.qpos[:, :ARM]),
        Part("qvel", lambda t: t.w.qvel[:, :ARM]),
        Part("tips_arm", position("tips_arm")),
        Part("object", position("object")),
        Part("goal", position("goal")),
    ),
    start=start_pusher,
    rewards={
        "reward_dist": distance("reward_dist_weight", "object", "goal"),
        "reward_ctrl": control_cost,
        "reward_near": distance("reward_near_weight", "object", "tips_arm"),
    },
    fields=("xpos",),
    episode_steps=100,
    reward_threshold=0.0,
    camera={"distance": 4.0},
)
