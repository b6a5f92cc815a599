"""How the values of keyframes follow the scale of frames."""

from dataclasses import dataclass, field

import numpy as np

from knuckle.compile.elements.actuator_units import scaled_controls, units_of
from knuckle.compile.elements.tendon_units import units_of as tendon_units
from knuckle.compile.frames.scaling import Scaling
from knuckle.compile.parts import Assembly, BodyPart
from knuckle.hostmath.rotation import Vector, subtract
from knuckle.schema.enums import JointType


@dataclass
class KeyScale:
    """What happens to one vector of a keyframe: factors of single entries, and maps of positions and velocities."""

    factors: np.ndarray
    maps: list[tuple[int, Vector, Scaling]] = field(default_factory=list)  # address, offset, linear map

    def apply(self, row: np.ndarray, first: int, end: int) -> None:
        """Scale the values of a row from `first` until before `end`, the ones that the file gives."""
        row[first:end] *= self.factors[first:end]
        for start, offset, scaling in self.maps:
            if first <= start < end:
                capacity = row[start : min(start + 3, end)]
                capacity[:] = np.add(offset, scaling.at(row[start : start + 3]))[: len(capacity)]


def key_scales(a: Assembly) -> dict[str, KeyScale]:
    """The scales of qpos, qvel, plastic, mpos, ctrl and act; empty where no frame is scaled."""
    if not any(_scaled(body.outer) for body in a.bodies) and not any(_scaled(joint.scaling) for joint in a.joints):
        return {}
    qpos, qvel, plastic = (KeyScale(np.ones(a.counts[name])) for name in ("nq", "nv", "nplastic"))
    for j, joint in enumerate(a.joints):
        q, v, p = (int(a.arrays[name][j]) for name in ("jnt_qposadr", "jnt_dofadr", "jnt_plasticadr"))
        if joint.kind == JointType.FREE:
            body = a.bodies[joint.body]
            qpos.maps.append((q, _offset(body), body.outer))
            qvel.maps.append((v, (0.0, 0.0, 0.0), body.outer))
        elif joint.kind == JointType.SLIDE:
            qpos.factors[q] = qvel.factors[v] = joint.factor
            if p >= 0:
                plastic.factors[p] = joint.factor
    for t, tendon in enumerate(a.tendons):
        p = int(a.arrays["tendon_plasticadr"][t])
        if p >= 0:
            plastic.factors[p : p + 2] = tendon_units(tendon).length
    mocap = [body for body in a.bodies[1:] if body.node.mocap]
    mpos = KeyScale(np.ones(3 * len(mocap)), [(3 * i, _offset(body), body.outer) for i, body in enumerate(mocap)])
    return {"qpos": qpos, "qvel": qvel, "plastic": plastic, "mpos": mpos, **_setpoints(a)}


def _setpoints(a: Assembly) -> dict[str, KeyScale]:
    """The scales of controls and activations, both in the units of what the control is."""
    controls: list[float] = []
    states: list[float] = []
    for k, part in enumerate(a.actuators):
        units = units_of(part)
        controls += scaled_controls(part.node, units, a.arrays["actuator_ctrlnum"][k])
        states += [units.setpoint] * a.arrays["actuator_actnum"][k]
    return {"ctrl": KeyScale(np.array(controls)), "act": KeyScale(np.array(states))}


def _scaled(scaling: Scaling) -> bool:
    return scaling.length != 1.0 or scaling.stretch is not None


def _offset(body: BodyPart) -> Vector:
    """A world position p of a scaled body becomes o + S (p − o₀), with its frame's origin now o and o₀ before."""
    return subtract(body.origin, body.outer.at(body.authored_origin))
