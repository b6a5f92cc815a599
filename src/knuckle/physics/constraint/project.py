"""The inverse inertia that constraint rows feel: A = J M⁻¹ Jᵀ, through the whitened Jacobian Y = J L⁻¹ D^(−½)."""

from knuckle.machine.kernel import kernel, per_world, sqrt, stage
from knuckle.schema.enums import EnableBit, Solver

PGS = int(Solver.PGS)
DIAGEXACT = int(EnableBit.DIAGEXACT)


@stage
def project_constraint(m, d):
    """efc_Y and efc_AR = Y Yᵀ + R, where a solver of the dual problem or the slip correction needs them."""
    if m.opt_solver == PGS or m.opt_noslip_iterations > 0:
        project_rows(m, d)


@per_world
def project_rows(m, d):
    """Whiten the rows, unless the exact diagonal has done so, and multiply each with all others."""
    if not (m.opt_enableflags & DIAGEXACT):
        whiten(m, d)
    clear_row(m, d)
    d.nA = 0
    for r in range(d.nefc if d.nY > 0 else 0):
        project_row(d, r)
    d.need_A = d.nA
    if d.nA > d.maxA:
        d.overflow = 1.0
        d.nA = 0


@kernel
def exact_inertia(m, d):
    """efc_diagA_r = ‖Y_r‖²."""
    whiten(m, d)
    for r in range(d.nefc if d.nY > 0 else 0):
        start = d.efc_Y_rowadr[r]
        s = 0.0 * m.opt_timestep
        for a in range(start, start + d.efc_Y_rownnz[r]):
            s = s + d.efc_Y[a] * d.efc_Y[a]
        d.efc_diagA[r] = s


@kernel
def whiten(m, d):
    """efc_Y: each row of J after half a solve with M = LᵀDL. It has entries for the ancestors of the row's dofs too."""
    for i in range(m.nv):
        d.row_root[i] = sqrt(d.qLDiagInv[i])
    clear_row(m, d)
    d.nY = 0
    first = m.nv
    for r in range(d.nefc):
        if r == 0 or d.efc_J_rowsuper[r - 1] == 0:
            first = ancestors_too(m, d, r)
        n = m.nv - first
        a = d.nY
        d.nY = a + n
        if d.nY <= d.maxY:
            d.efc_Y_rownnz[r] = n
            d.efc_Y_rowadr[r] = a
            whiten_row(m, d, r, a, first)
    d.need_Y = d.nY
    if d.nY > d.maxY:
        d.overflow = 1.0
        d.nY = 0


@kernel
def clear_row(m, d):
    """No dof has an entry in the row at hand."""
    for i in range(m.nv):
        d.row_mark[i] = 0
        d.row_value[i] = 0.0


@kernel
def ancestors_too(m, d, r):
    """row_dof from the place returned on: the dofs of row r and all that M couples them to towards the root."""
    start = d.efc_J_rowadr[r]
    pending = d.efc_J_rownnz[r]
    for a in range(start, start + pending):
        d.row_mark[d.efc_J_colind[a]] = 1
    first = m.nv
    i = d.efc_J_colind[start + pending - 1]
    while pending > 0:
        if d.row_mark[i]:
            d.row_mark[i] = 0
            pending -= 1
            first -= 1
            d.row_dof[first] = i
            row = m.M_rowadr[i]
            for a in range(row, row + m.M_rownnz[i] - 1):
                k = m.M_colind[a]
                if not d.row_mark[k]:
                    d.row_mark[k] = 1
                    pending += 1
        i -= 1
    return first


@kernel
def whiten_row(m, d, r, a, first):
    """Row r of Y, from the entry a on, in the columns row_dof[first:]: y = D^(−½) L⁻ᵀ Jᵀ, from the leaves on."""
    start = d.efc_J_rowadr[r]
    for k in range(start, start + d.efc_J_rownnz[r]):
        d.row_value[d.efc_J_colind[k]] = d.efc_J[k]
    for e in range(m.nv - 1, first - 1, -1):
        i = d.row_dof[e]
        y = d.row_value[i]
        d.row_value[i] = 0.0
        row = m.M_rowadr[i]
        for k in range(row, row + m.M_rownnz[i] - 1):
            d.row_value[m.M_colind[k]] = d.row_value[m.M_colind[k]] - d.qLD[k] * y
        d.efc_Y[a + e - first] = y * d.row_root[i]
        d.efc_Y_colind[a + e - first] = i


@kernel
def project_row(d, r):
    """Row r of AR: an entry for each row that shares a dof with it. Entries beyond the room are counted only."""
    own = d.efc_Y_rowadr[r]
    for a in range(own, own + d.efc_Y_rownnz[r]):
        d.row_mark[d.efc_Y_colind[a]] = 1
        d.row_value[d.efc_Y_colind[a]] = d.efc_Y[a]
    d.efc_AR_rowadr[r] = d.nA
    for k in range(d.nefc):
        s = 0.0 * d.efc_R[r]
        shared = 0
        start = d.efc_Y_rowadr[k]
        for a in range(start, start + d.efc_Y_rownnz[k]):
            shared += d.row_mark[d.efc_Y_colind[a]]
            s = s + d.efc_Y[a] * d.row_value[d.efc_Y_colind[a]]
        if shared > 0:
            if d.nA < d.maxA:
                d.efc_AR_colind[d.nA] = k
                d.efc_AR[d.nA] = s + d.efc_R[r] if k == r else s
            d.nA = d.nA + 1
    d.efc_AR_rownnz[r] = d.nA - d.efc_AR_rowadr[r]
    for a in range(own, own + d.efc_Y_rownnz[r]):
        d.row_mark[d.efc_Y_colind[a]] = 0
        d.row_value[d.efc_Y_colind[a]] = 0.0
