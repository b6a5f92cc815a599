"""What a step along the search direction gains: the cost before it minus the cost after it, row by row.

Two costs that are nearly the same cancel; a row that stays in one part of its cost gains what its slope there says:
−D Δ (x + ½ Δ) for a change Δ of x.
"""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.physics.solver.cone import cone_weight, zone
from knuckle.schema.enums import ConstraintState, ConstraintType


@kernel
def step_improvement(d, s, alpha):
    """What a step of length α has gained; solver_Ma and row_jar are those after it, cone_line is that before it."""
    gain = 0.0 * alpha
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        middle = d.solver_Ma[p] - 0.5 * alpha * d.solver_Mv[p]
        gain = gain - alpha * d.solver_search[p] * (middle - d.solver_smooth[p])
    equality = d.island_iefcadr[s]
    friction = equality + d.island_ne[s]
    pushing = friction + d.island_nf[s]
    last = equality + d.island_nefc[s]
    for k in range(equality, friction):
        step = alpha * d.row_jv[k]
        gain = gain - d.row_D[k] * step * (d.row_jar[k] - 0.5 * step)
    for k in range(friction, pushing):
        gain = gain + friction_improvement(d, k, alpha * d.row_jv[k])
    if d.ncone > 0:
        return gain + mixed_improvement(d, pushing, last, alpha)
    for k in range(pushing, last):
        gain = gain + pushing_improvement(d, k, alpha * d.row_jv[k])
    return gain


@kernel
def pushing_improvement(d, k, step):
    """What a row that only pushes gains."""
    x = d.row_jar[k]
    before = x - step
    if x < 0.0 and before < 0.0:
        return -d.row_D[k] * step * (x - 0.5 * step)
    if before < 0.0:
        return 0.5 * d.row_D[k] * before * before
    return -0.5 * d.row_D[k] * x * x if x < 0.0 else 0.0 * x


@kernel
def friction_improvement(d, k, step):
    """What a row of dry friction gains."""
    r = d.map_iefc2efc[k]
    x = d.row_jar[k]
    before = x - step
    eta = d.efc_frictionloss[r]
    knee = eta * d.efc_R[r]
    if x >= knee and before >= knee:
        return -eta * step
    if x <= -knee and before <= -knee:
        return eta * step
    if x < knee and before < knee and x > -knee and before > -knee:
        return -d.row_D[k] * step * (x - 0.5 * step)
    return friction_cost_at(d.row_D[k], before, eta, knee) - friction_cost_at(d.row_D[k], x, eta, knee)


@kernel
def friction_cost_at(D, x, eta, knee):
    """½ D x² up to |x| = knee, linear with slope η beyond."""
    if x <= -knee:
        return -eta * (x + 0.5 * knee)
    return eta * (x - 0.5 * knee) if x >= knee else 0.5 * D * x * x


@kernel
def mixed_improvement(d, first, last, alpha):
    """What limits and contacts gain, of which some are elliptic."""
    gain = 0.0 * alpha
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            gain = gain + cone_improvement(d, d.efc_id[r], k, alpha)
            k += d.rows_left[r]
        else:
            gain = gain + pushing_improvement(d, k, alpha * d.row_jv[k])
            k += 1
    return gain


@kernel
def cone_improvement(d, c, k, alpha):
    """What an elliptic contact gains. On the cone, with w = N − μT, that is ½ D_m (w₀ − w₁)(w₀ + w₁)."""
    n0, n1, uu, uv, vv, slope, curve, level = d.cone_line[c]
    mu = d.contact_mu[c]
    change = alpha * (2.0 * uv + alpha * vv)
    before = sqrt(uu)
    after = sqrt(maximum(uu + change, 0.0 * uu))
    was = zone(n0, before, mu)
    now = zone(n0 + alpha * n1, after, mu)
    weight = 0.5 * cone_weight(d.row_D[k], mu)
    w0 = n0 - mu * before
    w1 = n0 + alpha * n1 - mu * after
    if was == ConstraintState.CONE and now == ConstraintState.CONE:
        return weight * (mu * change / (before + after) - alpha * n1) * (w0 + w1)
    rise = alpha * (slope + 0.5 * alpha * curve)
    if was == ConstraintState.QUADRATIC and now == ConstraintState.QUADRATIC:
        return -rise
    gain = 0.0 * rise
    if was != now:
        gain = cone_cost_at(was, 0.5 * level, weight * w0 * w0) - cone_cost_at(
            now, 0.5 * level + rise, weight * w1 * w1
        )
    return gain


@kernel
def cone_cost_at(state, quadratic, cone):
    """The cost of the part that a contact is in."""
    if state == ConstraintState.QUADRATIC:
        return quadratic
    return cone if state == ConstraintState.CONE else 0.0 * cone
