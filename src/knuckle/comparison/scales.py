"""The size of what a field is the sum of: a difference counts as a share of that, since sums may cancel."""

import numpy as np

from knuckle.comparison.both import Both

FORCES = (
    *("qfrc_bias", "qfrc_spring", "qfrc_damper", "qfrc_gravcomp", "qfrc_fluid", "qfrc_passive", "qfrc_adhesion"),
    *("qfrc_actuator", "qfrc_smooth", "qfrc_constraint"),
)
ROW_FORCE = 1e-6  # of the largest force: contacts that only touch have forces of rounding's size
ROW_JACOBIAN = 1e-6  # a row of the Jacobian may hold nothing but zeros up to rounding


def natural_scale(name: str, both: Both) -> float:
    """The scale of a field of Data in the present state, beside its own largest number."""
    m, d = both.their_m, both.their_d
    if name in FORCES:
        return max(_largest(getattr(d, force)) for force in FORCES)
    if name in ("qacc", "qacc_smooth", "efc_aref"):
        return max(_largest(d.qacc), _largest(d.qacc_smooth), 1e-3)
    if name == "efc_force":
        return ROW_FORCE * _largest(d.qfrc_smooth)
    if name == "efc_J":
        return ROW_JACOBIAN
    if name == "efc_vel":
        return _largest(d.qvel)
    if name == "subtree_angmom":
        return float(m.body_subtreemass[0]) * _largest(d.cvel) * _extent(both)
    if name in ("subtree_linvel", "cdof_dot", "cvel", "actuator_velocity", "ten_velocity"):
        return _largest(d.cvel)
    if name == "energy":
        return float(np.abs(m.opt.gravity).max() * m.body_subtreemass[0] * _extent(both))
    return _extent(both) if name.endswith(("xpos", "xipos", "subtree_com", "xanchor", "ten_length", "efc_pos")) else 0.0


def sensor_scale(kind: str, both: Both) -> float:
    """The size of what a reading is taken from: forces, accelerations, velocities or lengths."""
    m, d = both.their_m, both.their_d
    extent, speed = _extent(both), _largest(d.cvel)
    if kind.endswith(("force", "torque", "frc", "touch", "contact", "tactile")):
        return max(_largest(getattr(d, force)) for force in FORCES)
    if kind.endswith(("acc", "accelerometer")):
        return max(max(_largest(d.qacc), _largest(d.qacc_smooth)) * max(extent, 1.0), speed * speed * extent)
    if kind.endswith("angmom"):
        return float(m.body_subtreemass[0]) * speed * extent
    return max(speed, speed * extent) if kind.endswith(("vel", "velocimeter", "gyro")) else extent


def _largest(array: np.ndarray) -> float:
    return float(np.abs(array).max(initial=0.0))


def _extent(both: Both) -> float:
    return max(float(both.their_m.stat.extent), _largest(both.their_d.xipos))
