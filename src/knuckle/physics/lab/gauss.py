"""Gauss-Seidel of version 0.5 on the dual problem min ½fᵀ(A + R)f + fᵀb: rows in order, contacts as one.

Fields are those of the engine's dual solver, so that a contact is updated alike in a world and in a problem of plain
arrays: `x` is either. Of A only the blocks of contacts are read here; slopes come with the call. Forces are impulses
over h, and b = (J v̂ − v_min) / h.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.physics.lab.cone_projection import project_on_cone
from knuckle.physics.lab.friction_ball import MOST_ROWS, turn_friction
from knuckle.physics.solver.cone_force import SMALLEST, leave_tip, move_along_ray, turn_in_ellipse
from knuckle.physics.solver.momentum import bounded
from knuckle.physics.solver.residual import entry

RAY, BLOCK, DECOUPLED = 0, 1, 2


@kernel
def update_row(x, r, slope):
    """The best force of one row within its bounds; what that gains."""
    old = x.efc_force[r]
    diagonal = entry(x, r, r)
    new = bounded(x, r, old - slope / diagonal)
    x.efc_force[r] = new
    change = new - old
    return -change * (slope + 0.5 * diagonal * change)


@kernel
def update_contact(x, r, projection):
    """New forces of an elliptic contact, whose slopes are in cone_slope; what that gains."""
    n = x.rows_left[r]
    c = x.efc_id[r]
    if projection == RAY:
        gain = leave_tip(x, c, r, True) if x.efc_force[r] < SMALLEST else move_along_ray(x, n, r)
        return gain + (turn_friction(x, c, r, n - 1) if n - 1 <= MOST_ROWS else turn_in_ellipse(x, c, r, 1.0))
    if projection == BLOCK:
        return project_block(x, c, r, n)
    return decouple(x, c, r, n)


@kernel
def project_block(x, c, r, n):
    """f ← Π(f − g / L) for the rows of one contact: L bounds the largest eigenvalue of its block of A + R.

    The projection is that onto the nearest point of the cone, so that sweeps converge to the minimum.
    """
    square = 0.0 * x.efc_force[r]
    widest = 0.0 * square
    for i in range(n):
        wide = 0.0 * square
        for j in range(n):
            a = entry(x, r + i, r + j)
            square = square + a * a
            wide = wide + absolute(a)
        widest = maximum(widest, wide)
    L = minimum(sqrt(square), widest)
    for i in range(n):
        x.cone_step[i, 0] = x.efc_force[r + i] - x.cone_slope[i, 0] / L
    project_on_cone(x, c, n)
    return move_to_step(x, r, n)


@kernel
def move_to_step(x, r, n):
    """f ← cone_step, from the slopes in cone_slope; what that gains: −Δᵀ(g + ½ A Δ)."""
    for i in range(n):
        x.cone_step[i, 0] = x.cone_step[i, 0] - x.efc_force[r + i]
    gain = 0.0 * x.efc_force[r]
    for i in range(n):
        bend = 0.0 * gain
        for j in range(n):
            bend = bend + entry(x, r + i, r + j) * x.cone_step[j, 0]
        gain = gain - x.cone_step[i, 0] * (x.cone_slope[i, 0] + 0.5 * bend)
        x.efc_force[r + i] = x.efc_force[r + i] + x.cone_step[i, 0]
    return gain


@kernel
def decouple(x, c, r, n):
    """The normal first, as a limit; then each friction row, then all of them back onto the disc of radius f_n.

    That is what games do; where it comes to rest is not the minimum of the cost, so that no gain is told.
    """
    slope = x.cone_slope[0, 0]
    old = x.efc_force[r]
    normal = maximum(old - slope / entry(x, r, r), 0.0 * slope)
    x.cone_step[0, 0] = normal - old
    x.efc_force[r] = normal
    square = 0.0 * normal
    for j in range(1, n):
        q = r + j
        slope = x.cone_slope[j, 0]
        for i in range(j):
            slope = slope + entry(x, q, r + i) * x.cone_step[i, 0]
        x.cone_step[j, 0] = -slope / entry(x, q, q)
        x.efc_force[q] = x.efc_force[q] + x.cone_step[j, 0]
        y = x.efc_force[q] / x.contact_friction[c, j - 1]
        square = square + y * y
    length = sqrt(square)
    if length > normal:
        for j in range(1, n):
            x.efc_force[r + j] = x.efc_force[r + j] * (normal / length)
    return 1.0 + 0.0 * normal
