"""Connect: a point of one body stays at a point of another, as by a ball joint."""

from knuckle.machine.kernel import kernel
from knuckle.math.spatial import linear
from knuckle.math.vec3 import norm3, sub3
from knuckle.physics.constraint.equality_ends import drift_at, end_body, end_point
from knuckle.physics.constraint.motion import pair_motion
from knuckle.physics.constraint.response import response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import ConstraintType

EQUALITY = int(ConstraintType.EQUALITY)


@kernel
def equality_connect(m, d, e):
    """Three rows: r = p₁ − p₂ with the Jacobian of p₁ less that of p₂, and one response, that of ‖r‖."""
    b1 = end_body(m, e, m.eq_obj1id[e])
    b2 = end_body(m, e, m.eq_obj2id[e])
    p1 = first_point(m, d, e)
    p2 = second_point(m, d, e)
    first = pair_motion(m, d, b1, p1, b2, p2)
    if first == m.nv or not claim_rows(m, d, 3, first):
        return
    row = d.nefc - 3
    put_offsets(m, d, d.efc_J_rowadr[row], first)
    r = sub3(p1, p2)
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], norm3(r))
    inertia = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    describe_row(d, row, EQUALITY, e, r[0], 0.0, inertia, k_b_d)
    describe_row(d, row + 1, EQUALITY, e, r[1], 0.0, inertia, k_b_d)
    describe_row(d, row + 2, EQUALITY, e, r[2], 0.0, inertia, k_b_d)


@kernel
def put_offsets(m, d, a, first):
    """Three rows from the entry a on: the linear part of the relative motion."""
    n = m.nv - first
    for k in range(n):
        v = d.row_motion[first + k]
        d.efc_J[a + k] = v[0]
        d.efc_J[a + n + k] = v[1]
        d.efc_J[a + 2 * n + k] = v[2]


@kernel
def connect_drift(m, d, e, r):
    """efc_aref −= J̇ q̇ in the three rows from r on."""
    b1 = end_body(m, e, m.eq_obj1id[e])
    b2 = end_body(m, e, m.eq_obj2id[e])
    a1 = linear(drift_at(m, d, b1, first_point(m, d, e)))
    a2 = linear(drift_at(m, d, b2, second_point(m, d, e)))
    d.efc_aref[r] = d.efc_aref[r] - (a1[0] - a2[0])
    d.efc_aref[r + 1] = d.efc_aref[r + 1] - (a1[1] - a2[1])
    d.efc_aref[r + 2] = d.efc_aref[r + 2] - (a1[2] - a2[2])


@kernel
def first_point(m, d, e):
    """Where the first body is held, world frame."""
    return end_point(m, d, e, m.eq_obj1id[e], (m.eq_data[e, 0], m.eq_data[e, 1], m.eq_data[e, 2]))


@kernel
def second_point(m, d, e):
    """Where the second body is held, world frame."""
    return end_point(m, d, e, m.eq_obj2id[e], (m.eq_data[e, 3], m.eq_data[e, 4], m.eq_data[e, 5]))
