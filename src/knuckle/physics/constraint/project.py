"""The inverse inertia that constraint rows feel: A = J M⁻¹ Jᵀ = Y Yᵀ.

Rows come in groups with the same columns, so which rows share a dof is a question about groups.
"""

from knuckle.kernel import kernel, stage
from knuckle.physics.constraint.whiten import whiten
from knuckle.schema.enums import EnableBit, Solver


@stage
def project_constraint(m, d):
    """efc_Y and efc_AR = Y Yᵀ + R, where a solver of the dual problem or the slip correction needs them."""
    if m.opt_solver == Solver.PGS or m.opt_noslip_iterations > 0:
        project_rows(m, d)


@kernel
def project_rows(m, d):
    """Whiten the rows, unless the exact diagonal has done so, and multiply those that share a dof."""
    if d.nefc == 0:
        return
    if d.nY == 0 or not (m.opt_enableflags & EnableBit.DIAGEXACT):
        whiten(m, d)
    find_partners(m, d)
    d.need_A = d.nA
    if d.nA > d.maxA:
        d.overflow = 1.0
        d.nA = 0
        return
    for r in range(d.nefc if d.nA > 0 else 0):
        mirror_row(d, r)
        project_row(m, d, r)


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
def find_partners(m, d):
    """The pattern of efc_AR: for each row the rows that share a dof with it. Entries beyond the room are counted."""
    for i in range(m.nv):
        d.row_mark[i] = 0
        d.row_value[i] = 0.0
    d.nA = 0
    r = 0
    while d.nY > 0 and r < d.nefc:
        followers = d.efc_J_rowsuper[r]
        n = list_partners(d, r)
        for k in range(r, r + followers + 1):
            d.efc_AR_rownnz[k] = n
            d.efc_AR_rowadr[k] = d.nA
            if d.nA + n <= d.maxA:
                for e in range(n):
                    d.efc_AR_colind[d.nA + e] = d.efc_AR_colind[d.efc_AR_rowadr[r] + e]
            d.nA = d.nA + n
        r += followers + 1


@kernel
def list_partners(d, r):
    """The rows that share a dof with row r, listed from the entry nA on; returns how many."""
    start = d.efc_Y_rowadr[r]
    for a in range(start, start + d.efc_Y_rownnz[r]):
        d.row_mark[d.efc_Y_colind[a]] = 1
    n = 0
    k = 0
    while k < d.nefc:
        end = k + d.efc_J_rowsuper[k] + 1
        if shares_marked(d, k):
            while k < end:
                if d.nA + n < d.maxA:
                    d.efc_AR_colind[d.nA + n] = k
                n += 1
                k += 1
        k = end
    for a in range(start, start + d.efc_Y_rownnz[r]):
        d.row_mark[d.efc_Y_colind[a]] = 0
    return n


@kernel
def shares_marked(d, r):
    """Whether row r has an entry for a marked dof."""
    start = d.efc_Y_rowadr[r]
    for a in range(start, start + d.efc_Y_rownnz[r]):
        if d.row_mark[d.efc_Y_colind[a]]:
            return True
    return False


@kernel
def mirror_row(d, r):
    """The entries of row r of AR before its diagonal, from the rows before it."""
    a = d.efc_AR_rowadr[r]
    while d.efc_AR_colind[a] < r:
        # rows of one group have row r at the same place
        k = d.efc_AR_colind[a]
        place = find_entry(d, k, r)
        end = k + d.efc_J_rowsuper[k] + 1 if k + d.efc_J_rowsuper[k] < r else r
        while k < end:
            d.efc_AR[a] = d.efc_AR[d.efc_AR_rowadr[k] + place]
            a += 1
            k += 1


@kernel
def find_entry(d, k, r):
    """The place of column r in row k of AR, by halving."""
    start = d.efc_AR_rowadr[k]
    low = 0
    high = d.efc_AR_rownnz[k] - 1
    while low < high:
        middle = (low + high) // 2
        if d.efc_AR_colind[start + middle] < r:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def project_row(m, d, r):
    """The entries of row r of AR from its diagonal on: R + Y_r · Y_r, then Y_r · Y_k."""
    own = d.efc_Y_rowadr[r]
    for a in range(own, own + d.efc_Y_rownnz[r]):
        d.row_value[d.efc_Y_colind[a]] = d.efc_Y[a]
    end = d.efc_AR_rowadr[r] + d.efc_AR_rownnz[r]
    place = d.efc_AR_rowadr[r] + find_entry(d, r, r)
    d.AR_diagonal[r] = place
    while place < end:
        # rows of one group meet the same entries of row r
        k = d.efc_AR_colind[place]
        n = d.efc_Y_rownnz[k]
        start = d.efc_Y_rowadr[k]
        for e in range(n):
            d.row_picked[e] = d.row_value[d.efc_Y_colind[start + e]]
        for f in range(d.efc_J_rowsuper[k] + 1):
            s = 0.0 * m.opt_timestep
            for e in range(n):
                s = s + d.efc_Y[start + e] * d.row_picked[e]
            d.efc_AR[place + f] = s
            start += n
        place += d.efc_J_rowsuper[k] + 1
    place = d.AR_diagonal[r]
    d.efc_AR[place] = d.efc_AR[place] + d.efc_R[r]
    for a in range(own, own + d.efc_Y_rownnz[r]):
        d.row_value[d.efc_Y_colind[a]] = 0.0
