"""A four-legged robot that walks and runs: quadruped."""

import numpy as np

from knuckle.edit.spec import Spec
from knuckle.envs.suite.files import file
from knuckle.envs.suite.parts import axis, column, sensor, suite_task, tolerance
from knuckle.envs.suite.starts import any_rotation, touching
from knuckle.envs.task import Moment, Part, Reading, Setting, Start

LIFT = 0.01  # by how much the robot is lifted until it touches nothing [m]
TOES = ("toe_front_left", "toe_front_right", "toe_back_right", "toe_back_left")
ELSEWHERE = {
    "geom": ("terrain", "wall_px", "wall_py", "wall_nx", "wall_ny"),
    "body": ("ball",),
    "site": ("target",),
    "hfield": ("terrain",),
}


def flat_ground(spec: Spec) -> None:
    """Without what only other tasks need: terrain, walls, ball, target, rangefinders."""
    for kind, names in ELSEWHERE.items():
        for name in names:
            spec.delete(spec.find(kind, name))
    for node in list(spec.walk("sensor")):
        if str(node.name).startswith("rf_"):
            spec.delete(node)


def start_lifted(s: Setting, generator: np.random.Generator) -> Start:
    """Any orientation, as low as it can be without contact."""
    qpos = s.qpos0.copy()
    qpos[:3] = 0.0
    qpos[3:7] = any_rotation(generator)
    while touching(s, qpos):
        qpos[2] += LIFT
    return Start({"qpos": qpos})


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
    return np.concatenate([t.w.qpos[:, 7:], t.w.qvel[:, 6:], t.w.act], axis=1)


FORCES = tuple(f"{kind}_{toe}" for kind in ("force", "torque") for toe in TOES)
TASKS = tuple(
    suite_task(
        f"quadruped-{name}",
        file("quadruped.xml", flat_ground),
        frame_skip=4,
        observation=(
            Part("egocentric_state", egocentric),
            Part("torso_velocity", lambda t: sensor(t, "velocimeter")),
            column("torso_upright", lambda t: axis(t, "torso", "zz")),
            Part("imu", lambda t: sensor(t, "imu_accel", "imu_gyro")),
            Part("force_torque", lambda t: np.arcsinh(sensor(t, *FORCES))),
        ),
        start=start_lifted,
        reward=move(speed),
        fields=("xmat", "sensordata"),
    )
    for name, speed in (("walk", 0.5), ("run", 5.0))
)
