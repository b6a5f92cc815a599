"""Which trees constraint rows and terms of the step's metric act on."""

from knuckle.kernel import kernel


@kernel
def mark_touched(m, d, coupled):
    """tree_touched: trees that a row acts on, or a term along a tendon or an actuator where there are such."""
    for t in range(m.ntree):
        d.tree_touched[t] = 0
    r = 0
    while r < d.nefc:
        mark_columns(m, d, d.efc_J_colind, d.efc_J_rowadr[r], d.efc_J_rownnz[r])
        r += d.efc_J_rowsuper[r] + 1
    if coupled:
        for t in range(m.ntendon):
            if d.tendon_couple[t] != 0.0:
                mark_columns(m, d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
        for o in range(m.nout):
            if d.actuator_couple[o] != 0.0:
                mark_columns(m, d, m.trn_colind, m.trn_rowadr[o], m.trn_rownnz[o])


@kernel
def mark_columns(m, d, column, first, n):
    """tree_touched of the trees of a row's dofs."""
    for a in range(first, first + n):
        d.tree_touched[m.dof_treeid[column[a]]] = 1
