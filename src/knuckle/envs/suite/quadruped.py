"""A four-legged robot that walks, runs, climbs out of a bowl, fetches a ball: quadruped (walk, run, escape, fetch)."""

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
HOLE = 0.04  # of the half width of the terrain: nearer to the middle the bowl is as high as there
SMOOTH = 0.15  # the least a bump leaves of the height of the bowl
BUMP = 2.0  # width of a bump [m]
TILT = 20.0  # degrees from upright at which climbing earns all it can


def without_yard(spec: Spec) -> None:
    """Without what fetching needs: walls, ball and target."""
    for name in ("wall_px", "wall_py", "wall_nx", "wall_ny"):
        spec.delete(spec.find("geom", name))
    spec.delete(spec.find("body", "ball"))
    spec.delete(spec.find("site", "target"))


def flat_ground(spec: Spec) -> None:
    """Without terrain and rangefinders."""
    for kind in ("geom", "hfield"):
        spec.delete(spec.find(kind, "terrain"))
    for node in list(spec.walk("sensor")):
        if str(node.name).startswith("rf_"):
            spec.delete(node)


def empty_ground(spec: Spec) -> None:
    """With the floor alone."""
    flat_ground(spec)
    without_yard(spec)


def start_lifted(s: Setting, generator: np.random.Generator) -> Start:
    """Any orientation, as low as it can be without contact."""
    qpos = s.qpos0.copy()
    qpos[:2] = 0.0
    qpos[3:7] = any_rotation(generator)
    return Start({"qpos": lifted(s, qpos)})


def start_in_bowl(s: Setting, generator: np.random.Generator) -> Start:
    """Any orientation, at the bottom of a bowl of new bumps."""
    heights = terrain(s, generator).ravel()
    s.model.hfield_data[:] = heights  # what the robot is lifted from
    return Start(start_lifted(s, generator).fields, numbers={"hfield_data": heights})


def terrain(s: Setting, generator: np.random.Generator) -> np.ndarray:
    """Heights of a round bowl, ½ − ½ cos 2πr, which random bumps make lower."""
    from scipy.ndimage import zoom  # takes long to import

    m = s.model
    count = int(m.hfield_nrow[0])
    across = np.linspace(-1.0, 1.0, count)
    radius = np.clip(np.hypot(across, across[:, np.newaxis]), HOLE, 1.0)
    bumps = int(2.0 * m.hfield_size[0, 0] / BUMP)
    rough = zoom(generator.uniform(SMOOTH, 1.0, (bumps, bumps)), count / bumps)
    return (0.5 - 0.5 * np.cos(2.0 * np.pi * radius)) * rough


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


def upright(t: Moment, tilt: float = 0.0) -> np.ndarray:
    """How upright the torso is, from 0 upside down to 1 where it is tilted by no more than so many degrees."""
    enough = np.cos(np.deg2rad(tilt))
    return tolerance(axis(t, "torso", "zz"), enough, np.inf, margin=1.0 + enough, fall="linear", at_margin=0.0)


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


def origin(t: Moment) -> np.ndarray:
    """The middle of the world from the torso, in the torso's frame."""
    return into(frame(t, "torso"), -place(t, "body", "torso"))


def sight(t: Moment) -> np.ndarray:
    """How far rangefinders see, up to 1, which is also what one says that meets nothing."""
    distance = sensor(t, *SIGHT)
    return np.where(distance == -1.0, 1.0, np.tanh(distance))


def escape(t: Moment) -> np.ndarray:
    """Nearly upright, and far from the middle."""
    far = float(t.s.model.hfield_size[0, 0])
    distance = norm(place(t, "site", "workspace"))
    return upright(t, TILT) * tolerance(distance, far, np.inf, margin=far, fall="linear", at_margin=0.0)


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
SIGHT = tuple(f"rf_{row}{column}" for row in range(4) for column in range(5))
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
ESCAPE = suite_task(
    "quadruped-escape",
    file("quadruped.xml", without_yard),
    frame_skip=4,
    observation=(*SELF, Part("origin", origin), Part("rangefinder", sight)),
    start=start_in_bowl,
    reward=escape,
    fields=("xpos", "xmat", "site_xpos", "sensordata"),
)
FETCH = suite_task(
    "quadruped-fetch",
    file("quadruped.xml", flat_ground),
    frame_skip=4,
    observation=(*SELF, Part("ball_state", ball_state), Part("target_position", target_position)),
    start=start_fetching,
    reward=fetch,
    fields=("xpos", "xmat", "site_xpos", "sensordata"),
)

TASKS = (*MOVE, ESCAPE, FETCH)
