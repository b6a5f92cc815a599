"""Accelerations and states from constraint forces, for solvers that find the forces."""

from knuckle.kernel import kernel, sqrt
from knuckle.physics.inertia.factor import solve_M
from knuckle.schema.enums import ConstraintState, ConstraintType

ON_THE_CONE = 1.0 - 1e-9  # share of the largest friction from which on a force counts as on the cone


@kernel
def finish_dual(m, d):
    """qfrc_constraint = Jᵀf, qacc = qacc_smooth + M⁻¹ qfrc_constraint, and the state of each row."""
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    for r in range(d.nefc):
        start = d.efc_J_rowadr[r]
        for a in range(start, start + d.efc_J_rownnz[r]):
            i = d.efc_J_colind[a]
            d.qfrc_constraint[i] = d.qfrc_constraint[i] + d.efc_J[a] * d.efc_force[r]
    for i in range(m.nv):
        d.qacc[i] = d.qfrc_constraint[i]
    solve_M(m, d, d.qacc)
    for i in range(m.nv):
        d.qacc[i] = d.qacc[i] + d.qacc_smooth[i]
    for s in range(d.nblock):
        put_states(d, s)
        first = d.island_iefcadr[s]
        for k in range(first, first + d.island_nefc[s]):
            d.efc_state[d.map_iefc2efc[k]] = d.row_state[k]


@kernel
def put_states(d, s):
    """row_state of block s: the part of its cost that each row with its present force is in."""
    k = d.island_iefcadr[s]
    last = k + d.island_nefc[s]
    while k < last:
        r = d.map_iefc2efc[k]
        rows = 1
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            rows = d.rows_left[r]
            state = cone_force_state(d, d.efc_id[r], r)
        else:
            state = force_state(d, r)
        for j in range(rows):
            d.row_state[k + j] = state
        k += rows


@kernel
def force_state(d, r):
    """The part of its cost that a row with its present force is in."""
    f = d.efc_force[r]
    if r < d.ne:
        return ConstraintState.QUADRATIC
    if r < d.ne + d.nf:
        if f >= d.efc_frictionloss[r]:
            return ConstraintState.LINEARNEG
        return ConstraintState.LINEARPOS if f <= -d.efc_frictionloss[r] else ConstraintState.QUADRATIC
    return ConstraintState.QUADRATIC if f > 0.0 else ConstraintState.SATISFIED


@kernel
def cone_force_state(d, c, r):
    """The part of its cost that an elliptic contact with its present force is in."""
    square = 0.0
    for j in range(1, d.rows_left[r]):
        y = d.efc_force[r + j] / d.contact_friction[c, j - 1]
        square = square + y * y
    if not (d.efc_force[r] > 0.0):
        return ConstraintState.SATISFIED
    return ConstraintState.CONE if sqrt(square) >= ON_THE_CONE * d.efc_force[r] else ConstraintState.QUADRATIC
