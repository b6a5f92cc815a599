"""Weld: two bodies keep their relative pose."""

from knuckle.machine.kernel import kernel, sqrt
from knuckle.math.quat import quat_mul, quat_mul_conjugate
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, dot3, scale3, sub3
from knuckle.physics.constraint.equality_connect import put_offsets
from knuckle.physics.constraint.equality_ends import drift_at, end_body, end_point, end_quat
from knuckle.physics.constraint.motion import pair_motion
from knuckle.physics.constraint.response import response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import ConstraintType, ObjType

EQUALITY = int(ConstraintType.EQUALITY)
SITE = int(ObjType.SITE)


@kernel
def equality_weld(m, d, e):
    """Six rows: r = p₁ − p₂, then torquescale · vec(q₂⁻¹ q₁ q_rel), and one response, that of ‖r‖."""
    b1 = end_body(m, e, m.eq_obj1id[e])
    b2 = end_body(m, e, m.eq_obj2id[e])
    p1 = first_point(m, d, e)
    p2 = second_point(m, d, e)
    first = pair_motion(m, d, b1, p1, b2, p2)
    if first == m.nv or not claim_rows(m, d, 6, first):
        return
    row = d.nefc - 6
    n = m.nv - first
    a = d.efc_J_rowadr[row]
    put_offsets(m, d, a, first)
    q1 = first_quat(m, d, e)
    q2 = end_quat(m, d, e, m.eq_obj2id[e])
    scale = m.eq_data[e, 10]
    put_turns(m, d, q1, q2, 0.5 * scale, a + 3 * n, first)
    r = sub3(p1, p2)
    turn = turn_of(q1, q2, scale, (1.0, 0.0, 0.0, 0.0))
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], sqrt(dot3(r, r) + dot3(turn, turn)))
    moving = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    turning = m.body_invweight0[b1, 1] + m.body_invweight0[b2, 1]
    describe_row(d, row, EQUALITY, e, r[0], 0.0, moving, k_b_d)
    describe_row(d, row + 1, EQUALITY, e, r[1], 0.0, moving, k_b_d)
    describe_row(d, row + 2, EQUALITY, e, r[2], 0.0, moving, k_b_d)
    describe_row(d, row + 3, EQUALITY, e, turn[0], 0.0, turning, k_b_d)
    describe_row(d, row + 4, EQUALITY, e, turn[1], 0.0, turning, k_b_d)
    describe_row(d, row + 5, EQUALITY, e, turn[2], 0.0, turning, k_b_d)


@kernel
def turn_of(q1, q2, scale, w):
    """scale · vec(q₂⁻¹ w q₁): the turning residual for w = 1; half its rate for w = (0, relative angular velocity)."""
    turn = quat_mul_conjugate(q2, quat_mul(w, q1))
    return scale3((turn[1], turn[2], turn[3]), scale)


@kernel
def put_turns(m, d, q1, q2, scale, a, first):
    """Three rows from the entry a on: the rates of the turning residual, with half the torquescale as scale."""
    n = m.nv - first
    for k in range(n):
        v = d.row_motion[first + k]
        turn = turn_of(q1, q2, scale, (0.0, v[3], v[4], v[5]))
        d.efc_J[a + k] = turn[0]
        d.efc_J[a + n + k] = turn[1]
        d.efc_J[a + 2 * n + k] = turn[2]


@kernel
def weld_drift(m, d, e, r):
    """efc_aref −= J̇ q̇ in the six rows from r on.

    The turning residual's own drift is its rate for the quaternion (−½ ω·ω, ω̇ + ω₁ × ω₂), where ω = ω₁ − ω₂.
    """
    b1 = end_body(m, e, m.eq_obj1id[e])
    b2 = end_body(m, e, m.eq_obj2id[e])
    a1 = drift_at(m, d, b1, first_point(m, d, e))
    a2 = drift_at(m, d, b2, second_point(m, d, e))
    w1 = angular(d.cvel[b1])
    w2 = angular(d.cvel[b2])
    w = sub3(w1, w2)
    wdot = add3(sub3(angular(a1), angular(a2)), cross3(w1, w2))
    q2 = end_quat(m, d, e, m.eq_obj2id[e])
    rate = (-0.5 * dot3(w, w), wdot[0], wdot[1], wdot[2])
    turn = turn_of(first_quat(m, d, e), q2, 0.5 * m.eq_data[e, 10], rate)
    a = sub3(linear(a1), linear(a2))
    d.efc_aref[r] = d.efc_aref[r] - a[0]
    d.efc_aref[r + 1] = d.efc_aref[r + 1] - a[1]
    d.efc_aref[r + 2] = d.efc_aref[r + 2] - a[2]
    d.efc_aref[r + 3] = d.efc_aref[r + 3] - turn[0]
    d.efc_aref[r + 4] = d.efc_aref[r + 4] - turn[1]
    d.efc_aref[r + 5] = d.efc_aref[r + 5] - turn[2]


@kernel
def first_point(m, d, e):
    """Where the second body's anchor belongs, by the pose of the first; world frame."""
    return end_point(m, d, e, m.eq_obj1id[e], (m.eq_data[e, 3], m.eq_data[e, 4], m.eq_data[e, 5]))


@kernel
def second_point(m, d, e):
    """The anchor on the second body, world frame."""
    return end_point(m, d, e, m.eq_obj2id[e], (m.eq_data[e, 0], m.eq_data[e, 1], m.eq_data[e, 2]))


@kernel
def first_quat(m, d, e):
    """q₁ q_rel: the orientation the second body should have. Sites are to coincide, so they have no q_rel."""
    q = end_quat(m, d, e, m.eq_obj1id[e])
    if m.eq_objtype[e] == SITE:
        return q
    else:
        return quat_mul(q, (m.eq_data[e, 6], m.eq_data[e, 7], m.eq_data[e, 8], m.eq_data[e, 9]))
