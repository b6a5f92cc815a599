"""The Hessian of the primal cost, H = M + Jᵀ (∂²s/∂x²) J: the lower triangle by rows, row i from i (i + 1) / 2 on.

From one iteration to the next few rows change their state: what has changed is added to solver_base, and a copy of that
is factored.
"""

from knuckle.kernel import absolute, any_lane, kernel, stage_of_group
from knuckle.physics.lockstep.cone import bend_cone
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, plain_rows, weights_of_slot
from knuckle.physics.lockstep.plain import bounded_curvature
from knuckle.physics.lockstep.pyramid import bend_pyramid
from knuckle.schema.enums import Cone


@kernel
def begin_hessian(m, d):
    """solver_base ← M: so far no row counts."""
    for a in range(m.nv * (m.nv + 1) // 2):
        d.solver_base[a] = 0.0
    for i in range(m.nv):
        start = m.M_rowadr[i]
        row = i * (i + 1) // 2
        for a in range(start, start + m.M_rownnz[i]):
            d.solver_base[row + m.M_colind[a]] = d.M[a]
    for r in range(plain_rows(d)):
        d.row_A[r] = 0.0
    for c in range(d.nslot):
        for k in range(36):
            d.slot_H[c, k] = 0.0


@stage_of_group
def build_hessian_in_step(m, d):
    """solver_H at the present states of all rows."""
    for r in range(plain_rows(d)):
        weight = weight_of(d, r)
        change = weight - d.row_A[r]
        d.row_A[r] = weight
        if any_lane(change != 0.0):
            if r < d.ngeneral:
                add_general(m, d, r, change)
            else:
                i = d.row_entry[r, 0]
                at = i * (i + 1) // 2 + i
                d.solver_base[at] = d.solver_base[at] + change
    for c in range(d.nslot):
        if m.opt_cone == Cone.PYRAMIDAL:
            bend_pyramid(d, c)
        else:
            bend_cone(d, c)
        if has_changed(d, c):
            add_slot(m, d, c)
    for a in range(m.nv * (m.nv + 1) // 2):
        d.solver_H[a] = d.solver_base[a]


@kernel
def has_changed(d, c):
    """Replace contact_H by its change since the last time; whether there is any, in any world."""
    most = 0.0 * d.contact_H[c, 0]
    for i in range(d.slot_dim):
        for k in range(i + 1):
            now = d.contact_H[c, 6 * i + k]
            change = now - d.slot_H[c, 6 * i + k]
            d.contact_H[c, 6 * i + k] = change
            d.slot_H[c, 6 * i + k] = now
            most = most + absolute(change)
    return any_lane(most != 0.0)


@kernel
def weight_of(d, r):
    """D of plain row r where its force is not at a bound."""
    return bounded_curvature(d.row_D[r], d.row_force[r], d.row_low[r], d.row_high[r])


@kernel
def add_general(m, d, r, weight):
    """H ← H + w Jᵀ J for general row r."""
    a = entries_of_row(m, d, r)
    for i in range(m.nv):
        x = weight * d.efc_J[a + i]
        if any_lane(x != 0.0):
            row = i * (i + 1) // 2
            for j in range(i + 1):
                d.solver_base[row + j] = d.solver_base[row + j] + x * d.efc_J[a + j]


@kernel
def add_slot(m, d, c):
    """H ← H + Jᵀ G J for slot c, whose change of the Hessian, G, is contact_H; up to four rows in a pass."""
    weigh(m, d, c)
    a = entries_of_slot(m, d, c)
    b = weights_of_slot(m, d, c)
    if d.slot_dim == 4:
        add_four(m, d, a, b)
    elif d.slot_dim == 1:
        add_one(m, d, a, b)
    else:
        for k in range(0, d.slot_dim * m.nv, 3 * m.nv):
            add_three(m, d, a + k, b + k)


@kernel
def weigh(m, d, c):
    """G J of slot c, with G in contact_H, behind the entries of all rows."""
    if d.slot_dim == 3:
        weigh_three(m, d, c)
    elif d.slot_dim == 4:
        weigh_four(m, d, c)
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
def weigh_four(m, d, c):
    n = m.nv
    a = entries_of_slot(m, d, c)
    b = weights_of_slot(m, d, c)
    p = d.contact_H[c, 0]
    q, r = d.contact_H[c, 6], d.contact_H[c, 7]
    s, t, u = d.contact_H[c, 12], d.contact_H[c, 13], d.contact_H[c, 14]
    f, g, h, k = d.contact_H[c, 18], d.contact_H[c, 19], d.contact_H[c, 20], d.contact_H[c, 21]
    for i in range(n):
        x, y, z = d.efc_J[a + i], d.efc_J[a + n + i], d.efc_J[a + 2 * n + i]
        w = d.efc_J[a + 3 * n + i]
        d.efc_J[b + i] = p * x + q * y + s * z + f * w
        d.efc_J[b + n + i] = q * x + r * y + t * z + g * w
        d.efc_J[b + 2 * n + i] = s * x + t * y + u * z + h * w
        d.efc_J[b + 3 * n + i] = f * x + g * y + h * z + k * w


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
def any_of(x):
    """Whether any of four numbers is not zero in any world."""
    return any_lane((x[0] != 0.0) | (x[1] != 0.0) | (x[2] != 0.0) | (x[3] != 0.0))


@kernel
def four_of(d, a, n):
    """The entries of four rows at one dof; a is that of the first."""
    return (d.efc_J[a], d.efc_J[a + n], d.efc_J[a + 2 * n], d.efc_J[a + 3 * n])


@kernel
def add_four(m, d, a, b):
    """H ← H + Σ w jᵀ over four rows j from a on and their weighted w from b on: two rows of H in a pass."""
    n = m.nv
    H = d.solver_base
    i = 0
    while i + 1 < n:
        x = four_of(d, b + i, n)
        y = four_of(d, b + i + 1, n)
        if any_of(x) or any_of(y):
            row = i * (i + 1) // 2
            next = row + i + 1
            for j in range(i + 1):
                u = four_of(d, a + j, n)
                H[row + j] = H[row + j] + x[0] * u[0] + x[1] * u[1] + x[2] * u[2] + x[3] * u[3]
                H[next + j] = H[next + j] + y[0] * u[0] + y[1] * u[1] + y[2] * u[2] + y[3] * u[3]
            u = four_of(d, a + i + 1, n)
            at = next + i + 1
            H[at] = H[at] + y[0] * u[0] + y[1] * u[1] + y[2] * u[2] + y[3] * u[3]
        i += 2
    if i < n:
        x = four_of(d, b + i, n)
        row = i * (i + 1) // 2
        for j in range(n):
            u = four_of(d, a + j, n)
            H[row + j] = H[row + j] + x[0] * u[0] + x[1] * u[1] + x[2] * u[2] + x[3] * u[3]


@kernel
def add_three(m, d, a, b):
    """The same over three rows."""
    n = m.nv
    H, J = d.solver_base, d.efc_J
    i = 0
    while i + 1 < n:
        x, y, z = J[b + i], J[b + n + i], J[b + 2 * n + i]
        p, q, s = J[b + i + 1], J[b + n + i + 1], J[b + 2 * n + i + 1]
        if any_of((x, y, z, p)) or any_of((p, q, s, s)):
            row = i * (i + 1) // 2
            next = row + i + 1
            for j in range(i + 1):
                u, v, w = J[a + j], J[a + n + j], J[a + 2 * n + j]
                H[row + j] = H[row + j] + x * u + y * v + z * w
                H[next + j] = H[next + j] + p * u + q * v + s * w
            j = i + 1
            H[next + j] = H[next + j] + p * J[a + j] + q * J[a + n + j] + s * J[a + 2 * n + j]
        i += 2
    if i < n:
        x, y, z = J[b + i], J[b + n + i], J[b + 2 * n + i]
        row = i * (i + 1) // 2
        for j in range(n):
            H[row + j] = H[row + j] + x * J[a + j] + y * J[a + n + j] + z * J[a + 2 * n + j]


@kernel
def add_one(m, d, a, b):
    """The same over one row."""
    for i in range(m.nv):
        x = d.efc_J[b + i]
        if any_lane(x != 0.0):
            row = i * (i + 1) // 2
            for j in range(i + 1):
                d.solver_base[row + j] = d.solver_base[row + j] + x * d.efc_J[a + j]
