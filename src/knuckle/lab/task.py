"""A task of trajectory optimization: positions over time are the unknowns, forces follow by the inverse."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.functions.queries import declared_queries
from knuckle.lab.calls import call, outputs
from knuckle.lab.faults import LabError, check_flag, check_real, check_whole
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.schema.enums import JointType

_integrate = declared_queries()["integrate_pos"]
_difference = declared_queries()["differentiate_pos"]
STEP = 5e-8  # of forward differences: forces bend so much near contact that longer ones are off by more than 1e-6
Residual = Callable[[np.ndarray, np.ndarray, np.ndarray], Any]


@dataclass(frozen=True, eq=False)
class Task:
    """min Σ ½‖ρ(q, w, u)‖² over positions q₁…q_T, with w = (q ⊖ q₋)/h and u the force that the inverse finds.

    `residual(q, w, u)` gets all frames at once, (frames, nq), (frames, nv) and (frames, nv), and returns (frames, any).
    A `periodic` motion ends as it begins. Else `start` is the position and velocity at t = 0, and the residual of the
    last frame has u = 0. `penalty` weighs forces of dofs that no actuator moves.
    """

    m: Model
    residual: Residual
    h: float = 0.01
    T: int = 50
    periodic: bool = True
    start: tuple[Any, Any] | None = None
    penalty: float = 1.0

    def __post_init__(self) -> None:
        check_real("Task", "h", self.h, 0, above=True)
        check_real("Task", "penalty", self.penalty, 0)
        check_whole("Task", "T", self.T, 3)
        if not isinstance(self.m, Model):
            raise TypeError(f"Task: m: expected a Model, found {type(self.m).__name__}")
        if not callable(self.residual):
            raise TypeError(f"Task: residual: expected a function, found {shown(self.residual)}")
        check_flag("Task", "periodic", self.periodic)
        if not self.periodic:
            self._check_start()

    def _check_start(self) -> None:
        """Raise LabError unless there are a position and a velocity to start with."""
        sizes = (self.m.nq,), (self.m.nv,)
        try:
            found = [np.asarray(each, float) for each in self.start or ()]
        except (TypeError, ValueError):
            found = []
        if tuple(each.shape for each in found) != sizes or not all(np.isfinite(each).all() for each in found):
            raise LabError(
                f"Task: start: expected (qpos, qvel) at t = 0, of the shapes {sizes[0]} and {sizes[1]}, since the "
                f"motion is not periodic, found {shown(self.start)}"
            )
        check_rotations(self.m, found[0][None], "Task: start")

    @property
    def unactuated(self) -> np.ndarray:
        """The dofs that no actuator moves."""
        from knuckle.data.data import Data
        from knuckle.functions.calls import machine

        d = Data(self.m)
        machine().fwd_position(self.m, d)
        moved = np.zeros(self.m.nv, bool)
        moved[d.moment_colind[d.actuator_moment != 0]] = True
        return ~moved

    def frames(self, q: np.ndarray) -> np.ndarray:
        """All positions that matter, one row each: those before the unknown ones, the unknown ones, and one after."""
        if self.periodic:
            return np.concatenate([q[-1:], q, q[:1]])
        q0, v0 = (np.asarray(each, float) for each in self.start or ())
        return np.concatenate([[_integrate(self.m, q0, -v0, self.h), q0], q, q[-1:]])

    def owners(self) -> np.ndarray:
        """Which unknown each of these rows is; −1 for none."""
        if self.periodic:
            return np.array([self.T - 1, *range(self.T), 0])
        return np.array([-1, -1, *range(self.T), -1])

    def velocities(self, frames: np.ndarray) -> np.ndarray:
        """w of the rows from the second to the last but one."""
        return differences(self, frames[:-2], frames[1:-1])

    def values(self, q: np.ndarray, w: np.ndarray, u: np.ndarray, weight: float, free: np.ndarray) -> np.ndarray:
        """The residual of every frame, with the penalty on forces that nothing makes."""
        found = self.residual(q, w, u)
        try:
            own = np.asarray(found).astype(float, casting="same_kind").reshape(len(q), -1)
        except (TypeError, ValueError):
            raise LabError(
                f"Task: residual: expected numbers, in a row for each of {len(q)} frames, found {shown(found)}"
            ) from None
        return np.concatenate([own, np.sqrt(weight) * u[:, free]], axis=1)


def check_rotations(m: Model, q: np.ndarray, where: str) -> None:
    """Raise LabError where a quaternion is zero, which is no rotation; q has a row for each frame."""
    first = {int(JointType.FREE): 3, int(JointType.BALL): 0}
    for j, kind in enumerate(m.jnt_type):
        if int(kind) in first:
            a = int(m.jnt_qposadr[j]) + first[int(kind)]
            zero = np.flatnonzero(~q[:, a : a + 4].any(axis=1))
            if len(zero):
                joint = m.names("joint")[j] or j
                raise LabError(f"{where}: frame {zero[0]}: joint {joint}: expected a rotation, found the quaternion 0")


def moved(task: Task, q: np.ndarray, i: int) -> np.ndarray:
    """Rows of positions, each moved a little along dof i."""
    unit = np.zeros(task.m.nv)
    unit[i] = 1.0
    return np.array([_integrate(task.m, each, unit, STEP) for each in q])


def neighbours(task: Task, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each dof: frames but the outermost moved along it, and velocities where they or those before have moved."""
    sizes = {"all": len(frames), **task.m._counts}
    found = outputs("lab_neighbours", **sizes)
    call("lab_neighbours", task.m, None, frames=frames, all=len(frames), step=STEP, h=float(task.h), **found)
    return found["moved"][:, 1:-1], found["by_now"][:, :-2], found["by_before"][:, :-2]


def stepped(task: Task, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """q ⊕ change, row by row."""
    return np.array([_integrate(task.m, each, step, 1.0) for each, step in zip(q, change, strict=True)])


def differences(task: Task, before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """(now ⊖ before)/h, row by row."""
    return np.array([_difference(task.m, task.h, a, b) for a, b in zip(before, now, strict=True)])
