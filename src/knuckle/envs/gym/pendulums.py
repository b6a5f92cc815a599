"""Poles on carts: InvertedPendulum, InvertedDoublePendulum."""

import numpy as np

from knuckle.envs.gym.parts import around_reference, bounded, load, normal, uniform, whole
from knuckle.envs.gym.runners import finite
from knuckle.envs.task import Moment, Part, Task

LARGEST_ANGLE = 0.2  # of a pole that is held upright [rad]
LOWEST_TIP = 1.0  # [m]
LIMIT = 10.0  # what observed velocities and forces are cut to


def pole_is_up(t: Moment) -> np.ndarray:
    """Finite, and the pole within its angle."""
    return finite(t) & (np.abs(t.w.qpos[:, 1]) <= LARGEST_ANGLE)


def tip_is_up(t: Moment) -> np.ndarray:
    """The tip above its lowest height."""
    return t.w.site_xpos[:, 0, 2] > LOWEST_TIP


def distance_penalty(t: Moment) -> np.ndarray:
    """-(0.01 x² + (z - 2)²) of the tip."""
    x, z = t.w.site_xpos[:, 0, 0], t.w.site_xpos[:, 0, 2]
    return -(0.01 * np.square(x) + np.square(z - 2.0))


def velocity_penalty(t: Moment) -> np.ndarray:
    """-(0.001 ω₁² + 0.005 ω₂²)"""
    first, second = t.w.qvel[:, 1], t.w.qvel[:, 2]
    return -(1e-3 * np.square(first) + 5e-3 * np.square(second))


INVERTED_PENDULUM = Task(
    name="InvertedPendulum",
    load=load,
    frame_skip=2,
    options={"xml_file": "inverted_pendulum.xml", "reset_noise_scale": 0.01},
    observation=(whole("qpos"), whole("qvel")),
    start=around_reference(uniform),
    rewards={"reward_survive": lambda t: t.healthy.astype(float)},
    healthy=pole_is_up,
    terminated=lambda t: ~t.healthy,
    reward_threshold=950.0,
    camera={"distance": 2.04},
)

INVERTED_DOUBLE_PENDULUM = Task(
    name="InvertedDoublePendulum",
    load=load,
    frame_skip=5,
    options={"xml_file": "inverted_double_pendulum.xml", "healthy_reward": 10.0, "reset_noise_scale": 0.1},
    observation=(
        Part("cart", lambda t: t.w.qpos[:, :1]),
        Part("sin", lambda t: np.sin(t.w.qpos[:, 1:])),
        Part("cos", lambda t: np.cos(t.w.qpos[:, 1:])),
        bounded("qvel", LIMIT),
        Part("qfrc_constraint", lambda t: np.clip(t.w.qfrc_constraint[:, :1], -LIMIT, LIMIT)),
    ),
    start=around_reference(normal),
    rewards={
        "reward_survive": lambda t: t.healthy * float(t.o.healthy_reward),
        "distance_penalty": distance_penalty,
        "velocity_penalty": velocity_penalty,
    },
    healthy=tip_is_up,
    terminated=lambda t: ~t.healthy,
    fields=("site_xpos", "qfrc_constraint"),
    reward_threshold=9100.0,
    camera={},
)
