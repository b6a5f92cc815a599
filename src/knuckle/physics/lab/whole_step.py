"""What all whole steps of the laboratory share: their beginning, the smooth part of a step, and its end."""

from knuckle.kernel import kernel
from knuckle.physics.guard.divergence import has_bad
from knuckle.physics.lab.advance import advance_state, begin_step
from knuckle.physics.pipeline import actuation, observe, smooth_acceleration
from knuckle.physics.sensor.stages import sensor_acc

BAD = 2  # why steps stopped: numbers are bad


@kernel
def begin_steps(m, d, q):
    """No steps so far."""
    q.done = 0
    q.stopped = 0
    for i in range(m.nv):
        q.qvel_next[i] = d.qvel[i]


@kernel
def smooth_part(m, d):
    """Everything up to qacc_smooth; False where room is missing."""
    if not observe(m, d):
        return False
    actuation(m, d)
    smooth_acceleration(m, d)
    return True


@kernel
def end_step(m, d, q, share):
    """Advance the state with qacc; False, and the state as it was, where numbers are bad."""
    if has_bad(d.qacc, m.nv) > 0.0:
        q.stopped = BAD
        return False
    if m.nsensor > 0:
        sensor_acc(m, d)
    for i in range(m.nv):
        q.qvel_next[i] = d.qvel[i] + m.opt_timestep * d.qacc[i]
    begin_step(m, d)
    advance_state(m, d, q.qvel_next, share)
    q.done = q.done + 1
    return True
