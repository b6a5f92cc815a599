"""Actuators that cannot hold the weight in the start pose."""

from math import inf

import numpy as np

from knuckle.doctor.findings import Severity
from knuckle.doctor.linear import moment_rows
from knuckle.doctor.subject import Subject
from knuckle.model.model import Model
from knuckle.schema.enums import BiasType, DynType, GainType, JointType

SCALAR = (JointType.HINGE, JointType.SLIDE)
SMALL = 1e-6  # [N, N m] that nobody misses
SPARE = 1e-6  # by so much, relatively, the need must exceed the strength


def check_strength(subject: Subject) -> None:
    """Weight through the moment arms against the largest forces, one dof at a time: what is found is certain."""
    m, d = subject.m, subject.start
    if not m.nactuator:
        return
    moments = moment_rows(m, d)
    forces = np.array([force_range(m, k, d.actuator_length) for k in _owners(m)]).reshape(-1, 2)
    needs = d.qfrc_bias - d.qfrc_passive
    for i in range(m.nv):
        joint = int(m.dof_jntid[i])
        acting = np.flatnonzero(moments[:, i])
        if m.jnt_type[joint] not in SCALAR or not len(acting):
            continue
        need, strength = float(needs[i]), _strength(m, joint, moments[acting, i], forces[acting], float(needs[i]))
        if abs(need) > SMALL and abs(need) > strength * (1 + SPARE):
            unit = "N" if m.jnt_type[joint] == JointType.SLIDE else "N m"
            owners = _owners(m)
            names = ", ".join(dict.fromkeys(subject.label("actuator", owners[k]) for k in acting))
            subject.add(
                "weak_actuator",
                Severity.WARNING,
                "joint",
                joint,
                f"needs {abs(need):.3g} {unit} to hold the weight in the start pose, but {names} can give "
                f"{strength:.3g} {unit} at most",
                "The joint sags, whatever the controls are.",
                "Raise forcerange, ctrlrange, gain or gear, check masses, or compensate gravity (gravcomp).",
            )


def _owners(m: Model) -> list[int]:
    """The actuator of each force."""
    return np.repeat(np.arange(m.nactuator), m.actuator_outnum).tolist()


def _strength(m: Model, joint: int, moments: np.ndarray, forces: np.ndarray, need: float) -> float:
    """The largest force on a joint in the direction that is needed."""
    sign = 1.0 if need > 0 else -1.0
    each = [max(sign * arm * low, sign * arm * high) for arm, (low, high) in zip(moments, forces, strict=True)]
    total = max(sum(each), 0.0)
    if m.jnt_actfrclimited[joint]:
        low, high = m.jnt_actfrcrange[joint]
        total = min(total, float(high if sign > 0 else -low))
    return total


def force_range(m: Model, k: int, lengths: np.ndarray) -> tuple[float, float]:
    """The forces that an actuator can give at rest; without bounds where they are not known."""
    low, high = _from_control(m, k, float(lengths[m.actuator_outadr[k]]))
    if m.actuator_forcelimited[k]:
        least, most = (float(x) for x in m.actuator_forcerange[k])
        low, high = min(max(low, least), most), max(min(high, most), least)
    return low, high


def _from_control(m: Model, k: int, length: float) -> tuple[float, float]:
    gain, bias, law = m.actuator_gainprm[k], m.actuator_biasprm[k], m.actuator_biastype[k]
    if m.actuator_gaintype[k] == GainType.MUSCLE:
        peak = float(gain[2]) if gain[2] > 0 else float(gain[3] / m.actuator_acc0[m.actuator_outadr[k]])
        return -peak, 0.0
    known = m.actuator_gaintype[k] in (GainType.FIXED, GainType.AFFINE) and law in (BiasType.NONE, BiasType.AFFINE)
    limits = _setpoints(m, k)
    if not known or limits is None:
        return -inf, inf
    slope = float(gain[0] + (gain[1] * length if m.actuator_gaintype[k] == GainType.AFFINE else 0.0))
    offset = float(bias[0] + bias[1] * length) if law == BiasType.AFFINE else 0.0
    ends = [slope * x + offset for x in limits]
    return min(ends), max(ends)


def _setpoints(m: Model, k: int) -> tuple[float, float] | None:
    """What the gain multiplies: the control, or the activation that it drives; None where it has no bounds."""
    start = int(m.actuator_ctrladr[k])
    if m.actuator_actlimited[k]:
        low, high = m.actuator_actrange[k]
    elif m.actuator_dyntype[k] in (DynType.INTEGRATOR, DynType.USER):
        return None
    elif m.actuator_ctrlnum[k] and m.actuator_ctrllimited[start]:
        low, high = m.actuator_ctrlrange[start]
    else:
        return None
    return float(low), float(high)
