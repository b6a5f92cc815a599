"""The Hessian of the primal cost, H = M + Jᵀ (∂²s/∂x²) J: the lower triangle by rows, row i from i (i + 1) / 2 on."""

from knuckle.kernel import any_lane, kernel
from knuckle.physics.lockstep.cone import bend_cone
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, plain_rows
from knuckle.physics.lockstep.plain import bounded_curvature
from knuckle.physics.lockstep.pyramid import bend_pyramid
from knuckle.schema.enums import Cone


@kernel
def build_hessian(m, d):
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
        add_slot(m, d, c)


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
def add_slot(m, d, c):
    """H ← H + Jᵀ G J for slot c, whose Hessian G is contact_H: three rows of J in a pass."""
    n = m.nv
    a = entries_of_slot(m, d, c)
    for k in range(0, d.slot_dim, 3):
        if d.slot_dim - k > 2:
            add_three(m, d, c, a, a + k * n, k)
        else:
            for i in range(n):
                x = weighted(m, d, c, a, k, i)
                if any_lane(x != 0.0):
                    row = i * (i + 1) // 2
                    for j in range(i + 1):
                        d.solver_H[row + j] = d.solver_H[row + j] + x * d.efc_J[a + k * n + j]


@kernel
def weighted(m, d, c, a, k, i):
    """(G J)_k at dof i."""
    sum = d.contact_H[c, 7 * k] * d.efc_J[a + k * m.nv + i]
    if m.opt_cone == Cone.PYRAMIDAL:  # only row and column 0, and the diagonal
        if k == 0:
            for l in range(1, d.slot_dim):
                sum = sum + d.contact_H[c, l] * d.efc_J[a + l * m.nv + i]
            return sum
        return sum + d.contact_H[c, k] * d.efc_J[a + i]
    for l in range(k):
        sum = sum + d.contact_H[c, 6 * k + l] * d.efc_J[a + l * m.nv + i]
    for l in range(k + 1, d.slot_dim):
        sum = sum + d.contact_H[c, 6 * l + k] * d.efc_J[a + l * m.nv + i]
    return sum


@kernel
def add_three(m, d, c, a, b, k):
    """The part of rows k to k + 2 of J, whose entries start at b: two rows of H in a pass."""
    n = m.nv
    i = 0
    while i + 1 < n:
        x = weighted(m, d, c, a, k, i)
        y = weighted(m, d, c, a, k + 1, i)
        z = weighted(m, d, c, a, k + 2, i)
        p = weighted(m, d, c, a, k, i + 1)
        q = weighted(m, d, c, a, k + 1, i + 1)
        s = weighted(m, d, c, a, k + 2, i + 1)
        if any_lane((x != 0.0) | (y != 0.0) | (z != 0.0) | (p != 0.0) | (q != 0.0) | (s != 0.0)):
            row = i * (i + 1) // 2
            next = row + i + 1
            for j in range(i + 1):
                u = d.efc_J[b + j]
                v = d.efc_J[b + n + j]
                w = d.efc_J[b + 2 * n + j]
                d.solver_H[row + j] = d.solver_H[row + j] + x * u + y * v + z * w
                d.solver_H[next + j] = d.solver_H[next + j] + p * u + q * v + s * w
            j = i + 1
            d.solver_H[next + j] = (
                d.solver_H[next + j] + p * d.efc_J[b + j] + q * d.efc_J[b + n + j] + s * d.efc_J[b + 2 * n + j]
            )
        i += 2
    if i < n:
        x = weighted(m, d, c, a, k, i)
        y = weighted(m, d, c, a, k + 1, i)
        z = weighted(m, d, c, a, k + 2, i)
        row = i * (i + 1) // 2
        for j in range(n):
            d.solver_H[row + j] = (
                d.solver_H[row + j] + x * d.efc_J[b + j] + y * d.efc_J[b + n + j] + z * d.efc_J[b + 2 * n + j]
            )
