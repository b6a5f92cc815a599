"""How episodes of the suite start: joints anywhere in their ranges, bodies in any orientation, nothing touching."""

from collections.abc import Callable

import numpy as np

from knuckle.data.data import reset
from knuckle.envs.suite.parts import Starting
from knuckle.envs.task import Setting, Start
from knuckle.errors import KnuckleError
from knuckle.functions import stages
from knuckle.schema.enums import JointType

ATTEMPTS = 1000  # to find a start without contacts
Draw = Callable[[Setting, np.random.Generator], np.ndarray]


def any_rotation(generator: np.random.Generator) -> np.ndarray:
    """A unit quaternion, all orientations alike."""
    quaternion = generator.standard_normal(4)
    return quaternion / np.linalg.norm(quaternion)


def any_joints(s: Setting, generator: np.random.Generator) -> np.ndarray:
    """Limited joints anywhere in their ranges, unlimited ones at any angle, free bodies turned by positive quaternions.

    The suite draws the entries of such a quaternion from U(0, 1), which does not make all orientations alike.
    """
    m, qpos = s.model, s.qpos0.copy()
    for j in range(m.njnt):
        kind, first, limited = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_limited[j]
        if kind == JointType.FREE:
            quaternion = generator.uniform(size=4)
            qpos[first + 3 : first + 7] = quaternion / np.linalg.norm(quaternion)
        elif kind == JointType.BALL:
            qpos[first : first + 4] = _ball(generator, m.jnt_range[j, 1] if limited else None)
        elif limited:
            qpos[first] = generator.uniform(*m.jnt_range[j])
        elif kind == JointType.HINGE:
            qpos[first] = generator.uniform(-np.pi, np.pi)
    return qpos


def _ball(generator: np.random.Generator, limit: float | None) -> np.ndarray:
    """Any orientation, or one turned by at most the limit about any axis."""
    if limit is None:
        return any_rotation(generator)
    axis = generator.standard_normal(3)
    angle = limit * generator.uniform()
    return np.concatenate([[np.cos(0.5 * angle)], np.sin(0.5 * angle) * axis / np.linalg.norm(axis)])


def starting_at(draw: Draw) -> Starting:
    """Positions that are drawn, at rest."""
    return lambda s, generator: Start({"qpos": draw(s, generator)})


def without_contact(draw: Draw) -> Draw:
    """Draw until nothing touches."""

    def drawn(s: Setting, generator: np.random.Generator) -> np.ndarray:
        for _ in range(ATTEMPTS):
            qpos = draw(s, generator)
            if not touching(s, qpos):
                return qpos
        raise KnuckleError(f"no start without contacts in {ATTEMPTS} attempts")

    return drawn


def touching(s: Setting, qpos: np.ndarray, **more: np.ndarray) -> bool:
    """Whether there are contacts in these positions; `more` are other fields to set."""
    reset(s.model, s.scratch)
    s.scratch.qpos[:] = qpos
    for name, values in more.items():
        setattr(s.scratch, name, values)
    stages.fwd_position(s.model, s.scratch)
    return s.scratch.ncon > 0
