"""Whole steps with compliant contact on a world without equalities: what the scheme does in Python, in one call."""

from knuckle.kernel import kernel, minimum, sqrt
from knuckle.physics.guard.divergence import count_bad
from knuckle.physics.lab.advance import advance_state, begin_step
from knuckle.physics.lab.compliant import friction_ratio, normal_force
from knuckle.physics.pipeline import actuation, observe, smooth_acceleration
from knuckle.physics.sensor.stages import sensor_acc
from knuckle.physics.solver.from_forces import finish_dual
from knuckle.schema.enums import ConstraintType

EQUALITIES, BAD, STIFF = 1, 2, 3


@kernel
def lab_compliant_step(m, d, q):
    """Semi-implicit steps until `nstep` are done, room is missing, or a step needs the slower way; how many were done.

    `stopped` tells why: equalities, bad numbers, or springs so stiff that their exact frequency must be asked for. The
    state of a step that is not done is as it was before.
    """
    q.done = 0
    q.stopped = 0
    for i in range(m.nv):
        q.qvel_next[i] = d.qvel[i]
    while q.done < q.nstep:
        if not observe(m, d):
            return
        actuation(m, d)
        smooth_acceleration(m, d)
        if d.ne + d.nf > 0:
            q.stopped = EQUALITIES
            return
        if put_forces(m, d, q) > q.bound:
            q.stopped = STIFF
            return
        finish_dual(m, d)
        if count_bad(d.qacc, m.nv) > 0.0:
            q.stopped = BAD
            return
        if m.nsensor > 0:
            sensor_acc(m, d)
        for i in range(m.nv):
            q.qvel_next[i] = d.qvel[i] + m.opt_timestep * d.qacc[i]
        begin_step(m, d)
        advance_state(m, d, q.qvel_next, 1.0)
        q.done = q.done + 1


@kernel
def put_forces(m, d, q):
    """efc_force of all rows; a number above the square of h times the highest frequency: Σ A_rr (h² k + 2 h c)."""
    h = m.opt_timestep
    total = 0.0 * h
    r = 0
    while r < d.nefc:
        kind = d.efc_type[r]
        n = 1
        k = q.k_limit
        if kind == ConstraintType.CONTACT_ELLIPTIC or kind == ConstraintType.CONTACT_FRICTIONLESS:
            n = d.rows_left[r]
            pair = d.contact_geom[d.efc_id[r]]
            k = minimum(q.geom_k[pair[0]], q.geom_k[pair[1]])
        normal = normal_force(q.law, q.power, k, q.c, q.dissipation, -d.efc_pos[r], -d.efc_vel[r])
        d.efc_force[r] = normal[0]
        total = total + d.row_A[r] * h * (h * normal[1] + 2.0 * normal[2])
        slip = 0.0 * h
        for j in range(1, n):
            slip = slip + d.efc_vel[r + j] * d.efc_vel[r + j]
        slip = sqrt(slip)
        for j in range(1, n):
            own = d.contact_friction[d.efc_id[r], j - 1]
            mu_s = q.mu_static if q.mu_static >= 0.0 else own
            mu_d = q.mu_dynamic if q.mu_dynamic >= 0.0 else own
            mu = friction_ratio(q.friction, mu_s, mu_d, slip / q.stiction)
            share = mu[0] / slip if slip > 0.0 else 0.0 * h
            d.efc_force[r + j] = -share * d.efc_vel[r + j] * normal[0]
        r += n
    return total
