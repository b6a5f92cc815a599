"""Whole steps of version 0.5 on a world without equalities: what a scheme does in Python, in one call."""

from knuckle.kernel import kernel, maximum
from knuckle.math.exponential import exp
from knuckle.physics.guard.divergence import count_bad
from knuckle.physics.lab.advance import advance_state, begin_step
from knuckle.physics.lab.gauss_world import prepare_blocks, sweep_world
from knuckle.physics.pipeline import actuation, observe, smooth_acceleration
from knuckle.physics.sensor.stages import sensor_acc
from knuckle.physics.solver.from_forces import finish_dual
from knuckle.schema.enums import ConstraintType


@kernel
def lab_gauss_step(m, d, q):
    """Steps until `nstep` are done, room is missing, there are equalities, or numbers are bad; how many were done.

    The state of a step that is not done is as it was before.
    """
    q.done = 0
    q.stopped = 0
    for i in range(m.nv):
        q.qvel_next[i] = d.qvel[i]
        q.u[i] = 0.0
    while q.done < q.nstep:
        if not observe(m, d):
            return
        actuation(m, d)
        smooth_acceleration(m, d)
        if d.ne > 0:
            q.stopped = 1
            return
        if not prepare_blocks(m, d, q.softness):
            return
        aim(m, d, q)
        sweep_world(m, d, q.u, q.sweeps, q.projection, q.tolerance)
        finish_dual(m, d)
        if count_bad(d.qacc, m.nv) > 0.0:
            q.stopped = 2
            return
        if m.nsensor > 0:
            sensor_acc(m, d)
        for i in range(m.nv):
            q.qvel_next[i] = d.qvel[i] + m.opt_timestep * d.qacc[i]
        begin_step(m, d)
        advance_state(m, d, q.qvel_next, q.share)
        q.done = q.done + 1


@kernel
def aim(m, d, q):
    """b of all rows: (J v_minus − v_min) / h, or the engine's own."""
    h = m.opt_timestep
    for r in range(d.nefc):
        start = d.efc_J_rowadr[r]
        free = 0.0 * h
        for e in range(start, start + d.efc_J_rownnz[r]):
            free = free + d.efc_J[e] * d.qacc_smooth[d.efc_J_colind[e]]
        if q.engine_aim != 0:
            d.efc_b[r] = free - d.efc_aref[r]
        else:
            d.efc_b[r] = free + (d.efc_vel[r] - minimal_velocity(d, q, r, h)) / h


@kernel
def minimal_velocity(d, q, r, h):
    """v_min of a row: −w/h apart, the critically damped one in violation, 0 along friction."""
    kind = d.efc_type[r]
    if kind == ConstraintType.FRICTION_DOF or kind == ConstraintType.FRICTION_TENDON:
        return 0.0 * h
    if kind == ConstraintType.CONTACT_ELLIPTIC and r > 0 and is_tangent(d, r):
        return 0.0 * h
    w = d.efc_pos[r]
    if w > 0.0 or q.T == 0.0:
        return -w / h
    v = d.efc_vel[r]
    x = h / q.T
    inside = (v - x * v - x * w / q.T) * exp(-x)
    return maximum(inside, 0.0 * h) if q.clamp != 0 else inside


@kernel
def is_tangent(d, r):
    """Whether a row of an elliptic contact is not its first."""
    return d.efc_type[r - 1] == ConstraintType.CONTACT_ELLIPTIC and d.efc_id[r - 1] == d.efc_id[r]
