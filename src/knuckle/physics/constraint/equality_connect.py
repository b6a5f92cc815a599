"""Connect: a point of one body stays at a point of another, as by a ball joint."""

from knuckle.kernel import kernel
from knuckle.math.spatial import linear
from knuckle.math.vec3 import norm3, sub3
from knuckle.physics.constraint.equality_ends import first_point, relative_drift, second_point
from knuckle.physics.constraint.equality_offset import claim_offset, describe_three, take_three
from knuckle.physics.constraint.response import response


@kernel
def equality_connect(m, d, e):
    """Three rows: r = p₁ − p₂ with the Jacobian of p₁ less that of p₂, and one response, that of ‖r‖."""
    if claim_offset(m, d, e, 3) == m.nv:
        return
    r = sub3(first_point(m, d, e), second_point(m, d, e))
    describe_three(m, d, e, d.nefc - 3, r, 0, response(m, m.eq_solref[e], m.eq_solimp[e], norm3(r)))


@kernel
def connect_drift(m, d, e, row):
    """efc_aref −= J̇ q̇ in the three rows from `row` on."""
    take_three(d, row, linear(relative_drift(m, d, e)))
