"""Equality of two joints, or of one with a constant."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.response import response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import ConstraintType


@kernel
def equality_joint(m, d, e):
    """r = y − y₀ − Σ aₙ (x − x₀)ⁿ with Jacobian 1 by y and −Σ n aₙ (x − x₀)ⁿ⁻¹ by x. Without x, only a₀ is left."""
    i = m.jnt_dofadr[m.eq_obj1id[e]]
    y = offset(m, d, m.eq_obj1id[e])
    inertia = m.dof_invweight0[i]
    a = m.eq_data[e]
    if m.eq_obj2id[e] < 0:
        d.row_dof[m.nv - 1] = i
        if claim_rows(m, d, 1, m.nv - 1):
            d.efc_J[d.nJ - 1] = 1.0
            describe_joint(m, d, e, y - a[0], inertia)
    else:
        x = offset(m, d, m.eq_obj2id[e])
        k = m.jnt_dofadr[m.eq_obj2id[e]]
        slope = a[1] + x * (2.0 * a[2] + x * (3.0 * a[3] + x * 4.0 * a[4]))
        later = 1 if i > k else 0
        d.row_dof[m.nv - 2 + later] = i
        d.row_dof[m.nv - 1 - later] = k
        if claim_rows(m, d, 1, m.nv - 2):
            d.efc_J[d.nJ - 2 + later] = 1.0
            d.efc_J[d.nJ - 1 - later] = -slope
            r = y - a[0] - x * (a[1] + x * (a[2] + x * (a[3] + x * a[4])))
            describe_joint(m, d, e, r, inertia + m.dof_invweight0[k])


@kernel
def offset(m, d, j):
    """How far a hinge or slide is from its reference."""
    q = m.jnt_qposadr[j]
    return d.qpos[q] - m.qpos0[q]


@kernel
def describe_joint(m, d, e, r, inertia):
    """The last row is equality e with the residual r."""
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], r)
    describe_row(d, d.nefc - 1, ConstraintType.EQUALITY, e, r, 0.0, inertia, k_b_d)
