"""A humanoid: dropped on its feet, and pushing them apart on the floor."""

import numpy as np

from knuckle import models
from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.experiments.touch import no_crowd, no_touch
from knuckle.lab.materials import Materials
from knuckle.lab.scheme import Scheme
from knuckle.lab.stepping import forward, inverse
from knuckle.lab.trace import Trace
from knuckle.model.model import Model
from knuckle.schema.enums import GeomType

DROP = 0.05  # [m]
TORQUES = np.linspace(-40.0, 40.0, 9)  # [N m]
POSE = {"shoulder_abduction": 0.5, "elbow": 0.2, "hip_flexion": 0.2, "knee": 0.4, "ankle_flexion": 0.2}  # [rad]
HIPS = ("left_hip_abduction", "right_hip_abduction")


def humanoid() -> str:
    """The humanoid, with soles that have no torsion of their own, so that all schemes can take part."""
    return models.path("humanoid").read_text().replace('condim="4"', 'condim="3"')


def lowest(m: Model, d: Data) -> float:
    """The height of the lowest point of all spheres and capsules. [m]"""
    round_ones = np.flatnonzero((m.geom_type == GeomType.SPHERE) | (m.geom_type == GeomType.CAPSULE))
    half = np.where(m.geom_type == GeomType.CAPSULE, m.geom_size[:, 1], 0.0)
    down = d.geom_xpos[:, 2] - m.geom_size[:, 0] - np.abs(d.geom_xmat.reshape(-1, 3, 3)[:, 2, 2]) * half
    return float(down[round_ones].min())


def standing(m: Model, height: float) -> np.ndarray:
    """The first position, with arms held away from the body, knees a bit bent, and the soles at a height."""
    d, q = Data(m), m.qpos0.copy()
    for name, angle in POSE.items():
        for side in ("left", "right"):
            q[m.jnt_qposadr[m.names("joint").index(f"{side}_{name}")]] = angle
    d.qpos[:] = q
    machine().kinematics(m, d)
    q[2] += height - lowest(m, d)
    return q


def lift(m: Model, d: Data) -> None:
    d.qpos[:] = standing(m, DROP)


def soles(trace: Trace) -> np.ndarray:
    """The height of the lowest point over time, where it is in the floor; 0 else."""
    from knuckle.model.loading import load

    m = load(humanoid())
    d, heights = Data(m), []
    for q in trace.qpos:
        d.qpos[:] = q
        machine().kinematics(m, d)
        heights.append(min(0.0, lowest(m, d)))
    return np.array(heights)


def torques_found(m: Model, scheme: Scheme, materials: Materials) -> tuple[np.ndarray, np.ndarray]:
    """The torque that the inverse finds in the left hip, for torques that push both feet apart. [N m]"""
    dofs = [int(m.jnt_dofadr[m.names("joint").index(name)]) for name in HIPS]
    found = []
    m.opt.tolerance = 0.0
    for torque in TORQUES:
        d = Data(m)
        d.qpos[:] = standing(m, -2e-4)
        d.qfrc_applied[dofs] = torque
        after = forward(m, d, scheme, materials=materials).qvel_next
        d.qfrc_applied[:] = 0.0
        force = inverse(m, d, scheme, after, materials=materials).qfrc_inverse
        assert force is not None
        found.append(force[dofs[0]])
    return TORQUES, np.array(found)


def needs_inverse(scheme: Scheme) -> str:
    """Schemes that have no inverse, and why."""
    if scheme.has_memory or not scheme.invertible:
        return f"it has no inverse: {scheme.why_not_invertible}"
    return no_touch(scheme)


def experiments() -> tuple[Experiment, ...]:
    return (
        Experiment(
            name="humanoid_drop",
            question="A humanoid falls 5 cm onto its feet and gives way. How deep does it get into the floor?",
            explanation="Not at all, if contact is rigid. It lands after about √(2H/g) = 0.1 s with 1 m/s; models that "
            "see the floor only when they are in it sink in by a step's way, soft ones by their softness as well, and "
            "those that let a violated contact decay keep it for a while.",
            xml=humanoid(),
            duration=0.2,
            quantity="depth of the lowest point",
            unit="m",
            measured=soles,
            exact=np.zeros_like,
            good=lambda h: 1.5 * h + 2e-3,
            setup=lift,
            excludes=no_crowd,
        ),
        Experiment(
            name="feet_apart",
            question="A humanoid on its feet pushes them apart with its hips, and friction holds them. How hard does "
            "it push, as its motion tells?",
            explanation="Where friction holds, hardly anything moves. A soft model has the torque in what is left of "
            "the motion, and its inverse finds it; a rigid model has lost it. The harder the model, the fewer digits "
            "are left.",
            xml=humanoid(),
            duration=float(TORQUES[-1]),
            start=float(TORQUES[0]),
            along="torque that was applied [N m]",
            quantity="torque that the inverse finds",
            unit="N m",
            perform=torques_found,
            exact=lambda x: np.asarray(x, float),
            good=lambda h: 1e-3,
            excludes=needs_inverse,
        ),
    )
