"""Weld: two bodies keep their relative pose."""

from knuckle.kernel import kernel, sqrt
from knuckle.math.quat import quat_mul, quat_mul_conjugate
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, dot3, scale3, sub3
from knuckle.physics.constraint.equality_ends import (
    end_quat,
    first_body,
    first_point,
    relative_drift,
    second_body,
    second_point,
)
from knuckle.physics.constraint.equality_offset import claim_offset, describe_three, take_three
from knuckle.physics.constraint.response import response
from knuckle.schema.enums import ObjType


@kernel
def equality_weld(m, d, e):
    """Six rows: r = p₁ − p₂, then torquescale · vec(q₂⁻¹ q₁ q_rel), and one response, that of both together."""
    first = claim_offset(m, d, e, 6)
    if first == m.nv:
        return
    row = d.nefc - 6
    q1 = first_quat(m, d, e)
    q2 = end_quat(m, d, e, m.eq_obj2id[e])
    scale = m.eq_data[e, 10]
    put_turns(m, d, q1, q2, 0.5 * scale, d.efc_J_rowadr[row + 3], first)
    r = sub3(first_point(m, d, e), second_point(m, d, e))
    turn = turn_of(q1, q2, scale, (1.0, 0.0, 0.0, 0.0))
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], sqrt(dot3(r, r) + dot3(turn, turn)))
    describe_three(m, d, e, row, r, 0, k_b_d)
    describe_three(m, d, e, row + 3, turn, 1, k_b_d)


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
def weld_drift(m, d, e, row):
    """efc_aref −= J̇ q̇ in the six rows from `row` on.

    The turning residual's own drift is its rate for the quaternion (−½ ω·ω, ω̇ + ω₁ × ω₂), where ω = ω₁ − ω₂.
    """
    a = relative_drift(m, d, e)
    w1 = angular(d.cvel[first_body(m, e)])
    w2 = angular(d.cvel[second_body(m, e)])
    w = sub3(w1, w2)
    wdot = add3(angular(a), cross3(w1, w2))
    rate = (-0.5 * dot3(w, w), wdot[0], wdot[1], wdot[2])
    q2 = end_quat(m, d, e, m.eq_obj2id[e])
    take_three(d, row, linear(a))
    take_three(d, row + 3, turn_of(first_quat(m, d, e), q2, 0.5 * m.eq_data[e, 10], rate))


@kernel
def first_quat(m, d, e):
    """q₁ q_rel: the orientation the second body should have. Sites are to coincide, so they have no q_rel."""
    q = end_quat(m, d, e, m.eq_obj1id[e])
    if m.eq_objtype[e] == ObjType.SITE:
        return q
    else:
        return quat_mul(q, (m.eq_data[e, 6], m.eq_data[e, 7], m.eq_data[e, 8], m.eq_data[e, 9]))
