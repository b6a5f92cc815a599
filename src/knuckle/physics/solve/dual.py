"""Projected Gauss-Seidel on the dual cost ½ fᵀ(A + R)f + fᵀb: every row, or contact, in turn takes its best force.

A pyramidal edge, limit or dry friction row is a number within bounds. An elliptic contact moves along the ray from the
tip of its cone through its force, then within the ellipse that the cone has at its normal force.
"""

from knuckle.machine.kernel import kernel, maximum, minimum, sqrt
from knuckle.physics.solve.ball import minimize_in_ball
from knuckle.physics.solve.statistics import note_sweep
from knuckle.schema.enums import ConstraintType

EQUALITY = int(ConstraintType.EQUALITY)
FRICTION_DOF = int(ConstraintType.FRICTION_DOF)
FRICTION_TENDON = int(ConstraintType.FRICTION_TENDON)
ELLIPTIC = int(ConstraintType.CONTACT_ELLIPTIC)
SMALLEST = 1e-15


@kernel
def gauss_seidel(m, d, scale):
    """efc_force at the minimum of the dual cost, from its present value on; ends where a sweep gains too little."""
    start_from_zero_if_better(d)
    for _ in range(m.opt_iterations):
        gain = 0.0 * scale
        r = 0
        while r < d.nefc:
            if d.efc_type[r] == ELLIPTIC:
                c = d.efc_id[r]
                gain = gain + update_cone_force(d, c, r)
                r += d.contact_dim[c]
            else:
                gain = gain + update_row_force(d, r)
                r += 1
        note_sweep(d, scale * gain)
        if scale * gain < m.opt_tolerance:
            return


@kernel
def residual(d, r):
    """((A + R) f + b)_r, the slope of the dual cost along row r."""
    sum = d.efc_b[r]
    start = d.efc_AR_rowadr[r]
    for a in range(start, start + d.efc_AR_rownnz[r]):
        sum = sum + d.efc_AR[a] * d.efc_force[d.efc_AR_colind[a]]
    return sum


@kernel
def entry(d, r, k):
    """(A + R)_rk; the columns of a row ascend."""
    low = d.efc_AR_rowadr[r]
    high = low + d.efc_AR_rownnz[r] - 1
    while low < high:
        middle = (low + high) // 2
        if d.efc_AR_colind[middle] < k:
            low = middle + 1
        else:
            high = middle
    return d.efc_AR[low] if d.efc_AR_colind[low] == k else 0.0 * d.efc_AR[low]


@kernel
def start_from_zero_if_better(d):
    """Forget the forces where no force at all costs less."""
    cost = 0.0
    for r in range(d.nefc):
        cost = cost + 0.5 * d.efc_force[r] * (residual(d, r) + d.efc_b[r])
    if not (cost < 0.0):
        for r in range(d.nefc):
            d.efc_force[r] = 0.0


@kernel
def update_row_force(d, r):
    """The best force of one row within its bounds; what that gains."""
    old = d.efc_force[r]
    diagonal = entry(d, r, r)
    slope = residual(d, r)
    new = bounded(d, r, old - slope / diagonal)
    d.efc_force[r] = new
    change = new - old
    return -change * (slope + 0.5 * diagonal * change)


@kernel
def bounded(d, r, f):
    """The force nearest to f that row r can have."""
    kind = d.efc_type[r]
    if kind == EQUALITY:
        return f
    if kind == FRICTION_DOF or kind == FRICTION_TENDON:
        return maximum(-d.efc_frictionloss[r], minimum(d.efc_frictionloss[r], f))
    return maximum(f, 0.0 * f)


@kernel
def update_cone_force(d, c, r):
    """The best force of an elliptic contact along its ray, then within its ellipse; what both gain."""
    return move_along_ray(d, c, r) + turn_in_ellipse(d, c, r, 1.0)


@kernel
def move_along_ray(d, c, r):
    """Scale the contact's force to its best length; what that gains. Where there is none it leaves the tip."""
    n = d.contact_dim[c]
    if d.efc_force[r] < SMALLEST:
        return leave_tip(d, c, r)
    slope = 0.0 * d.efc_force[r]
    curve = 0.0 * d.efc_force[r]
    for i in range(n):
        fi = d.efc_force[r + i]
        slope = slope + fi * residual(d, r + i)
        for j in range(n):
            curve = curve + fi * entry(d, r + i, r + j) * d.efc_force[r + j]
    if not (curve >= SMALLEST):
        return 0.0 * slope
    # never beyond the tip
    x = maximum(-slope / curve, -1.0)
    for i in range(n):
        d.efc_force[r + i] = (1.0 + x) * d.efc_force[r + i]
    return -x * (slope + 0.5 * curve * x)


@kernel
def leave_tip(d, c, r):
    """From no force, go along the steepest ray (1, −μ_j² g_j / ‖(μ_j g_j)‖) of the cone to its minimum.

    Its slope is g_n − ‖(μ_j g_j)‖, for the slopes g of the rows: where that is not negative there is no force.
    """
    n = d.contact_dim[c]
    for j in range(n):
        d.efc_force[r + j] = 0.0
    square = 0.0 * d.efc_R[r]
    for j in range(1, n):
        u = d.contact_friction[c, j - 1] * residual(d, r + j)
        square = square + u * u
    length = sqrt(square)
    slope = residual(d, r) - length
    if not (slope < 0.0):
        return 0.0 * slope
    d.ball_z[0, 0] = 1.0
    for j in range(1, n):
        mu = d.contact_friction[c, j - 1]
        d.ball_z[j, 0] = -mu * mu * residual(d, r + j) / maximum(length, SMALLEST)
    curve = 0.0 * slope
    for i in range(n):
        for j in range(n):
            curve = curve + d.ball_z[i, 0] * entry(d, r + i, r + j) * d.ball_z[j, 0]
    x = -slope / maximum(curve, SMALLEST)
    for j in range(n):
        d.efc_force[r + j] = x * d.ball_z[j, 0]
    return -0.5 * x * slope


@kernel
def turn_in_ellipse(d, c, r, soft):
    """The best friction for the present normal force; what it gains. `soft` 0 leaves R out of the friction rows.

    With y_j = f_j / μ_j the ellipse is the ball ‖y‖ ≤ f_n.
    """
    n = d.contact_dim[c] - 1
    normal = d.efc_force[r]
    if not (normal > 0.0):
        return 0.0 * normal
    for i in range(n):
        mu = d.contact_friction[c, i]
        slope = residual(d, r + 1 + i)
        for j in range(n):
            a = entry(d, r + 1 + i, r + 1 + j)
            if i == j:
                a = a - (1.0 - soft) * d.efc_R[r + 1 + i]
                slope = slope - (1.0 - soft) * d.efc_R[r + 1 + i] * d.efc_force[r + 1 + i]
            d.ball_A[i, j] = mu * a * d.contact_friction[c, j]
        d.ball_b[i, 0] = mu * slope
    remove_present(d, c, r, n)
    minimize_in_ball(d, n, normal)
    gain = ball_gain(d, n, c, r)
    for i in range(n):
        d.efc_force[r + 1 + i] = d.contact_friction[c, i] * d.ball_y[i, 0]
    return gain


@kernel
def remove_present(d, c, r, n):
    """ball_b: from the slope at the present friction to the slope at none."""
    for i in range(n):
        sum = d.ball_b[i, 0]
        for j in range(n):
            sum = sum - d.ball_A[i, j] * d.efc_force[r + 1 + j] / d.contact_friction[c, j]
        d.ball_b[i, 0] = sum


@kernel
def ball_gain(d, n, c, r):
    """What the friction in ball_y gains over the present one y: −Δᵀ (b + A (y + ½ Δ)), without cancellation."""
    gain = 0.0 * d.ball_b[0, 0]
    for i in range(n):
        slope = d.ball_b[i, 0]
        for j in range(n):
            old = d.efc_force[r + 1 + j] / d.contact_friction[c, j]
            slope = slope + 0.5 * d.ball_A[i, j] * (old + d.ball_y[j, 0])
        gain = gain - slope * (d.ball_y[i, 0] - d.efc_force[r + 1 + i] / d.contact_friction[c, i])
    return gain
