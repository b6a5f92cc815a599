"""A flat arm with a hand that brings, inserts and stacks things: manipulator, stacker."""

from functools import partial

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import norm, place, sensor, suite_task, tolerance
from knuckle.envs.suite.starts import any_joints, touching
from knuckle.envs.task import Moment, Part, Reading, Setting, Start

CLOSE = 0.01  # distance at which things are together [m]
ARM = ("arm_root", "arm_shoulder", "arm_elbow", "arm_wrist", "finger", "fingertip", "thumb", "thumbtip")
TOUCH = ("palm_touch", "finger_touch", "thumb_touch", "fingertip_touch", "thumbtip_touch")
PROPS = ("ball", "peg", "slot", "cup", "target_ball", "target_peg")
BEFORE = 0.001  # how far targets stand out of the plane of the arm [m]
PLANE = [0, 2]
IN_HAND, IN_TARGET = 0.1, 0.1  # chances of starting with the object there
FIELDS = ("xpos", "xquat", "site_xpos", "sensordata")


def only(names: tuple[str, ...], of: tuple[str, ...], placed: str = ""):
    """Delete those bodies that a task does not need; make a mocap body of one that is placed anew in each episode."""

    def edit(spec: Spec) -> None:
        for name in of:
            if name not in names:
                spec.delete(spec.find("body", name))
        if placed:
            spec.find("body", placed).mocap = True

    return edit


# what is observed


def joint_columns(t: Moment, kind: str, names: tuple[str, ...]) -> list[int]:
    """Where joints have their entries of qpos or qvel."""
    address = t.s.model.jnt_qposadr if kind == "qpos" else t.s.model.jnt_dofadr
    return [int(address[t.s.index("joint", name)]) for name in names]


def arm_position(t: Moment) -> np.ndarray:
    """Sine and cosine of each joint of the arm."""
    angles = t.w.qpos[:, joint_columns(t, "qpos", ARM)]
    return np.stack([np.sin(angles), np.cos(angles)], axis=2)


def velocities(names: tuple[str, ...]) -> Reading:
    """Velocities of joints."""
    return lambda t: t.w.qvel[:, joint_columns(t, "qvel", names)]


def pose(t: Moment, body: str) -> np.ndarray:
    """Place and orientation of a body in the plane: x, z, and the two entries of its quaternion that are not zero."""
    index = t.s.index("body", body)
    return np.concatenate([t.w.xpos[:, index][:, PLANE], t.w.xquat[:, index][:, PLANE]], axis=1)


def poses(bodies: tuple[str, ...]) -> Reading:
    """The poses of several bodies."""
    return lambda t: np.stack([pose(t, body) for body in bodies], axis=1)


def hand(*parts: Part) -> tuple[Part, ...]:
    """What is observed of the arm, and then of things."""
    return (
        Part("arm_pos", arm_position),
        Part("arm_vel", velocities(ARM)),
        Part("touch", lambda t: np.log1p(sensor(t, *TOUCH))),
        Part("hand_pos", lambda t: pose(t, "hand")),
        *parts,
    )


def coordinates(name: str) -> tuple[str, ...]:
    """The joints of a thing that moves in the plane."""
    return f"{name}_x", f"{name}_z", f"{name}_y"


# bring


def target_pose(t: Moment) -> np.ndarray:
    """The target as `pose` has it."""
    x, z, angle = t.memory["target"].T
    return np.stack([x, z, np.cos(0.5 * angle), np.sin(0.5 * angle)], axis=1)


def target_point(t: Moment, below: float) -> np.ndarray:
    """A point of the target, so far down its axis."""
    x, z, angle = t.memory["target"].T
    return np.stack([x - below * np.sin(angle), np.full_like(x, BEFORE), z - below * np.cos(angle)], axis=1)


def together(apart: np.ndarray) -> np.ndarray:
    """1 where two points are together, and less nearby."""
    return tolerance(norm(apart), 0.0, CLOSE, margin=2.0 * CLOSE)


def bring_ball(t: Moment) -> np.ndarray:
    """The ball at the target."""
    return together(place(t, "site", "ball") - target_point(t, 0.0))


def bring_peg(t: Moment) -> np.ndarray:
    """The peg at the target with its tip, or at least held."""
    held = together(place(t, "site", "peg_grasp") - place(t, "site", "grasp"))
    pinched = together(place(t, "site", "peg_pinch") - place(t, "site", "pinch"))
    there = together(place(t, "site", "peg") - target_point(t, 0.063))
    tip_there = together(place(t, "site", "peg_tip") - target_point(t, 0.113))
    return np.maximum((there + tip_there) / 2.0, (held + pinched) / 2.0 / 3.0)


def any_arm(s: Setting, generator: np.random.Generator) -> np.ndarray:
    """Any pose of the arm, finger and thumb alike."""
    qpos = any_joints(s, generator)
    finger, thumb = (s.model.jnt_qposadr[s.index("joint", name)] for name in ("finger", "thumb"))
    qpos[finger] = qpos[thumb]
    return qpos


def start_bringing(thing: str, insert: bool):
    """The object in the hand, at the target, or anywhere; a receptacle at the target; nothing touches."""

    def start(s: Setting, generator: np.random.Generator) -> Start:
        entries = [int(s.model.jnt_qposadr[s.index("joint", name)]) for name in coordinates(thing)]
        turned = np.pi / 3.0 if insert else np.pi
        while True:
            qpos, qvel = any_arm(s, generator), np.zeros(s.model.nv)
            target = generator.uniform((-0.4, 0.1, -turned), (0.4, 0.4, turned))
            chance = generator.uniform()
            if chance < IN_HAND:
                qpos[entries] = in_hand(s, qpos)
            elif chance < IN_HAND + IN_TARGET:
                qpos[entries] = target
            else:
                qpos[entries] = generator.uniform((-0.5, 0.0, 0.0), (0.5, 0.7, 2.0 * np.pi))
                qvel[s.model.jnt_dofadr[s.index("joint", f"{thing}_x")]] = generator.uniform(-5.0, 5.0)
            receptacle = at_target(target) if insert else {}
            if not touching(s, qpos, **receptacle):
                return Start({"qpos": qpos, "qvel": qvel, **receptacle}, {"target": target})

    return start


def at_target(target: np.ndarray) -> dict[str, np.ndarray]:
    """The receptacle's place and orientation."""
    x, z, angle = target
    quat = np.array([[np.cos(0.5 * angle), 0.0, np.sin(0.5 * angle), 0.0]])
    return {"mocap_pos": np.array([[x, 0.0, z]]), "mocap_quat": quat}


def in_hand(s: Setting, qpos: np.ndarray) -> np.ndarray:
    """Where an object is that the hand holds, and how it is turned."""
    touching(s, qpos)  # computes where the hand is
    grasp = s.scratch.site("grasp")
    rotation = np.reshape(grasp.xmat, (3, 3))
    return np.array([*grasp.xpos[PLANE], np.pi + np.arctan2(rotation[0, 2], rotation[2, 2])])


BRING = [
    suite_task(
        f"manipulator-{verb}_{thing}",
        file("manipulator.xml", only((thing, f"target_{thing}", receptacle), PROPS, receptacle)),
        frame_skip=10,
        observation=hand(
            Part("object_pos", partial(pose, body=thing)),
            Part("object_vel", velocities(coordinates(thing))),
            Part("target_pos", target_pose),
        ),
        start=start_bringing(thing, insert=bool(receptacle)),
        reward=reward,
        fields=FIELDS,
    )
    for verb, thing, receptacle, reward in (
        ("bring", "ball", "", bring_ball),
        ("bring", "peg", "", bring_peg),
        ("insert", "ball", "cup", bring_ball),
        ("insert", "peg", "slot", bring_peg),
    )
]

# stack

BOX = 0.022  # half size of a box [m]
BOXES = tuple(f"box{i}" for i in range(4))


def start_stacking(count: int):
    """Boxes anywhere beside, the target at any height that they can reach as a stack."""

    def start(s: Setting, generator: np.random.Generator) -> Start:
        names = [name for box in BOXES[:count] for name in coordinates(box)]
        entries = [int(s.model.jnt_qposadr[s.index("joint", name)]) for name in names]
        target = np.array([generator.uniform(-0.37, 0.37), (2 * generator.integers(count) + 1) * BOX])
        while True:
            qpos = any_arm(s, generator)
            boxes = [generator.uniform((0.1, 0.0, 0.0), (0.3, 0.7, 2.0 * np.pi)) for _ in range(count)]
            qpos[entries] = np.concatenate(boxes)
            if not touching(s, qpos):
                return Start({"qpos": qpos}, {"target": target})

    return start


def stack(count: int) -> Reading:
    """A box at the target, and the hand away from it."""

    def reward(t: Moment) -> np.ndarray:
        x, z = t.memory["target"].T
        target = np.stack([x, np.full_like(x, BEFORE), z], axis=1)
        nearest = np.min([norm(place(t, "site", box) - target) for box in BOXES[:count]], axis=0)
        away = norm(place(t, "site", "grasp") - target)
        return tolerance(nearest, margin=2.0 * BOX) * tolerance(away, 0.1, np.inf, margin=CLOSE)

    return reward


STACK = [
    suite_task(
        f"stacker-stack_{count}",
        file("stacker.xml", only(BOXES[:count], BOXES)),
        frame_skip=10,
        observation=hand(
            Part("box_pos", poses(BOXES[:count])),
            Part("box_vel", velocities(tuple(f"{box}_{axis}" for box in BOXES[:count] for axis in "xyz"))),
            Part("target_pos", lambda t: t.memory["target"]),
        ),
        start=start_stacking(count),
        reward=stack(count),
        fields=FIELDS,
    )
    for count in (2, 4)
]

TASKS = (*BRING, *STACK)
