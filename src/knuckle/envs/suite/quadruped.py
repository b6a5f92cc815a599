"""A four-legged robot that walks, runs and fetches a ball: quadruped (walk, run, fetch)."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import axis, column, frame, into, norm, place, sensor, suite_task, tolerance
from knuckle.envs.suite.starts import any_rotation, touching
from knuckle.envs.task import Moment, Part, Reading, Setting, Start

LIFT = 0.01  # by how much the robot is lifted until it touches nothing [m]
TOES = ("toe_front_left", "toe_front_right", "toe_back_right", "toe_back_left")
YARD = 13.5  # half size of the square in which fetching starts [m]
DROP = 2.0  # height from which the ball falls [m]


def flat_ground(spec: Spec) -> None:
    """Without terrain and rangefinders."""
    for kind in ("geom", "hfield"):
        spec.delete(spec.find(kind, "terrain"))
    for node in list(spec.walk("sensor")):
        if str(node.name).startswith("rf_"):
            spec.delete(node)


def empty_ground(spec: Spec) -> None:
    """Without walls, ball and target too."""
    flat_ground(spec)
    for name in ("wall_px", "wall_py", "wall_nx", "wall_ny"):
        spec.delete(spec.find("geom", name))
    spec.delete(spec.find("body", "ball"))
    spec.delete(spec.find("site", "target"))


def start_lifted(s: Setting, generator: np.random.Generator) -> Start:
    """Any orientation, as low as it can be without contact."""
    qpos = s.qpos0.copy()
    qpos[:2] = 0.0
    qpos[3:7] = any_rotation(generator)
    return Start({"qpos": lifted(s, qpos)})


def start_fetching(s: Setting, generator: np.random.Generator) -> Start:
    """Standing anywhere in the yard, the ball flying anywhere."""
    qpos, qvel = s.qpos0.copy(), np.zeros(s.model.nv)
    angle = generator.uniform(0.0, 2.0 * np.pi)
    qpos[:2] = generator.uniform(-YARD, YARD, 2)
    qpos[3:7] = np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)
    qpos = lifted(s, qpos)
    qpos[-7:-4] = *generator.uniform(-YARD, YARD, 2), DROP
    qvel[-6:-4] = 5.0 * generator.standard_normal(2)
    return Start({"qpos": qpos, "qvel": qvel})


def lifted(s: Setting, qpos: np.ndarray) -> np.ndarray:
    """The same positions, as low as they can be without contact."""
    qpos[2] = 0.0
    while touching(s, qpos):
        qpos[2] += LIFT
    return qpos


def upright(t: Moment) -> np.ndarray:
    """How upright the torso is, from 0 upside down to 1."""
    return tolerance(axis(t, "torso", "zz"), 1.0, np.inf, margin=2.0, fall="linear", at_margin=0.0)


def move(speed: float) -> Reading:
    """Upright, and forward as fast as is asked for."""

    def reward(t: Moment) -> np.ndarray:
        forward = sensor(t, "velocimeter")[:, 0]
        return upright(t) * tolerance(forward, speed, np.inf, margin=speed, fall="linear", at_margin=0.5)

    return reward


def egocentric(t: Moment) -> np.ndarray:
    """Joints, their velocities, activations."""
    return np.concatenate([t.w.qpos[:, 7 : 7 + JOINTS], t.w.qvel[:, 6 : 6 + JOINTS], t.w.act], axis=1)


def ball_state(t: Moment) -> np.ndarray:
    """Place and velocity of the ball from the torso, and its turning, in the torso's frame."""
    rotation = frame(t, "torso")
    apart = place(t, "body", "ball") - place(t, "body", "torso")
    moving = t.w.qvel[:, -6:-3] - t.w.qvel[:, :3]
    return np.concatenate([into(rotation, part) for part in (apart, moving, t.w.qvel[:, -3:])], axis=1)


def target_position(t: Moment) -> np.ndarray:
    """The target from the torso, in the torso's frame."""
    return into(frame(t, "torso"), place(t, "site", "target") - place(t, "body", "torso"))


def fetch(t: Moment) -> np.ndarray:
    """Upright, near the ball, and the ball near the target."""
    m, index = t.s.model, t.s.index
    far = float(m.geom_size[index("geom", "floor"), 0] * np.sqrt(2.0))
    reach = float(m.site_size[index("site", "workspace"), 0] + m.geom_size[index("geom", "ball"), 0])
    goal = float(m.site_size[index("site", "target"), 0])
    ball = place(t, "body", "ball")[:, :2]
    to_ball = norm(place(t, "site", "workspace")[:, :2] - ball)
    to_target = norm(place(t, "site", "target")[:, :2] - ball)
    near = tolerance(to_ball, 0.0, reach, margin=far, fall="linear", at_margin=0.0)
    brought = tolerance(to_target, 0.0, goal, margin=far, fall="linear", at_margin=0.0)
    return upright(t) * (near * (0.5 + 0.5 * brought))


JOINTS = 16
FORCES = tuple(f"{kind}_{toe}" for kind in ("force", "torque") for toe in TOES)
SELF = (
    Part("egocentric_state", egocentric),
    Part("torso_velocity", lambda t: sensor(t, "velocimeter")),
    column("torso_upright", lambda t: axis(t, "torso", "zz")),
    Part("imu", lambda t: sensor(t, "imu_accel", "imu_gyro")),
    Part("force_torque", lambda t: np.arcsinh(sensor(t, *FORCES))),
)
MOVE = [
    suite_task(
        f"quadruped-{name}",
        file("quadruped.xml", empty_ground),
        frame_skip=4,
        observation=SELF,
        start=start_lifted,
        reward=move(speed),
        fields=("xmat", "sensordata"),
    )
    for name, speed in (("walk", 0.5), ("run", 5.0))
]
FETCH = suite_task(
    "quadruped-fetch",
    file("quadruped.xml", flat_ground),
    frame_skip=4,
    observation=(*SELF, Part("ball_state", ball_state), Part("target_position", target_position)),
    start=start_fetching,
    reward=fetch,
    fields=("xpos", "xmat", "site_xpos", "sensordata"),
)

TASKS = (*MOVE, FETCH)
