"""The cost of all rows of a group, their forces, what a step gains, and the slopes along it."""

from knuckle.kernel import kernel
from knuckle.physics.lockstep.cone import cone_cost, cone_gain, cone_slopes
from knuckle.physics.lockstep.places import plain_rows, row_of_slot
from knuckle.physics.lockstep.plain import bounded_curvature, bounded_force, cost_of, gain_of
from knuckle.physics.lockstep.pyramid import pyramid_cost, pyramid_gain, pyramid_slopes
from knuckle.physics.solver.slopes import prepare_cone
from knuckle.schema.enums import Cone


@kernel
def rows_cost(m, d):
    """Σ s at row_jar; row_force."""
    cost = 0.0 * d.solver_acc[0]
    for r in range(plain_rows(d)):
        x = d.row_jar[r]
        f = bounded_force(d.row_D[r], x, d.row_low[r], d.row_high[r])
        d.row_force[r] = f
        cost = cost + cost_of(f, x, d.efc_R[r])
    if m.opt_cone == Cone.PYRAMIDAL:
        for c in range(d.nslot):
            cost = cost + pyramid_cost(d, c)
    else:
        for c in range(d.nslot):
            cost = cost + cone_cost(d, c)
    return cost


@kernel
def rows_gain(m, d, alpha):
    """What a step of length α has gained; row_jar is that after it."""
    gain = 0.0 * alpha
    for r in range(plain_rows(d)):
        step = alpha * d.row_jv[r]
        x = d.row_jar[r]
        before = bounded_force(d.row_D[r], x - step, d.row_low[r], d.row_high[r])
        after = bounded_force(d.row_D[r], x, d.row_low[r], d.row_high[r])
        gain = gain + gain_of(before, after, x, step, d.efc_R[r])
    if m.opt_cone == Cone.PYRAMIDAL:
        for c in range(d.nslot):
            gain = gain + pyramid_gain(d, c, alpha)
    else:
        for c in range(d.nslot):
            gain = gain + cone_gain(d, c, alpha)
    return gain


@kernel
def prepare_slopes(m, d):
    """What the slopes of elliptic contacts have in common along the search direction."""
    if m.opt_cone != Cone.PYRAMIDAL:
        for c in range(d.nslot):
            prepare_cone(d, c, row_of_slot(d, c), d.slot_dim)


@kernel
def rows_slopes(m, d, alpha):
    """The cost of all rows along the direction, and its first and second derivative."""
    value = 0.0 * alpha
    first = 0.0 * alpha
    second = 0.0 * alpha
    for r in range(plain_rows(d)):
        v = d.row_jv[r]
        x = d.row_jar[r] + alpha * v
        f = bounded_force(d.row_D[r], x, d.row_low[r], d.row_high[r])
        value = value + cost_of(f, x, d.efc_R[r])
        first = first - f * v
        second = second + bounded_curvature(d.row_D[r], f, d.row_low[r], d.row_high[r]) * v * v
    for c in range(d.nslot):
        p, q, r2 = pyramid_slopes(d, c, alpha) if m.opt_cone == Cone.PYRAMIDAL else cone_slopes(d, c, alpha)
        value = value + p
        first = first + q
        second = second + r2
    return value, first, second
