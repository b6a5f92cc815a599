"""The best force of one elliptic contact: along the ray from the tip of its cone, then within its ellipse.

The ellipse is the cut through the cone at the present normal force. cone_slope are the slopes of the dual cost along
the contact's rows; they follow each step of the force.
"""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.physics.solver.ball import minimize_in_ball
from knuckle.physics.solver.residual import entry, residual

SMALLEST = 1e-15


@kernel
def update_cone_force(d, c, r, free):
    """The best force along the ray, then within the ellipse; what both gain. `free`: see `leave_tip`."""
    n = d.rows_left[r]
    for j in range(n):
        d.cone_slope[j, 0] = residual(d, r + j)
    gain = leave_tip(d, c, r, free) if d.efc_force[r] < SMALLEST else move_along_ray(d, n, r)
    return gain + turn_in_ellipse(d, c, r, 1.0)


@kernel
def move_along_ray(d, n, r):
    """Scale the contact's force to its best length; what that gains."""
    slope = 0.0 * d.efc_force[r]
    curve = 0.0 * d.efc_force[r]
    for i in range(n):
        fi = d.efc_force[r + i]
        slope = slope + fi * d.cone_slope[i, 0]
        for j in range(n):
            curve = curve + fi * entry(d, r + i, r + j) * d.efc_force[r + j]
    if not (curve > 0.0):
        return 0.0 * slope
    # never beyond the tip
    x = maximum(-slope / curve, -1.0)
    for i in range(n):
        d.cone_step[i, 0] = x * d.efc_force[r + i]
    return take_step(d, n, r)


@kernel
def leave_tip(d, c, r, free):
    """From no force, go along the normal to its minimum; what that gains.

    Where that leads nowhere the steepest ray of the cone still may, for a contact that slides as it opens. Such a
    contact is held at the tip, and counted, until the others have settled and it is free to go.
    """
    n = d.rows_left[r]
    for j in range(n):
        d.efc_force[r + j] = 0.0
        d.cone_step[j, 0] = 0.0
    if d.cone_slope[0, 0] < 0.0:
        d.cone_step[0, 0] = -d.cone_slope[0, 0] / entry(d, r, r)
        return take_step(d, n, r)
    slope = point_down(d, c, n)
    if not (slope < 0.0):
        return 0.0 * slope
    if not free:
        d.tips_held = d.tips_held + 1
        return 0.0 * slope
    curve = 0.0 * slope
    for i in range(n):
        for j in range(n):
            curve = curve + d.cone_step[i, 0] * entry(d, r + i, r + j) * d.cone_step[j, 0]
    for j in range(n):
        d.cone_step[j, 0] = -slope / maximum(curve, SMALLEST) * d.cone_step[j, 0]
    return take_step(d, n, r)


@kernel
def point_down(d, c, n):
    """cone_step: the steepest ray (1, −μ_j² g_j / ‖(μ_j g_j)‖) of the cone; its slope g_n − ‖(μ_j g_j)‖."""
    square = 0.0 * d.cone_slope[0, 0]
    for j in range(1, n):
        u = d.contact_friction[c, j - 1] * d.cone_slope[j, 0]
        square = square + u * u
    length = sqrt(square)
    d.cone_step[0, 0] = 1.0
    for j in range(1, n):
        mu = d.contact_friction[c, j - 1]
        d.cone_step[j, 0] = -mu * mu * d.cone_slope[j, 0] / maximum(length, SMALLEST)
    return d.cone_slope[0, 0] - length


@kernel
def take_step(d, n, r):
    """Add cone_step to the force; what that gains: −Δᵀ (g + ½ A Δ)."""
    gain = 0.0 * d.efc_force[r]
    for i in range(n):
        bend = 0.0 * gain
        for j in range(n):
            bend = bend + entry(d, r + i, r + j) * d.cone_step[j, 0]
        gain = gain - d.cone_step[i, 0] * (d.cone_slope[i, 0] + 0.5 * bend)
        d.cone_slope[i, 0] = d.cone_slope[i, 0] + bend
        d.efc_force[r + i] = d.efc_force[r + i] + d.cone_step[i, 0]
    return gain


@kernel
def turn_in_ellipse(d, c, r, soft):
    """The best friction for the present normal force; what it gains. `soft` 0 leaves R out of the friction rows.

    With y_j = f_j / μ_j the ellipse is the ball ‖y‖ ≤ f_n.
    """
    n = d.rows_left[r] - 1
    normal = d.efc_force[r]
    if not (normal > 0.0):
        return 0.0 * normal
    hard = 1.0 - soft
    for i in range(n):
        q = r + 1 + i
        # from the slope at the present friction to the slope at none
        slope = d.cone_slope[1 + i, 0] - hard * d.efc_R[q] * d.efc_force[q]
        for j in range(n):
            a = entry(d, q, r + 1 + j) - (hard * d.efc_R[q] if i == j else 0.0 * hard)
            slope = slope - a * d.efc_force[r + 1 + j]
            d.ball_A[i, j] = d.contact_friction[c, i] * a * d.contact_friction[c, j]
        d.ball_b[i, 0] = d.contact_friction[c, i] * slope
    return turn_to_minimum(d, c, r, n, minimize_in_ball(d, n, normal))


@kernel
def turn_to_minimum(d, c, r, n, multiplier):
    """Take the friction of ball_y; what it gains over the present one.

    With (A + λ) y = −b that is ½ Δᵀ(A + λ)Δ + ½ λ (f_n² − ‖y − Δ‖²), which does not drown where both lie on the bound.
    """
    inside = d.efc_force[r] * d.efc_force[r]
    for i in range(n):
        y = d.efc_force[r + 1 + i] / d.contact_friction[c, i]
        inside = inside - y * y
        d.cone_step[i, 0] = d.ball_y[i, 0] - y
    gain = 0.5 * multiplier * maximum(inside, 0.0 * inside)
    for i in range(n):
        bend = multiplier * d.cone_step[i, 0]
        for j in range(n):
            bend = bend + d.ball_A[i, j] * d.cone_step[j, 0]
        gain = gain + 0.5 * d.cone_step[i, 0] * bend
        d.efc_force[r + 1 + i] = d.contact_friction[c, i] * d.ball_y[i, 0]
    return gain
