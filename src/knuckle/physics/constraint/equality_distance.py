"""Distance: the surfaces of two geoms stay a given distance apart."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.geom_distance import geom_pair_distance
from knuckle.physics.constraint.motion import contact_motion
from knuckle.physics.constraint.response import response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import ConstraintType


@kernel
def equality_distance(m, d, e):
    """One row: r = distance − target, with the relative motion of the surfaces along the normal as Jacobian.

    Both points of the surfaces lie on the normal through the point midway, so the motion there serves for both.
    """
    g1 = m.eq_obj1id[e]
    g2 = m.eq_obj2id[e]
    b1 = m.geom_bodyid[g1]
    b2 = m.geom_bodyid[g2]
    dist, normal, middle = geom_pair_distance(m, d, g1, g2)
    first = contact_motion(m, d, b1, b2, middle)
    if first == m.nv or not claim_rows(m, d, 1, first):
        return
    a = d.nJ - (m.nv - first)
    for k in range(m.nv - first):
        v = d.row_motion[first + k]
        d.efc_J[a + k] = v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2]
    r = dist - m.eq_data[e, 0]
    inertia = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], r)
    describe_row(d, d.nefc - 1, ConstraintType.EQUALITY, e, r, 0.0, inertia, k_b_d)
