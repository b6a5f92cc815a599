"""Products with the inertia matrix and with the rows of a group."""

from knuckle.kernel import kernel
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, plain_rows, row_of_slot


@kernel
def mul_M(m, d, x, y):
    """y ← M x: two sums side by side in each row, which do not wait for each other."""
    for i in range(m.nv):
        a = m.M_rowadr[i]
        end = a + m.M_rownnz[i] - 1
        xi = x[i]
        s = d.M[end] * xi
        t = 0.0 * xi
        while a + 1 < end:
            j, k = m.M_colind[a], m.M_colind[a + 1]
            s = s + d.M[a] * x[j]
            t = t + d.M[a + 1] * x[k]
            y[j] = y[j] + d.M[a] * xi
            y[k] = y[k] + d.M[a + 1] * xi
            a += 2
        if a < end:
            j = m.M_colind[a]
            s = s + d.M[a] * x[j]
            y[j] = y[j] + d.M[a] * xi
        y[i] = s + t


@kernel
def mul_J(m, d, x, y):
    """y ← J x for all rows."""
    for r in range(d.ngeneral):
        a = entries_of_row(m, d, r)
        sum = 0.0 * x[0]
        for i in range(m.nv):
            sum = sum + d.efc_J[a + i] * x[i]
        y[r] = sum
    for r in range(d.ngeneral, plain_rows(d)):
        y[r] = d.diagonal_side[r] * x[d.diagonal_dof[r]]
    for c in range(d.nslot):
        mul_slot(m, d, c, x, y)


@kernel
def mul_slot(m, d, c, x, y):
    """y ← J x for the rows of slot c, three in a pass."""
    n = m.nv
    for k in range(0, d.slot_dim, 3):
        r = row_of_slot(d, c) + k
        a = entries_of_slot(m, d, c) + k * n
        s = 0.0 * x[0]
        if d.slot_dim - k < 3:  # of one dimension, or the last of four
            for e in range(d.slot_ndof[c]):
                s = s + d.efc_J[a + e] * x[d.slot_dof[c, e]]
        else:
            t = 0.0 * x[0]
            u = 0.0 * x[0]
            for e in range(d.slot_ndof[c]):
                xi = x[d.slot_dof[c, e]]
                s = s + d.efc_J[a + e] * xi
                t = t + d.efc_J[a + n + e] * xi
                u = u + d.efc_J[a + 2 * n + e] * xi
            y[r + 1] = t
            y[r + 2] = u
        y[r] = s


@kernel
def take_JT(m, d, f, y):
    """y ← y − Jᵀ f over all rows."""
    for r in range(d.ngeneral):
        a = entries_of_row(m, d, r)
        fr = f[r]
        for i in range(m.nv):
            y[i] = y[i] - d.efc_J[a + i] * fr
    for r in range(d.ngeneral, plain_rows(d)):
        i = d.diagonal_dof[r]
        y[i] = y[i] - d.diagonal_side[r] * f[r]
    for c in range(d.nslot):
        take_slot(m, d, c, f, y)


@kernel
def take_slot(m, d, c, f, y):
    """y ← y − Jᵀ f over the rows of slot c."""
    n = m.nv
    for k in range(0, d.slot_dim, 3):
        r = row_of_slot(d, c) + k
        a = entries_of_slot(m, d, c) + k * n
        s = f[r]
        if d.slot_dim - k > 2:
            t = f[r + 1]
            u = f[r + 2]
            for e in range(d.slot_ndof[c]):
                i = d.slot_dof[c, e]
                # from y on, row by row: rows without a force leave the bits of y, however many a slot has
                y[i] = y[i] - d.efc_J[a + e] * s - d.efc_J[a + n + e] * t - d.efc_J[a + 2 * n + e] * u
        else:
            for e in range(d.slot_ndof[c]):
                i = d.slot_dof[c, e]
                y[i] = y[i] - d.efc_J[a + e] * s


@kernel
def dot(m, x, y):
    """Σ x y over all dofs: two sums side by side, which do not wait for each other."""
    s = 0.0 * x[0]
    t = 0.0 * x[0]
    i = 0
    while i + 1 < m.nv:
        s = s + x[i] * y[i]
        t = t + x[i + 1] * y[i + 1]
        i += 2
    if i < m.nv:
        s = s + x[i] * y[i]
    return s + t
