"""Flat and four-legged robots that are to move along x: Ant, HalfCheetah, Hopper, Swimmer, Walker2d."""

import numpy as np

from knuckle.envs.gym.parts import (
    around_reference,
    bounded,
    control_cost,
    coordinate,
    distance,
    forward,
    load,
    normal,
    positions,
    rise,
    sum_of_squares,
    survival,
    unhealthy,
    uniform,
    whole,
)
from knuckle.envs.task import Moment, Part, Task


def within(values: np.ndarray, interval: tuple[float, float]) -> np.ndarray:
    """Whether values are inside an open interval; NaN never is."""
    return (interval[0] < values) & (values < interval[1])


def finite(t: Moment) -> np.ndarray:
    """Whether the whole state is finite."""
    return np.isfinite(t.w.qpos).all(axis=1) & np.isfinite(t.w.qvel).all(axis=1)


def ant_contact_forces(t: Moment) -> np.ndarray:
    """External forces on bodies, cut to the option's range."""
    return np.clip(t.w.cfrc_ext, *t.o.contact_force_range)


def ant_is_healthy(t: Moment) -> np.ndarray:
    """Finite, and the torso's height in a closed interval."""
    lowest, highest = t.o.healthy_z_range
    height = t.w.qpos[:, 2]
    return finite(t) & (lowest <= height) & (height <= highest)


def hopper_is_healthy(t: Moment) -> np.ndarray:
    """State but x and z, height and angle of the torso, each in its interval."""
    inside = within(t.w.qpos[:, 2:], t.o.healthy_state_range).all(axis=1)
    inside &= within(t.w.qvel, t.o.healthy_state_range).all(axis=1)
    return inside & upright(t)


def upright(t: Moment) -> np.ndarray:
    """Height and angle of the torso, each in its interval."""
    return within(t.w.qpos[:, 1], t.o.healthy_z_range) & within(t.w.qpos[:, 2], t.o.healthy_angle_range)


ANT = Task(
    name="Ant",
    load=load,
    frame_skip=5,
    options={
        "xml_file": "ant.xml",
        "forward_reward_weight": 1.0,
        "ctrl_cost_weight": 0.5,
        "contact_cost_weight": 5e-4,
        "healthy_reward": 1.0,
        "main_body": 1,
        "terminate_when_unhealthy": True,
        "healthy_z_range": (0.2, 1.0),
        "contact_force_range": (-1.0, 1.0),
        "reset_noise_scale": 0.1,
        "exclude_current_positions_from_observation": True,
        "include_cfrc_ext_in_observation": True,
    },
    observation=(
        positions(2),
        whole("qvel"),
        Part("cfrc_ext", lambda t: ant_contact_forces(t)[:, 1:], "include_cfrc_ext_in_observation"),
    ),
    start=around_reference(normal),
    place=lambda t: t.w.xpos[:, t.s.index("body", t.o.main_body), :2],
    rewards={
        "reward_forward": forward,
        "reward_ctrl": control_cost,
        "reward_contact": lambda t: -t.o.contact_cost_weight * sum_of_squares(ant_contact_forces(t)),
        "reward_survive": survival,
    },
    info={"x_position": coordinate(0), "y_position": coordinate(1), "distance_from_origin": distance},
    healthy=ant_is_healthy,
    terminated=unhealthy,
    fields=("xpos", "cfrc_ext"),
    body_forces=True,
    reward_threshold=6000.0,
    camera={"distance": 4.0},
)

HALF_CHEETAH = Task(
    name="HalfCheetah",
    load=load,
    frame_skip=5,
    options={
        "xml_file": "half_cheetah.xml",
        "forward_reward_weight": 1.0,
        "ctrl_cost_weight": 0.1,
        "reset_noise_scale": 0.1,
        "exclude_current_positions_from_observation": True,
    },
    observation=(positions(1), whole("qvel")),
    start=around_reference(normal),
    place=lambda t: t.w.qpos[:, :1],
    rewards={"reward_forward": forward, "reward_ctrl": control_cost},
    info={"x_position": coordinate(0)},
    reward_threshold=4800.0,
    camera={"distance": 4.0},
)

HOPPER = Task(
    name="Hopper",
    load=load,
    frame_skip=4,
    options={
        "xml_file": "hopper.xml",
        "forward_reward_weight": 1.0,
        "ctrl_cost_weight": 1e-3,
        "healthy_reward": 1.0,
        "terminate_when_unhealthy": True,
        "healthy_state_range": (-100.0, 100.0),
        "healthy_z_range": (0.7, float("inf")),
        "healthy_angle_range": (-0.2, 0.2),
        "reset_noise_scale": 5e-3,
        "exclude_current_positions_from_observation": True,
    },
    observation=(positions(1), bounded("qvel", 10.0)),
    start=around_reference(uniform),
    place=lambda t: t.w.qpos[:, :1],
    rewards={"reward_forward": forward, "reward_ctrl": control_cost, "reward_survive": survival},
    info={"x_position": coordinate(0), "z_distance_from_origin": rise(1)},
    healthy=hopper_is_healthy,
    terminated=unhealthy,
    reward_threshold=3800.0,
    camera={"distance": 3.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0},
)

SWIMMER = Task(
    name="Swimmer",
    load=load,
    frame_skip=4,
    options={
        "xml_file": "swimmer.xml",
        "forward_reward_weight": 1.0,
        "ctrl_cost_weight": 1e-4,
        "reset_noise_scale": 0.1,
        "exclude_current_positions_from_observation": True,
    },
    observation=(positions(2), whole("qvel")),
    start=around_reference(uniform),
    place=lambda t: t.w.qpos[:, :2],
    rewards={"reward_forward": forward, "reward_ctrl": control_cost},
    info={"x_position": coordinate(0), "y_position": coordinate(1), "distance_from_origin": distance},
    reward_threshold=360.0,
    camera={},
)

WALKER2D = Task(
    name="Walker2d",
    load=load,
    frame_skip=4,
    options={
        "xml_file": "walker2d_v5.xml",
        "forward_reward_weight": 1.0,
        "ctrl_cost_weight": 1e-3,
        "healthy_reward": 1.0,
        "terminate_when_unhealthy": True,
        "healthy_z_range": (0.8, 2.0),
        "healthy_angle_range": (-1.0, 1.0),
        "reset_noise_scale": 5e-3,
        "exclude_current_positions_from_observation": True,
    },
    observation=(positions(1), bounded("qvel", 10.0)),
    start=around_reference(uniform),
    place=lambda t: t.w.qpos[:, :1],
    rewards={"reward_forward": forward, "reward_ctrl": control_cost, "reward_survive": survival},
    info={"x_position": coordinate(0), "z_distance_from_origin": rise(1)},
    healthy=upright,
    terminated=unhealthy,
    camera={"distance": 4.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0},
)
