"""A dog with a spine, legs and a tail that stands, walks, trots and runs: dog."""

import numpy as np

from knuckle.data.data import reset
from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import field, frame, into, place, sensor, suite_task, tolerance
from knuckle.envs.task import Moment, Part, Reading, Setting, Start
from knuckle.functions import stages

STANDS_AT = 0.9  # of the height in the reference pose
UPRIGHT = np.cos(np.deg2rad(30.0))
SPEED = 2.0  # deviation of velocities at the start [m/s, rad/s]
FREE_POSITIONS, FREE_DOFS = 7, 6
UPPER = ("skull", "torso", "pelvis")
INERTIAL = ("accelerometer", "velocimeter", "gyro")
FEET = ("foot_L", "foot_R", "hand_L", "hand_R")
SOLES = ("palm_L", "palm_R", "sole_L", "sole_R")
GRAVITY = 9.81
ARENA = ("wall_px", "wall_py", "wall_nx", "wall_ny", "target")


def dog_alone(spec: Spec) -> None:
    """Without walls, ball and target."""
    for name in ARENA:
        spec.delete(spec.find("geom", name))
    spec.delete(spec.find("body", "ball"))


def start(s: Setting, generator: np.random.Generator) -> Start:
    """Standing, facing anywhere, sliding and turning; muscles at random."""
    qpos, qvel = s.qpos0.copy(), np.zeros(s.model.nv)
    angle = generator.uniform(0.0, 2.0 * np.pi)
    qpos[3:7] = np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)
    qvel[[0, 1, 5]] = SPEED * generator.standard_normal(3)
    return Start({"qpos": qpos, "qvel": qvel, "act": generator.uniform(-1.0, 1.0, s.model.na)})


def heights(t: Moment) -> np.ndarray:
    """Of torso and pelvis."""
    return np.stack([place(t, "body", name)[:, 2] for name in ("torso", "pelvis")], axis=1)


def vertical(t: Moment) -> np.ndarray:
    """The upward direction, seen from skull, torso and pelvis."""
    return np.concatenate([frame(t, name)[:, 2] for name in UPPER], axis=1)


def com_velocity(t: Moment) -> np.ndarray:
    """Velocity of the centre of mass in the frame of the torso."""
    return into(frame(t, "torso"), sensor(t, "torso_linvel"))


def standing_heights(s: Setting) -> np.ndarray:
    """Of torso and pelvis of a dog that stands."""
    reset(s.model, s.scratch)
    stages.kinematics(s.model, s.scratch)
    return STANDS_AT * np.array([s.scratch.body(name).xpos[2] for name in ("torso", "pelvis")])


def stand(t: Moment) -> np.ndarray:
    """Torso and pelvis high, everything upright, and weight on the feet for a tenth; the product of it all."""
    torso, pelvis = t.s.once("standing heights", standing_heights)
    high = heights(t)
    reward = tolerance(high[:, 0], torso, np.inf, margin=torso) * tolerance(high[:, 1], pelvis, np.inf, margin=pelvis)
    for upward in vertical(t)[:, 2::3].T:
        reward *= tolerance(upward, UPRIGHT, np.inf, margin=1.0 + UPRIGHT, fall="linear", at_margin=0.0)
    weight = float(t.s.model.body_mass.sum()) * GRAVITY
    pressed = np.ascontiguousarray(sensor(t, *SOLES)).sum(axis=1)
    return reward * tolerance(pressed, weight, np.inf, margin=weight, fall="linear", at_margin=0.9)


def move(speed: float) -> Reading:
    """Standing, and forward as fast as is asked for, at most twice as fast."""

    def reward(t: Moment) -> np.ndarray:
        forward = com_velocity(t)[:, 0]
        fast = tolerance(forward, speed, 2.0 * speed, margin=max(1.0, speed), fall="linear", at_margin=0.0)
        return stand(t) * (4.0 * fast + 1.0) / 5.0

    return reward


TASKS = tuple(
    suite_task(
        f"dog-{name}",
        file("dog.xml", dog_alone, omit=("skin",)),
        frame_skip=3,
        observation=(
            field("qpos", "joint_angles", FREE_POSITIONS),
            field("qvel", "joint_velocites", FREE_DOFS),  # the suite's spelling
            Part("torso_pelvis_height", heights),
            Part("z_projection", vertical),
            Part("torso_com_velocity", com_velocity),
            Part("inertial_sensors", lambda t: sensor(t, *INERTIAL)),
            Part("foot_forces", lambda t: sensor(t, *FEET)),
            Part("touch_sensors", lambda t: sensor(t, *SOLES)),
            Part("actuator_state", lambda t: t.w.act),
        ),
        start=start,
        reward=reward,
        fields=("xpos", "xmat", "sensordata"),
    )
    for name, reward in (("stand", stand), ("walk", move(1.0)), ("trot", move(3.0)), ("run", move(9.0)))
)
