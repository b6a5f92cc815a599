"""Rows of tendons: limits, dry friction, and equality of two lengths, or of one with a constant."""

from knuckle.kernel import kernel, where
from knuckle.physics.constraint.response import pushing_response, response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.physics.constraint.wake import tendon_sleeps
from knuckle.schema.enums import ConstraintType


@kernel
def tendon_limits(m, d):
    """r = l − lower with Jacobian J, then r = upper − l with Jacobian −J, each where r < margin."""
    for t in range(m.ntendon):
        if m.tendon_limited[t] and not tendon_sleeps(m, d, t):
            l = d.ten_length[t]
            margin = m.tendon_margin[t]
            for side in range(2):
                dist = where(side == 0, l - m.tendon_range[t, 0], m.tendon_range[t, 1] - l)
                if dist < margin and claim_tendon(m, d, t, 1.0 - 2.0 * side):
                    k_b_d = pushing_response(m, m.tendon_solref_lim[t], m.tendon_solimp_lim[t], dist - margin)
                    describe_tendon(m, d, ConstraintType.LIMIT_TENDON, t, dist, margin, k_b_d)


@kernel
def tendon_friction(m, d):
    """A row with Jacobian J for each tendon with dry friction. It has no residual, so no stiffness."""
    for t in range(m.ntendon):
        if m.tendon_frictionloss[t] != 0.0 and not tendon_sleeps(m, d, t) and claim_tendon(m, d, t, 1.0):
            _, b, impedance, slope = response(m, m.tendon_solref_fri[t], m.tendon_solimp_fri[t], 0.0)
            describe_tendon(m, d, ConstraintType.FRICTION_TENDON, t, 0.0, 0.0, (0.0, b, impedance, slope))
            d.efc_frictionloss[d.nefc - 1] = m.tendon_frictionloss[t]


@kernel
def claim_tendon(m, d, t, sign):
    """A row whose Jacobian is that of tendon t, or minus that; False where there is no room for it."""
    n = m.ten_J_rownnz[t]
    row = m.ten_J_rowadr[t]
    for e in range(n):
        d.row_dof[m.nv - n + e] = m.ten_J_colind[row + e]
    if not claim_rows(m, d, 1, m.nv - n):
        return False
    for e in range(n):
        d.efc_J[d.nJ - n + e] = sign * d.ten_J[row + e]
    return True


@kernel
def describe_tendon(m, d, kind, t, dist, margin, k_b_d):
    """The last row is of tendon t."""
    describe_row(d, d.nefc - 1, kind, t, dist, margin, m.tendon_invweight0[t], k_b_d)


@kernel
def equality_tendon(m, d, e):
    """r = y − Σ aₙ xⁿ of the lengths y and x beyond those of the reference pose, as of two joints."""
    t = m.eq_obj1id[e]
    s = m.eq_obj2id[e]
    a = m.eq_data[e]
    y = d.ten_length[t] - m.tendon_length0[t]
    if s < 0:
        if claim_tendon(m, d, t, 1.0):
            describe_equality(m, d, e, y - a[0], m.tendon_invweight0[t])
    else:
        x = d.ten_length[s] - m.tendon_length0[s]
        slope = a[1] + x * (2.0 * a[2] + x * (3.0 * a[3] + x * 4.0 * a[4]))
        if claim_difference(m, d, t, s, slope):
            r = y - a[0] - x * (a[1] + x * (a[2] + x * (a[3] + x * a[4])))
            describe_equality(m, d, e, r, m.tendon_invweight0[t] + m.tendon_invweight0[s])


@kernel
def describe_equality(m, d, e, r, inertia):
    """The last row is equality e with the residual r."""
    k_b_d = response(m, m.eq_solref[e], m.eq_solimp[e], r)
    describe_row(d, d.nefc - 1, ConstraintType.EQUALITY, e, r, 0.0, inertia, k_b_d)


@kernel
def claim_difference(m, d, t, s, slope):
    """A row with the Jacobian of tendon t less `slope` times that of tendon s, in the columns of both."""
    a = m.ten_J_rowadr[t] + m.ten_J_rownnz[t] - 1
    b = m.ten_J_rowadr[s] + m.ten_J_rownnz[s] - 1
    first = m.nv
    while a >= m.ten_J_rowadr[t] or b >= m.ten_J_rowadr[s]:
        i = m.ten_J_colind[a] if a >= m.ten_J_rowadr[t] else -1
        k = m.ten_J_colind[b] if b >= m.ten_J_rowadr[s] else -1
        first -= 1
        d.row_dof[first] = i if i > k else k
        d.row_value[first] = (d.ten_J[a] if i >= k else 0.0) - (slope * d.ten_J[b] if k >= i else 0.0)
        a -= 1 if i >= k else 0
        b -= 1 if k >= i else 0
    if not claim_rows(m, d, 1, first):
        return False
    for e in range(m.nv - first):
        d.efc_J[d.nJ - (m.nv - first) + e] = d.row_value[first + e]
    return True
