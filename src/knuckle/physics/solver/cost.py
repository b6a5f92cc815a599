"""The cost s(x) of constraint rows, its slope and its curvature; x is the row's acceleration minus its aim.

    equality          ½ D x²
    dry friction      ½ D x² up to |x| = R η, linear with slope η beyond
    limit, contact    ½ D x² where x < 0, else 0
    elliptic contact  see `cone`

The force of a row is −∂s/∂x.
"""

from knuckle.kernel import kernel
from knuckle.physics.solver.cone import cone_state, update_cone
from knuckle.schema.enums import ConstraintState, ConstraintType


@kernel
def equality_cost(d, first, last):
    """Σ s over equality rows; their force and state."""
    cost = 0.0
    for k in range(first, last):
        f = -d.row_D[k] * d.row_jar[k]
        d.row_force[k] = f
        d.row_state[k] = ConstraintState.QUADRATIC
        cost = cost - 0.5 * f * d.row_jar[k]
    return cost


@kernel
def friction_cost(d, first, last):
    """Σ s over rows of dry friction; their force and state."""
    cost = 0.0
    for k in range(first, last):
        r = d.map_iefc2efc[k]
        x = d.row_jar[k]
        eta = d.efc_frictionloss[r]
        knee = eta * d.efc_R[r]
        if x <= -knee:
            d.row_force[k] = eta
            d.row_state[k] = ConstraintState.LINEARNEG
            cost = cost - eta * (x + 0.5 * knee)
        elif x >= knee:
            d.row_force[k] = -eta
            d.row_state[k] = ConstraintState.LINEARPOS
            cost = cost + eta * (x - 0.5 * knee)
        else:
            d.row_force[k] = -d.row_D[k] * x
            d.row_state[k] = ConstraintState.QUADRATIC
            cost = cost + 0.5 * d.row_D[k] * x * x
    return cost


@kernel
def unilateral_cost(d, first, last):
    """Σ s over rows that only push; their force and state."""
    cost = 0.0
    for k in range(first, last):
        x = d.row_jar[k]
        f = -d.row_D[k] * x if x < 0.0 else 0.0 * x
        d.row_force[k] = f
        d.row_state[k] = ConstraintState.QUADRATIC if x < 0.0 else ConstraintState.SATISFIED
        cost = cost - 0.5 * f * x
    return cost


@kernel
def mixed_cost(d, first, last):
    """Σ s over limits and contacts, of which some are elliptic; their force and state."""
    cost = 0.0
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            c = d.efc_id[r]
            rows = d.rows_left[r]
            state = cone_state(d, c, k, rows)
            cost = cost + update_cone(d, c, k, rows, state)
            k += rows
        else:
            cost = cost + unilateral_cost(d, k, k + 1)
            k += 1
    return cost


@kernel
def rows_cost(d, first, ne, nf, n):
    """Σ s over n rows by islands from `first` on: ne equalities, nf of dry friction, then limits and contacts."""
    friction = first + ne
    pushing = friction + nf
    cost = equality_cost(d, first, friction) + friction_cost(d, friction, pushing)
    if d.ncone > 0:
        return cost + mixed_cost(d, pushing, first + n)
    return cost + unilateral_cost(d, pushing, first + n)
