"""Advancing the state by one step of single-step integrators."""

from knuckle.kernel import kernel, stage
from knuckle.physics.actuator.activation import advance_activations
from knuckle.physics.force.plastic import yield_springs, yield_tendons
from knuckle.physics.history.clock import later
from knuckle.physics.history.controls import remember_controls
from knuckle.physics.history.readings import remember_readings
from knuckle.physics.kinematics.position import move_joints
from knuckle.physics.sleep.runs import run_count, run_dofs, run_joints
from knuckle.schema.enums import PositionUpdate


@stage
def advance(m, d):
    """v ← v + h a with a in qacc_step, q ← q ⊕ h v with the new, old or mean velocity, t ← t + h.

    The solver's next start is qacc.
    """
    h = m.opt_timestep
    if m.nhistory > 0:
        remember_controls(m, d)
        remember_readings(m, d)
    advance_activations(m, d, d.act_dot)
    if m.opt_position_update == PositionUpdate.EXPLICIT:
        move(m, d, d.qvel, h)
        accelerate(m, d, h)
    elif m.opt_position_update == PositionUpdate.MIDPOINT:
        accelerate(m, d, 0.5 * h)
        move(m, d, d.qvel, h)
        accelerate(m, d, 0.5 * h)
    else:
        accelerate(m, d, h)
        move(m, d, d.qvel, h)
    yield_springs(m, d)
    d.time = later(d.time, h)
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]


@kernel
def move(m, d, velocity, h):
    """q ← q ⊕ h v, and springs of tendons yield."""
    for s in range(run_count(m, d)):
        first, end = run_joints(m, d, s)
        move_joints(m, first, end, d.qpos, velocity, h)
    yield_tendons(m, d, velocity, h)


@kernel
def accelerate(m, d, h):
    """v ← v + h a."""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            d.qvel[i] = d.qvel[i] + h * d.qacc_step[i]


@kernel
def take_qacc(m, d):
    """qacc_step ← qacc: the step is that of the accelerations as they are."""
    for i in range(m.nv):
        d.qacc_step[i] = d.qacc[i]


@kernel
def total_force(m, d, first, end, result):
    """result = M q̈ of the forward dynamics: smooth and constraint forces, dofs from the first to the end. [N, N m]"""
    for i in range(first, end):
        result[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
