"""A dog with a spine, legs and a tail that stands, walks, trots, runs and fetches a ball: dog."""

import numpy as np

from knuckle.data.data import reset
from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import frame, into, norm, place, sensor, suite_task, tolerance
from knuckle.envs.task import Moment, Part, Reading, Setting, Start
from knuckle.functions import stages

STANDS_AT = 0.9  # of the height in the reference pose
UPRIGHT = np.cos(np.deg2rad(30.0))
SPEED = 2.0  # deviation of velocities at the start [m/s, rad/s]
FREE_POSITIONS, FREE_DOFS, HINGES = 7, 6, 73
BALL = slice(-7, -4)  # place of the ball in qpos
EDGE, LOW = 7.5, 0.05  # from where the ball is thrown [m]
THROWN = 5.0, 3.0  # largest speed and height of a throw [m/s, m]
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
    weight = float(t.s.model.body_subtreemass[t.s.index("body", "torso")]) * GRAVITY
    pressed = np.ascontiguousarray(sensor(t, *SOLES)).sum(axis=1)
    return reward * tolerance(pressed, weight, np.inf, margin=weight, fall="linear", at_margin=0.9)


def move(speed: float) -> Reading:
    """Standing, and forward as fast as is asked for, at most twice as fast."""

    def reward(t: Moment) -> np.ndarray:
        forward = com_velocity(t)[:, 0]
        fast = tolerance(forward, speed, 2.0 * speed, margin=max(1.0, speed), fall="linear", at_margin=0.0)
        return stand(t) * (4.0 * fast + 1.0) / 5.0

    return reward


# fetch


def start_fetching(s: Setting, generator: np.random.Generator) -> Start:
    """The same, and a ball that is thrown from the edge towards the middle."""
    begun, angle = start(s, generator), generator.uniform(0.0, 2.0 * np.pi)
    inward = -np.array([np.cos(angle), np.sin(angle)])
    speed, height = generator.uniform(0.0, THROWN[0]), generator.uniform(0.0, THROWN[1])
    begun.fields["qpos"][BALL] = *(-EDGE * inward), LOW
    begun.fields["qvel"][-6:-3] = (
        *(speed * (inward + 0.05 * generator.standard_normal(2))),
        np.sqrt(2.0 * GRAVITY * height),
    )
    return begun


def head_velocity(t: Moment) -> np.ndarray:
    """v + ω × (head - centre), of the velocity at the centre of mass of the dog."""
    turning, moving = np.split(t.w.cvel[:, t.s.index("body", "skull")], 2, axis=1)
    return moving + np.cross(turning, place(t, "body", "skull") - t.w.subtree_com[:, t.s.index("body", "torso")])


def ball_state(t: Moment) -> np.ndarray:
    """Place and velocity of the ball, seen from the head."""
    head = frame(t, "skull")
    apart = place(t, "body", "ball") - place(t, "site", "head")
    return np.concatenate([into(head, apart), into(head, t.w.qvel[:, -6:-3] - head_velocity(t))], axis=1)


def target_position(t: Moment) -> np.ndarray:
    """The target, seen from the head."""
    return into(frame(t, "skull"), place(t, "geom", "target") - place(t, "site", "head"))


def fetch(t: Moment) -> np.ndarray:
    """Standing, the mouth at the ball, the ball at the target; where it is nearly there, the mouth does not matter."""
    m, ball = t.s.model, place(t, "body", "ball")
    bite, goal = (
        float(m.site_size[t.s.index("site", "upper_bite"), 0]),
        float(m.geom_size[t.s.index("geom", "target"), 0]),
    )
    mouth = 0.5 * (place(t, "site", "upper_bite") + place(t, "site", "lower_bite"))
    to_target = norm(ball - place(t, "geom", "target"))
    reach = tolerance(norm(ball - mouth), 0.0, bite, margin=2.0, fall="reciprocal")
    reach = np.where(to_target < 2.0 * goal, 1.0, (6.0 * reach + 1.0) / 7.0)
    far = float(m.geom_size[t.s.index("geom", "floor"), 0])
    bring = (tolerance(to_target, 0.0, goal, margin=far, fall="reciprocal") + 1.0) / 2.0
    return stand(t) * reach * bring


OBSERVED = (
    Part("joint_angles", lambda t: t.w.qpos[:, FREE_POSITIONS : FREE_POSITIONS + HINGES]),
    Part("joint_velocites", lambda t: t.w.qvel[:, FREE_DOFS : FREE_DOFS + HINGES]),  # the suite's spelling
    Part("torso_pelvis_height", heights),
    Part("z_projection", vertical),
    Part("torso_com_velocity", com_velocity),
    Part("inertial_sensors", lambda t: sensor(t, *INERTIAL)),
    Part("foot_forces", lambda t: sensor(t, *FEET)),
    Part("touch_sensors", lambda t: sensor(t, *SOLES)),
    Part("actuator_state", lambda t: t.w.act),
)
FETCH = suite_task(
    "dog-fetch",
    file("dog.xml", omit=("skin",)),
    frame_skip=3,
    observation=(*OBSERVED, Part("ball_state", ball_state), Part("target_position", target_position)),
    start=start_fetching,
    reward=fetch,
    fields=("xpos", "xmat", "site_xpos", "geom_xpos", "cvel", "subtree_com", "sensordata"),
)
MOVE = [
    suite_task(
        f"dog-{name}",
        file("dog.xml", dog_alone, omit=("skin",)),
        frame_skip=3,
        observation=OBSERVED,
        start=start,
        reward=reward,
        fields=("xpos", "xmat", "sensordata"),
    )
    for name, reward in (("stand", stand), ("walk", move(1.0)), ("trot", move(3.0)), ("run", move(9.0)))
]

TASKS = (*MOVE, FETCH)
