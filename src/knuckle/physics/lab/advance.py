"""The state at the end of a step, from the velocity that a formulation found there."""

from knuckle.kernel import kernel
from knuckle.physics.actuator.activation import advance_activations
from knuckle.physics.force.plastic import yield_springs
from knuckle.physics.history.clock import later
from knuckle.physics.history.controls import remember_controls
from knuckle.physics.history.readings import remember_readings
from knuckle.physics.integrator.advance import move
from knuckle.physics.integrator.runge_kutta import begin_stages, end_stages, enter_stage, give_up_stages, leave_stage

FIRST, LAST, BACK = 0, 4, 5  # stages that are not among the three in the middle


@kernel
def lab_advance(m, d, q):
    """q ← q ⊕ h ((1 − share) v + share v'), v ← v', t ← t + h, with activations and histories. [s]

    share 0 is the explicit update, ½ the midpoint, 1 the semi-implicit one.
    """
    begin_step(m, d)
    advance_state(m, d, q.qvel_next, q.share)


@kernel
def begin_step(m, d):
    """What a step keeps of the time it began at."""
    if m.nhistory > 0:
        remember_controls(m, d)
        remember_readings(m, d)


@kernel
def advance_state(m, d, qvel_next, share):
    """Activations, positions, velocities and time of the next step; the solver's next start is qacc."""
    h = m.opt_timestep
    advance_activations(m, d, d.act_dot)
    for i in range(m.nv):
        d.qacc_step[i] = d.qvel[i] + share * (qvel_next[i] - d.qvel[i])
    move(m, d, d.qacc_step, h)
    for i in range(m.nv):
        d.qvel[i] = qvel_next[i]
        d.qacc_warmstart[i] = d.qacc[i]
    yield_springs(m, d)
    d.time = later(d.time, h)


@kernel
def lab_stage(m, d, q):
    """Go to stage 1, 2 or 3 of Runge-Kutta, to its end (4) or back to its start (5), with qacc as the rate of qvel.

    Stage 0 keeps the state of the start. Whoever leaves a stage has computed qacc and act_dot there.
    """
    if q.stage == BACK:
        give_up_stages(m, d)
    elif q.stage == FIRST:
        begin_stages(m, d)
    else:
        if q.stage > 1:
            leave_stage(m, d, q.stage - 1)
        if q.stage == LAST:
            end_stages(m, d)
        else:
            enter_stage(m, d, q.stage)
