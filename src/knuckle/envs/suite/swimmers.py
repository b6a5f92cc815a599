"""Robots in water: fish and swimmer."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import (
    VELOCITY,
    axis,
    column,
    field,
    frame,
    into,
    norm,
    place,
    sensor,
    suite_task,
    tolerance,
)
from knuckle.envs.suite.starts import any_joints, any_rotation
from knuckle.envs.task import Moment, Part, Setting, Start

# fish

FREE = 7  # entries of qpos of the free root


def start_fish(with_target: bool):
    """Any orientation, joints nearly straight; the target anywhere around."""

    def start(s: Setting, generator: np.random.Generator) -> Start:
        qpos = s.qpos0.copy()
        qpos[3:FREE] = any_rotation(generator)
        qpos[FREE:] = generator.uniform(-0.2, 0.2, s.model.nq - FREE)
        if not with_target:
            return Start({"qpos": qpos})
        plane, height = generator.uniform(-0.4, 0.4, 2), generator.uniform(0.1, 0.3)
        return Start({"qpos": qpos}, {"target": np.array([*plane, height])})

    return start


def mouth_to_target(t: Moment) -> np.ndarray:
    """From the mouth to the target, seen from the mouth."""
    rotation = t.w.geom_xmat[:, t.s.index("geom", "mouth")].reshape(-1, 3, 3)
    return into(rotation, t.memory["target"] - place(t, "geom", "mouth"))


def swim(t: Moment) -> np.ndarray:
    """The mouth near the target, for seven eighths; upright, for one."""
    sizes = t.s.model.geom_size[:, 0]
    radii = float(sizes[t.s.index("geom", "mouth")] + sizes[t.s.index("geom", "target")])
    near = tolerance(norm(mouth_to_target(t)), 0.0, radii, margin=2.0 * radii)
    return (7.0 * near + 0.5 * (axis(t, "torso", "zz") + 1.0)) / 8.0


def fish_upright(t: Moment) -> np.ndarray:
    """How upright the fish is."""
    return tolerance(axis(t, "torso", "zz"), 1.0, 1.0, margin=1.0)


ANGLES, UPRIGHT = field("qpos", "joint_angles", FREE), column("upright", lambda t: axis(t, "torso", "zz"))
FISH = [
    suite_task(
        f"fish-{name}",
        file("fish.xml"),
        frame_skip=10,
        observation=observation,
        start=start_fish(name == "swim"),
        reward=reward,
        fields=("xmat", "geom_xpos", "geom_xmat"),
    )
    for name, observation, reward in (
        ("upright", (ANGLES, UPRIGHT, VELOCITY), fish_upright),
        ("swim", (ANGLES, UPRIGHT, Part("target", mouth_to_target), VELOCITY), swim),
    )
]

# swimmer

NEAR, FAR = 0.3, 2.0  # half sizes of the squares that a target is in [m]
OFTEN_NEAR = 0.2  # the chance of a target in the small square


def links(count: int):
    """A head and links behind it, each with a motor and sensors of its own velocity."""

    def edit(spec: Spec) -> None:
        ahead, most = spec.find("body", "head"), 360.0 / count
        for i in range(count - 1):
            ahead = ahead.add_body(name=f"segment_{i}", pos=(0, 0.1, 0))
            ahead.add_joint(name=f"joint_{i}", range=(-most, most), class_="swimmer")
            ahead.add_geom(name=f"visual_{i}", class_="visual")
            ahead.add_geom(name=f"inertial_{i}", class_="inertial")
            ahead.add_site(name=f"site_{i}", class_="swimmer")
            spec.add_actuator("motor", name=f"motor_{i}", joint=f"joint_{i}")
            spec.add_sensor("velocimeter", name=f"velocimeter_{i}", site=f"site_{i}")
            spec.add_sensor("gyro", name=f"gyro_{i}", site=f"site_{i}")

    return edit


def start_swimmer(s: Setting, generator: np.random.Generator) -> Start:
    """Any pose; the target mostly far, sometimes near."""
    qpos = any_joints(s, generator)
    box = NEAR if generator.uniform() < OFTEN_NEAR else FAR
    return Start({"qpos": qpos}, {"target": generator.uniform(-box, box, 2)})


def nose_to_target(t: Moment) -> np.ndarray:
    """From the nose to the target, seen from the head, in the plane."""
    apart = np.zeros_like(place(t, "geom", "nose"))
    apart[:, :2] = t.memory["target"] - place(t, "geom", "nose")[:, :2]
    return into(frame(t, "head"), apart)[:, :2]


def body_velocities(count: int):
    """Of each link its velocity along x and y and about z, in its own frame."""
    names = [("head_vel", "head_gyro"), *((f"velocimeter_{i}", f"gyro_{i}") for i in range(count - 1))]

    def read(t: Moment) -> np.ndarray:
        return np.concatenate([sensor(t, *pair)[:, [0, 1, 5]] for pair in names], axis=1)

    return read


def at_target(t: Moment) -> np.ndarray:
    """How near the nose is to the target, felt from afar."""
    size = float(t.s.model.geom_size[t.s.index("geom", "target"), 0])
    return tolerance(norm(nose_to_target(t)), 0.0, size, margin=5.0 * size, fall="long_tail")


SWIMMER = [
    suite_task(
        f"swimmer-swimmer{count}",
        file("swimmer.xml", links(count)),
        frame_skip=15,
        observation=(
            field("qpos", "joints", 3),
            Part("to_target", nose_to_target),
            Part("body_velocities", body_velocities(count)),
        ),
        start=start_swimmer,
        reward=at_target,
        fields=("xmat", "geom_xpos", "sensordata"),
    )
    for count in (6, 15)
]

TASKS = (*FISH, *SWIMMER)
