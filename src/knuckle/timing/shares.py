"""Where the time of a step goes, stage by stage."""

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import set_state
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.schema.enums import Integrator
from knuckle.timing.clock import stage_seconds

# the stages of one forward evaluation, in pipeline order, with the equation's term that each one makes
FORWARD_STAGES = {
    "kinematics": "poses of bodies, geoms, sites",
    "com_pos": "mass centres, unit motions",
    "camlight": "cameras and lights",
    "crb": "joint-space inertia M",
    "factor_M": "M = LᵀDL",
    "collision": "contacts",
    "make_constraint": "constraint rows: J, R, …",
    "islands": "groups of trees that share constraints",
    "com_vel": "velocities of bodies",
    "passive": "springs, dampers, medium",
    "reference_constraint": "aims of the constraint rows",
    "bias": "Coriolis, centrifugal, gravity",
    "smooth_acceleration": "accelerations M⁻¹f",
    "constraint_solve": "constraint forces and accelerations",
}
FORWARDS_PER_STEP = {Integrator.RK4: 4}


def stage_shares(m: Model, states: list[np.ndarray]) -> dict[str, float]:
    """Seconds of one step spent in each stage, mean over the states; `other` and `integration` are what is left."""
    d, engine = Data(m), machine()
    forwards = FORWARDS_PER_STEP.get(m.opt.integrator, 1)
    rows: list[dict[str, float]] = []
    for state in states:
        set_state(m, d, state)
        engine.forward(m, d)
        row = {stage: forwards * stage_seconds(m, d, stage) for stage in FORWARD_STAGES}
        forward = forwards * stage_seconds(m, d, "forward")
        row["other"] = max(0.0, forward - sum(row.values()))
        row["integration"] = max(0.0, stage_seconds(m, d, "step") - forward)
        rows.append(row)
    return {name: float(np.mean([row[name] for row in rows])) for name in rows[0]}
