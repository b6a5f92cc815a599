"""Where a solve begins: at the last accelerations or at those without constraints, whichever costs less."""

from knuckle.machine.kernel import kernel
from knuckle.physics.solve.cost import rows_cost
from knuckle.physics.solve.product import mul_J, mul_M_block
from knuckle.schema.enums import DisableBit

WARMSTART = int(DisableBit.WARMSTART)


@kernel
def begin_block(m, d, s):
    """solver_acc, solver_Ma and row_jar of block s at its start; efc_b."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        i = d.place_dof[p]
        d.solver_free[p] = d.qacc_smooth[i]
        d.solver_smooth[p] = d.qfrc_smooth[i]
        d.solver_acc[p] = d.qacc_warmstart[i]
    mul_J(d, first, rows, d.solver_free, d.row_jar)
    for k in range(first, first + rows):
        r = d.map_iefc2efc[k]
        d.row_D[k] = d.efc_D[r]
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[r]
        d.efc_b[r] = d.row_jar[k]
    if not (m.opt_disableflags & WARMSTART) and warm_is_better(m, d, s):
        return
    for p in range(base, base + n):
        d.solver_acc[p] = d.solver_free[p]
        d.solver_Ma[p] = d.solver_smooth[p]
    for k in range(first, first + rows):
        d.row_jar[k] = d.efc_b[d.map_iefc2efc[k]]


@kernel
def warm_is_better(m, d, s):
    """Whether the last accelerations cost less; solver_Ma and row_jar are those of them."""
    first = d.island_iefcadr[s]
    rows = d.island_nefc[s]
    base = d.island_idofadr[s]
    cold = rows_cost(m, d, first, d.island_ne[s], d.island_nf[s], rows)
    mul_M_block(m, d, s, d.solver_acc, d.solver_Ma)
    mul_J(d, first, rows, d.solver_acc, d.row_jar)
    for k in range(first, first + rows):
        d.row_jar[k] = d.row_jar[k] - d.efc_aref[d.map_iefc2efc[k]]
    warm = rows_cost(m, d, first, d.island_ne[s], d.island_nf[s], rows)
    for p in range(base, base + d.island_nv[s]):
        warm = warm + 0.5 * (d.solver_Ma[p] - d.solver_smooth[p]) * (d.solver_acc[p] - d.solver_free[p])
    return warm < cold
