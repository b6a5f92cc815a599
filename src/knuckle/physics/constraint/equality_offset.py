"""The offset p₁ − p₂ of two points that should coincide: the three rows of a connect, and the first three of a weld."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.equality_ends import first_body, first_point, second_body, second_point
from knuckle.physics.constraint.motion import pair_motion
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import ConstraintType


@kernel
def claim_offset(m, d, e, count):
    """Claim `count` rows with the relative motion of the ends in the first three; the place of their dofs.

    That is nv where no dof moves the ends against each other, or where room is missing.
    """
    b1 = first_body(m, e)
    b2 = second_body(m, e)
    first = pair_motion(m, d, b1, first_point(m, d, e), b2, second_point(m, d, e))
    if first == m.nv or not claim_rows(m, d, count, first):
        return m.nv
    a = d.efc_J_rowadr[d.nefc - count]
    n = m.nv - first
    for k in range(n):
        v = d.row_motion[first + k]
        d.efc_J[a + k] = v[0]
        d.efc_J[a + n + k] = v[1]
        d.efc_J[a + 2 * n + k] = v[2]
    return first


@kernel
def describe_three(m, d, e, row, r, kind, response):
    """All but the Jacobian of three rows with the residual r, which move the ends where `kind` is 0, else turn them."""
    inertia = m.body_invweight0[first_body(m, e), kind] + m.body_invweight0[second_body(m, e), kind]
    describe_row(d, row, ConstraintType.EQUALITY, e, r[0], 0.0, inertia, response)
    describe_row(d, row + 1, ConstraintType.EQUALITY, e, r[1], 0.0, inertia, response)
    describe_row(d, row + 2, ConstraintType.EQUALITY, e, r[2], 0.0, inertia, response)


@kernel
def take_three(d, row, a):
    """efc_aref −= a in three rows."""
    d.efc_aref[row] = d.efc_aref[row] - a[0]
    d.efc_aref[row + 1] = d.efc_aref[row + 1] - a[1]
    d.efc_aref[row + 2] = d.efc_aref[row + 2] - a[2]
