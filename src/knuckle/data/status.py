"""Problems of a world in words: what went wrong, where, when, what was behind it, and what to do."""

import warnings
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.schema.enums import ConstraintType
from knuckle.schema.status import ForceTerm, Status
from knuckle.validate.values import broken_values

if TYPE_CHECKING:
    from knuckle.data.data import Data
    from knuckle.model.model import Model

DIVERGENCE = Status.BAD_QPOS | Status.BAD_QVEL | Status.BAD_QACC

WORDS = {
    Status.BAD_QPOS: "position (qpos) is NaN, infinite or beyond 1e10",
    Status.BAD_QVEL: "velocity (qvel) is NaN, infinite or beyond 1e10",
    Status.BAD_QACC: "acceleration (qacc) is NaN, infinite or beyond 1e10",
    Status.INERTIA: "inertia is not positive",
    Status.BAD_CTRL: "control (ctrl) is NaN, infinite or beyond 1e10, and all controls counted as zero",
    Status.SOLVER: "the constraint solver ran out of iterations",
}

ADVICE = {
    Status.BAD_QPOS: "Check what was written to qpos, and the velocities of the steps before.",
    Status.BAD_QVEL: "Check what was written to qvel; if nothing was, take a smaller timestep.",
    Status.BAD_QACC: "Take a smaller timestep or integrator 'implicitfast', or add damping or armature.",
    Status.INERTIA: "Give the moving bodies mass and inertia, or the joint armature.",
    Status.BAD_CTRL: "Check what was written to ctrl; a ctrlrange keeps it within bounds.",
    Status.SOLVER: "Raise opt.iterations or opt.tolerance, take the Newton solver, or make contacts softer (solref).",
}

FORCES = {
    ForceTerm.SPRING: "the spring",
    ForceTerm.DAMPER: "the damper",
    ForceTerm.GRAVCOMP: "the gravity compensation",
    ForceTerm.FLUID: "the fluid force",
    ForceTerm.BIAS: "the Coriolis, centrifugal and gravity force",
    ForceTerm.APPLIED: "the applied joint force (qfrc_applied)",
    ForceTerm.ACTUATOR: "the actuator force",
    ForceTerm.CONSTRAINT: "the constraint force",
    ForceTerm.CARTESIAN: "the applied body force (xfrc_applied)",
}


class DivergenceError(KnuckleError):
    """A world diverged, and was not reset because the flag `autoreset` is off."""


class SimulationWarning(UserWarning):
    """A world met a problem, such as a reset after divergence, and the simulation went on."""


def report(d: "Data", stacklevel: int = 2) -> None:
    """Raise DivergenceError where the world diverged and stays so; else warn once of each new problem."""
    m, status = d.model, Status(d.status)
    if status & DIVERGENCE and not m.opt.flags.autoreset:
        raise DivergenceError(describe(d) + " Then reset the data, or set its status to 0 and go on.")
    fresh = status & ~Status(d._reported)
    d._reported = int(status)
    if fresh:
        outcome = " The world was reset." if fresh & DIVERGENCE else ""
        warnings.warn(describe(d) + outcome, SimulationWarning, stacklevel=stacklevel + 1)
    d._arrays["bad_kind"][()] = 0


def describe(d: "Data") -> str:
    """The first problem not reported yet: what, where, when, the force behind it, what else was met, and advice."""
    problem = Status(d._arrays["bad_kind"].item())
    if not d.status or problem not in WORDS:
        return "no problems"
    time = d._arrays["bad_time"].item()
    where = _place(d.model, problem, d._arrays["bad_index"].item())
    step = d.model.opt.timestep
    when = f"at time {time:g} s" + (f" (step {round(time / step)})" if step and isfinite(time / step) else "")
    others = [WORDS[bit] for bit in Status if bit & d.status & ~problem and bit in WORDS]
    also = f" Also met: {'; '.join(others)}." if others else ""
    behind = _largest_force(d) if problem & (DIVERGENCE | Status.SOLVER) else ""
    wrong = broken_values(d.model._arrays, {}) if problem & DIVERGENCE else []
    advice = f"In the model, {'; '.join(wrong)}." if wrong else ADVICE[problem]
    return f"{where}: {WORDS[problem]}, {when}{behind}.{also} {advice}"


def _place(m: "Model", problem: Status, index: int) -> str:
    """What the problem is about: the joint of an element of qpos or a dof, a control, the first body of an island."""
    if problem == Status.SOLVER:
        return f"the island of {_thing(m, 'body', int(m.tree_bodyadr[index]))}"
    if problem == Status.BAD_QPOS:
        joint = int(np.searchsorted(m.jnt_qposadr, index, side="right")) - 1
        return f"{_joint(m, joint)} (qpos {index})"
    if problem == Status.BAD_CTRL:
        actuator = int(np.searchsorted(m.actuator_ctrladr, index, side="right")) - 1
        return f"actuator {m._names['actuator'][actuator] or actuator!r} (ctrl {index})"
    return f"{_joint_of_dof(m, index)} (dof {index})"


def _largest_force(d: "Data") -> str:
    """The largest force at the time of the problem."""
    force = FORCES.get(d._arrays["bad_term"].item())
    if force is None:
        return ""
    row = d._arrays["bad_row"].item()
    if row >= 0 and d._arrays["bad_term"].item() == ForceTerm.CONSTRAINT:
        return f"; the largest force then was that of {_row(d, ConstraintType(row))}"
    return f"; the largest force then was {force} on {_joint_of_dof(d.model, d._arrays['bad_dof'].item())}"


def _row(d: "Data", kind: ConstraintType) -> str:
    """The object behind a constraint row."""
    m, index = d.model, d._arrays["bad_object"].item()
    if kind == ConstraintType.EQUALITY:
        return f"the {_thing(m, 'equality', index)}"
    if kind == ConstraintType.FRICTION_DOF:
        return f"dry friction in {_joint_of_dof(m, index)}"
    if kind == ConstraintType.FRICTION_TENDON:
        return f"dry friction in {_thing(m, 'tendon', index)}"
    if kind == ConstraintType.LIMIT_JOINT:
        return f"the limit of {_joint(m, index)}"
    if kind == ConstraintType.LIMIT_TENDON:
        return f"the limit of {_thing(m, 'tendon', index)}"
    first, second = d._arrays["bad_geoms"].tolist()
    return f"the contact between {_thing(m, 'geom', first)} and {_thing(m, 'geom', second)}"


def _thing(m: "Model", kind: str, index: int) -> str:
    """An element by its name, else by its number."""
    names = m._names[kind]
    return f"{kind} {names[index]!r}" if 0 <= index < len(names) and names[index] else f"{kind} {index}"


def _joint_of_dof(m: "Model", dof: int) -> str:
    return _joint(m, int(m.dof_jntid[dof]) if 0 <= dof < m.nv else -1)


def _joint(m: "Model", joint: int) -> str:
    if not 0 <= joint < m.njnt:
        return "an unknown joint"
    if m._names["joint"][joint]:
        return f"joint {m._names['joint'][joint]!r}"
    body = int(m.jnt_bodyid[joint])
    return f"joint {joint} of body {m._names['body'][body] or body!r}"
