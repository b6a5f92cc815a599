"""The Hessian of the primal cost, H = M + Jᵀ (∂²s/∂x²) J: the lower triangle by rows, row i from i (i + 1) / 2 on."""

from knuckle.kernel import any_lane, kernel, stage_of_group
from knuckle.physics.lockstep.cone import bend_cone
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, plain_rows, weights_of_slot
from knuckle.physics.lockstep.plain import bounded_curvature
from knuckle.physics.lockstep.pyramid import bend_pyramid
from knuckle.schema.enums import Cone


@stage_of_group
def build_hessian_in_step(m, d):
    """solver_H."""
    put_inertia(m, d)
    for r in range(d.ngeneral):
        add_general(m, d, r)
    for r in range(d.ngeneral, plain_rows(d)):
        i = d.row_entry[r, 0]
        at = i * (i + 1) // 2 + i
        d.solver_H[at] = d.solver_H[at] + weight_of(d, r)
    for c in range(d.nslot):
        if m.opt_cone == Cone.PYRAMIDAL:
            bend_pyramid(d, c)
        else:
            bend_cone(d, c)
        weigh(m, d, c)
    add_slots(m, d)


@kernel
def put_inertia(m, d):
    """H ← M."""
    for a in range(m.nv * (m.nv + 1) // 2):
        d.solver_H[a] = 0.0
    for i in range(m.nv):
        start = m.M_rowadr[i]
        row = i * (i + 1) // 2
        for a in range(start, start + m.M_rownnz[i]):
            d.solver_H[row + m.M_colind[a]] = d.M[a]


@kernel
def weight_of(d, r):
    """D of plain row r where its force is not at a bound."""
    return bounded_curvature(d.row_D[r], d.row_force[r], d.row_low[r], d.row_high[r])


@kernel
def add_general(m, d, r):
    """H ← H + D Jᵀ J for general row r."""
    weight = weight_of(d, r)
    a = entries_of_row(m, d, r)
    for i in range(m.nv):
        x = weight * d.efc_J[a + i]
        if any_lane(x != 0.0):
            row = i * (i + 1) // 2
            for j in range(i + 1):
                d.solver_H[row + j] = d.solver_H[row + j] + x * d.efc_J[a + j]


@kernel
def weigh(m, d, c):
    """G J of slot c, whose Hessian G is contact_H, behind the entries of all rows."""
    if d.slot_dim == 3:
        weigh_three(m, d, c)
    else:
        weigh_all(m, d, c)


@kernel
def weigh_three(m, d, c):
    n = m.nv
    a = entries_of_slot(m, d, c)
    b = weights_of_slot(m, d, c)
    p = d.contact_H[c, 0]
    q, r = d.contact_H[c, 6], d.contact_H[c, 7]
    s, t, u = d.contact_H[c, 12], d.contact_H[c, 13], d.contact_H[c, 14]
    for i in range(n):
        x = d.efc_J[a + i]
        y = d.efc_J[a + n + i]
        z = d.efc_J[a + 2 * n + i]
        d.efc_J[b + i] = p * x + q * y + s * z
        d.efc_J[b + n + i] = q * x + r * y + t * z
        d.efc_J[b + 2 * n + i] = s * x + t * y + u * z


@kernel
def weigh_all(m, d, c):
    n = m.nv
    a = entries_of_slot(m, d, c)
    b = weights_of_slot(m, d, c)
    for k in range(d.slot_dim):
        for i in range(n):
            sum = 0.0 * d.efc_J[a + i]
            for l in range(d.slot_dim):
                sum = sum + d.contact_H[c, 6 * max(k, l) + min(k, l)] * d.efc_J[a + l * n + i]
            d.efc_J[b + k * n + i] = sum


@kernel
def add_slots(m, d):
    """H ← H + Jᵀ (G J) over all slots, four rows and two columns of H at a time, which stay in registers."""
    n = m.nv
    a = entries_of_slot(m, d, 0)
    b = weights_of_slot(m, d, 0)
    end = d.nslot * d.slot_dim * n
    i = 0
    while i + 3 < n:
        for j in range(0, i, 2):
            add_block(d, i, j, n, a, b, end)
        for k in range(4):
            add_entries(d, i + k, i, n, a, b, end)
        i += 4
    while i < n:
        add_entries(d, i, 0, n, a, b, end)
        i += 1


@kernel
def add_block(d, i, j, n, a, b, end):
    """The entries in rows i to i + 3 and columns j and j + 1."""
    H = d.solver_H
    p = i * (i + 1) // 2 + j
    q = p + i + 1
    r = q + i + 2
    s = r + i + 3
    p0, p1 = H[p], H[p + 1]
    q0, q1 = H[q], H[q + 1]
    r0, r1 = H[r], H[r + 1]
    s0, s1 = H[s], H[s + 1]
    for e in range(0, end, n):
        u, v = d.efc_J[a + e + j], d.efc_J[a + e + j + 1]
        w = d.efc_J[b + e + i]
        x = d.efc_J[b + e + i + 1]
        y = d.efc_J[b + e + i + 2]
        z = d.efc_J[b + e + i + 3]
        p0 = p0 + w * u
        p1 = p1 + w * v
        q0 = q0 + x * u
        q1 = q1 + x * v
        r0 = r0 + y * u
        r1 = r1 + y * v
        s0 = s0 + z * u
        s1 = s1 + z * v
    H[p], H[p + 1] = p0, p1
    H[q], H[q + 1] = q0, q1
    H[r], H[r + 1] = r0, r1
    H[s], H[s + 1] = s0, s1


@kernel
def add_entries(d, i, first, n, a, b, end):
    """The entries in row i from column `first` to the diagonal, one by one."""
    row = i * (i + 1) // 2
    for j in range(first, i + 1):
        sum = d.solver_H[row + j]
        for e in range(0, end, n):
            sum = sum + d.efc_J[b + e + i] * d.efc_J[a + e + j]
        d.solver_H[row + j] = sum
