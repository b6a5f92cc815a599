"""The whitened Jacobian Y = J L⁻¹ D^(−½), with which J M⁻¹ Jᵀ = Y Yᵀ."""

from knuckle.kernel import kernel, sqrt


@kernel
def whiten(m, d):
    """efc_Y: each row of J after half a solve with M = LᵀDL. It has entries for the ancestors of the row's dofs too."""
    for i in range(m.nv):
        d.row_value[i] = sqrt(d.qLDiagInv[i])
        d.row_mark[i] = 0
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
            spread_row(d, r, a, first, n)
            whiten_row(m, d, a, n)
    d.need_Y = d.nY
    if d.nY > d.maxY:
        d.overflow = 1.0
        d.nY = 0


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
def spread_row(d, r, a, first, n):
    """Row r of J in the n columns row_dof[first:] of Y, from the entry a on."""
    source = d.efc_J_rowadr[r]
    end = source + d.efc_J_rownnz[r]
    for e in range(n):
        i = d.row_dof[first + e]
        d.efc_Y_colind[a + e] = i
        if source < end and d.efc_J_colind[source] == i:
            d.efc_Y[a + e] = d.efc_J[source]
            source += 1
        else:
            d.efc_Y[a + e] = 0.0


@kernel
def whiten_row(m, d, a, n):
    """y ← D^(−½) L⁻ᵀ y for the n entries from a on, from the leaves to the root."""
    for e in range(n - 1, -1, -1):
        i = d.efc_Y_colind[a + e]
        y = d.efc_Y[a + e]
        row = m.M_rowadr[i]
        ancestors = m.M_rownnz[i] - 1
        if ancestors == e:
            # all entries before this one are its ancestors
            for k in range(e):
                d.efc_Y[a + k] = d.efc_Y[a + k] - d.qLD[row + k] * y
        else:
            p = a + e - 1
            for k in range(row + ancestors - 1, row - 1, -1):
                while d.efc_Y_colind[p] != m.M_colind[k]:
                    p -= 1
                d.efc_Y[p] = d.efc_Y[p] - d.qLD[k] * y
        d.efc_Y[a + e] = y * d.row_value[i]
