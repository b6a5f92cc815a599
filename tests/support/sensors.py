"""Readings of sensors beside the reference's, by kind of sensor."""

from collections.abc import Iterator

import mujoco
import numpy as np

import knuckle as kn
from knuckle.schema.enums import SensorType

UNREAD = {SensorType.USER}  # only callbacks write these


def readings(m: mujoco.MjModel, ours: kn.Data, theirs: mujoco.MjData) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """(kind, ours, theirs) for every kind of sensor in a model, all of a kind together."""
    for kind in sorted(set(m.sensor_type.tolist()) - UNREAD):
        places = [
            np.arange(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]) for s in np.flatnonzero(m.sensor_type == kind)
        ]
        place = np.concatenate(places)
        yield f"sensordata of {SensorType(kind)}", ours.sensordata[place], theirs.sensordata[place]


def natural_scale(name: str, m: mujoco.MjModel, d: mujoco.MjData) -> float:
    """The size of what a reading is taken from, which may cancel: forces, accelerations, velocities or lengths."""
    extent = max(float(m.stat.extent), np.abs(d.xipos).max(initial=0.0))
    speed = np.abs(d.cvel).max(initial=0.0)
    acceleration = max(np.abs(d.qacc).max(initial=0.0), np.abs(d.qacc_smooth).max(initial=0.0))
    if name.endswith(("force", "torque", "frc", "touch", "contact")):
        forces = (d.qfrc_smooth, d.qfrc_bias, d.qfrc_constraint, d.qfrc_actuator)
        return max(np.abs(force).max(initial=0.0) for force in forces)
    if name.endswith(("acc", "accelerometer")):
        return max(acceleration * max(extent, 1.0), speed * speed * extent)
    if name.endswith("angmom"):
        return m.body_subtreemass[0] * speed * extent
    return max(speed, speed * extent) if name.endswith(("vel", "velocimeter", "gyro")) else extent


def measure_sensors(pair) -> Iterator[tuple[str, float, float]]:
    """(kind, largest error, scale) of the readings of both engines."""
    m, d = pair.reference_m, pair.reference_d
    for name, ours, theirs in readings(m, pair.d, d):
        error = np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max(initial=0.0)
        yield name, float(error), max(natural_scale(name, m, d), np.abs(theirs).max(initial=0.0))
