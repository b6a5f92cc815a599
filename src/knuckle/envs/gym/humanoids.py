"""A humanoid that is to walk, and one that is to stand up: Humanoid, HumanoidStandup."""

import numpy as np

from knuckle.envs.gym.parts import (
    around_reference,
    beyond,
    coordinate,
    distance,
    forward,
    load,
    positions,
    rise,
    sum_of_squares,
    survival,
    unhealthy,
    uniform,
    whole,
)
from knuckle.envs.task import Moment, Task

FREE_DOFS = 6  # of the root, which no actuator moves


def centre_of_mass(t: Moment) -> np.ndarray:
    """Σ mass_b · xipos_b / Σ mass_b, of x and y."""
    mass = t.s.model.body_mass
    return (mass[:, np.newaxis] * t.w.xipos[:, :, :2]).sum(axis=1) / mass.sum()


def control_cost(t: Moment) -> np.ndarray:
    """-Weight · ‖ctrl‖²."""
    return -t.o.ctrl_cost_weight * sum_of_squares(t.w.ctrl)


def contact_cost(weight: str, interval: str):
    """-Weight · ‖cfrc_ext‖², the cost cut to an interval; both are options."""

    def cost(t: Moment) -> np.ndarray:
        return -np.clip(getattr(t.o, weight) * sum_of_squares(t.w.cfrc_ext), *getattr(t.o, interval))

    return cost


def is_healthy(t: Moment) -> np.ndarray:
    """The torso's height in an open interval."""
    lowest, highest = t.o.healthy_z_range
    return (lowest < t.w.qpos[:, 2]) & (t.w.qpos[:, 2] < highest)


INCLUDED = {
    "exclude_current_positions_from_observation": True,
    "include_cinert_in_observation": True,
    "include_cvel_in_observation": True,
    "include_qfrc_actuator_in_observation": True,
    "include_cfrc_ext_in_observation": True,
}
OBSERVATION = (
    positions(2),
    whole("qvel"),
    beyond("cinert", 1, "include_cinert_in_observation"),
    beyond("cvel", 1, "include_cvel_in_observation"),
    beyond("qfrc_actuator", FREE_DOFS, "include_qfrc_actuator_in_observation"),
    beyond("cfrc_ext", 1, "include_cfrc_ext_in_observation"),
)
FIELDS = ("cinert", "cvel", "qfrc_actuator", "cfrc_ext", "xipos", "ten_length", "ten_velocity")
TENDONS = {"tendon_length": lambda t: t.w.ten_length, "tendon_velocity": lambda t: t.w.ten_velocity}

HUMANOID = Task(
    name="Humanoid",
    load=load,
    frame_skip=5,
    options={
        "xml_file": "humanoid.xml",
        "forward_reward_weight": 1.25,
        "ctrl_cost_weight": 0.1,
        "contact_cost_weight": 5e-7,
        "contact_cost_range": (-np.inf, 10.0),
        "healthy_reward": 5.0,
        "terminate_when_unhealthy": True,
        "healthy_z_range": (1.0, 2.0),
        "reset_noise_scale": 1e-2,
        **INCLUDED,
    },
    observation=OBSERVATION,
    start=around_reference(uniform),
    place=centre_of_mass,
    rewards={
        "reward_survive": survival,
        "reward_forward": forward,
        "reward_ctrl": control_cost,
        "reward_contact": contact_cost("contact_cost_weight", "contact_cost_range"),
    },
    info={"x_position": coordinate(0), "y_position": coordinate(1), **TENDONS, "distance_from_origin": distance},
    healthy=is_healthy,
    terminated=unhealthy,
    fields=FIELDS,
    body_forces=True,
    camera={"distance": 4.0, "lookat": (0.0, 0.0, 2.0), "elevation": -20.0},
)

HUMANOID_STANDUP = Task(
    name="HumanoidStandup",
    load=load,
    frame_skip=5,
    options={
        "xml_file": "humanoidstandup.xml",
        "uph_cost_weight": 1.0,
        "ctrl_cost_weight": 0.1,
        "impact_cost_weight": 5e-7,
        "impact_cost_range": (-np.inf, 10.0),
        "reset_noise_scale": 1e-2,
        **INCLUDED,
    },
    observation=OBSERVATION,
    start=around_reference(uniform),
    rewards={
        "reward_linup": lambda t: t.o.uph_cost_weight * (t.w.qpos[:, 2] / t.s.model.opt.timestep),
        "reward_quadctrl": control_cost,
        "reward_impact": contact_cost("impact_cost_weight", "impact_cost_range"),
    },
    bonus=1.0,
    info={
        "x_position": coordinate(0),
        "y_position": coordinate(1),
        "z_distance_from_origin": rise(2),
        **TENDONS,
    },
    fields=FIELDS,
    body_forces=True,
    camera={"distance": 4.0, "lookat": (0.0, 0.0, 0.8925), "elevation": -20.0},
)
