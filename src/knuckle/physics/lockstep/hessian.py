"""The Hessian of the primal cost, H = M + Jᵀ (∂²s/∂x²) J: the lower triangle by rows, row i from i (i + 1) / 2 on.

From one iteration to the next few rows change their state: what has changed is added to solver_base, and a copy of that
is factored.
"""

from knuckle.kernel import absolute, all_lanes, any_lane, kernel, stage, where
from knuckle.physics.lockstep.cone import bend_cone
from knuckle.physics.lockstep.places import entries_of_row, entries_of_slot, marks_of_slot, plain_rows, row_of_triangle
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
        row = row_of_triangle(i)
        for a in range(start, start + m.M_rownnz[i]):
            d.solver_base[row + m.M_colind[a]] = d.M[a]
    for r in range(plain_rows(d)):
        d.row_A[r] = 0.0
    for c in range(d.nslot):
        for k in range(36):
            d.slot_H[c, k] = 0.0


@stage
def build_hessian_in_step(m, d):
    """solver_H at the present states of all rows; only its diagonal in worlds that have converged."""
    for r in range(plain_rows(d)):
        weight = weight_of(d, r)
        change = weight - d.row_A[r]
        d.row_A[r] = weight
        if any_lane(change != 0.0):
            if r < d.ngeneral:
                add_general(m, d, r, change)
            else:
                i = d.diagonal_dof[r]
                at = row_of_triangle(i) + i
                d.solver_base[at] = d.solver_base[at] + change
    for c in range(d.nslot):
        if m.opt_cone == Cone.PYRAMIDAL:
            bend_pyramid(d, c)
        else:
            bend_cone(d, c)
        changed = take_change(d, c) != 0.0
        if any_lane(changed):
            add_slot(m, d, c, list_moved(m, d, c, changed))
    going = d.lane_going > 0.0
    if all_lanes(going):
        for a in range(m.nv * (m.nv + 1) // 2):
            d.solver_H[a] = d.solver_base[a]
    else:
        copy_going(m, d, going)


@kernel
def copy_going(m, d, going):
    """solver_H = solver_base where it is needed: zeros are passed over when it is factored."""
    for i in range(m.nv):
        row = row_of_triangle(i)
        for a in range(row, row + i):
            d.solver_H[a] = where(going, d.solver_base[a], 0.0)
        d.solver_H[row + i] = d.solver_base[row + i]


@kernel
def take_change(d, c):
    """Replace contact_H by its change since the last time; a number that is zero in worlds where there is none."""
    most = 0.0 * d.contact_H[c, 0]
    for i in range(d.slot_dim):
        for k in range(i + 1):
            now = d.contact_H[c, 6 * i + k]
            change = now - d.slot_H[c, 6 * i + k]
            d.contact_H[c, 6 * i + k] = change
            d.slot_H[c, 6 * i + k] = now
            most = most + absolute(change)
    return most


@kernel
def list_moved(m, d, c, changed):
    """List the dofs that move the contacts of slot c in any of the worlds; their number."""
    marks = marks_of_slot(m, d, c)
    a = entries_of_slot(m, d, c)
    count = 0
    for e in range(d.slot_ndof[c]):
        i = d.slot_dof[c, e]
        if any_lane(changed & (d.efc_J[marks + i] != 0.0)):
            d.moved_entry[count] = a + e
            d.moved_dof[count] = i
            count += 1
    return count


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
            row = row_of_triangle(i)
            for j in range(i + 1):
                d.solver_base[row + j] = d.solver_base[row + j] + x * d.efc_J[a + j]


@kernel
def add_slot(m, d, c, count):
    """H ← H + Jᵀ G J for slot c and so many dofs, with G the change of its Hessian, contact_H; two rows in a pass."""
    if d.slot_dim == 3:
        add_three(m, d, c, count)
    elif d.slot_dim == 4:
        add_four(m, d, c, count)
    elif d.slot_dim == 1:
        add_one(d, c, count)
    else:
        add_six(m, d, c, count)


@kernel
def add_one(d, c, count):
    """One row: that of the normal."""
    H = d.solver_base
    for e in range(count):
        x = d.contact_H[c, 0] * d.efc_J[d.moved_entry[e]]
        row = row_of_triangle(d.moved_dof[e])
        for f in range(e + 1):
            at = row + d.moved_dof[f]
            H[at] = H[at] + x * d.efc_J[d.moved_entry[f]]


@kernel
def add_dot3(sum, x, y):
    """sum + x · y, from the sum on: axes that a contact does not have change no bit, however many its slot has."""
    return sum + x[0] * y[0] + x[1] * y[1] + x[2] * y[2]


@kernel
def three_of(d, a, n):
    """The entries of three rows at one dof; a is that of the first."""
    return (d.efc_J[a], d.efc_J[a + n], d.efc_J[a + 2 * n])


@kernel
def weigh_three(d, c, x):
    """G x for the axes of translation."""
    G = d.contact_H
    return (
        G[c, 0] * x[0] + G[c, 6] * x[1] + G[c, 12] * x[2],
        G[c, 6] * x[0] + G[c, 7] * x[1] + G[c, 13] * x[2],
        G[c, 12] * x[0] + G[c, 13] * x[1] + G[c, 14] * x[2],
    )


@kernel
def add_three(m, d, c, count):
    """Three rows: normal and tangents."""
    n = m.nv
    H = d.solver_base
    e = 0
    while e + 1 < count:
        v = three_of(d, d.moved_entry[e + 1], n)
        x = weigh_three(d, c, three_of(d, d.moved_entry[e], n))
        y = weigh_three(d, c, v)
        row = row_of_triangle(d.moved_dof[e])
        next = row_of_triangle(d.moved_dof[e + 1])
        for f in range(e + 1):
            j = d.moved_dof[f]
            u = three_of(d, d.moved_entry[f], n)
            H[row + j] = add_dot3(H[row + j], x, u)
            H[next + j] = add_dot3(H[next + j], y, u)
        at = next + d.moved_dof[e + 1]
        H[at] = add_dot3(H[at], y, v)
        e += 2
    if e < count:
        x = weigh_three(d, c, three_of(d, d.moved_entry[e], n))
        row = row_of_triangle(d.moved_dof[e])
        for f in range(e + 1):
            at = row + d.moved_dof[f]
            H[at] = add_dot3(H[at], x, three_of(d, d.moved_entry[f], n))


@kernel
def four_of(d, a, n):
    """The entries of four rows at one dof; a is that of the first."""
    return (d.efc_J[a], d.efc_J[a + n], d.efc_J[a + 2 * n], d.efc_J[a + 3 * n])


@kernel
def weigh_four(d, c, x):
    """G x for the axes of translation and spin."""
    G = d.contact_H
    return (
        G[c, 0] * x[0] + G[c, 6] * x[1] + G[c, 12] * x[2] + G[c, 18] * x[3],
        G[c, 6] * x[0] + G[c, 7] * x[1] + G[c, 13] * x[2] + G[c, 19] * x[3],
        G[c, 12] * x[0] + G[c, 13] * x[1] + G[c, 14] * x[2] + G[c, 20] * x[3],
        G[c, 18] * x[0] + G[c, 19] * x[1] + G[c, 20] * x[2] + G[c, 21] * x[3],
    )


@kernel
def add_dot4(sum, x, y):
    """sum + x · y, from the sum on."""
    return add_dot3(sum, (x[0], x[1], x[2]), (y[0], y[1], y[2])) + x[3] * y[3]


@kernel
def add_four(m, d, c, count):
    """Four rows: normal, tangents and spin."""
    n = m.nv
    H = d.solver_base
    e = 0
    while e + 1 < count:
        v = four_of(d, d.moved_entry[e + 1], n)
        x = weigh_four(d, c, four_of(d, d.moved_entry[e], n))
        y = weigh_four(d, c, v)
        row = row_of_triangle(d.moved_dof[e])
        next = row_of_triangle(d.moved_dof[e + 1])
        for f in range(e + 1):
            j = d.moved_dof[f]
            u = four_of(d, d.moved_entry[f], n)
            H[row + j] = add_dot4(H[row + j], x, u)
            H[next + j] = add_dot4(H[next + j], y, u)
        at = next + d.moved_dof[e + 1]
        H[at] = add_dot4(H[at], y, v)
        e += 2
    if e < count:
        x = weigh_four(d, c, four_of(d, d.moved_entry[e], n))
        row = row_of_triangle(d.moved_dof[e])
        for f in range(e + 1):
            at = row + d.moved_dof[f]
            H[at] = add_dot4(H[at], x, four_of(d, d.moved_entry[f], n))


@kernel
def weigh_row(d, c, k, x, y):
    """Element k of G (x, y) for all six axes."""
    G = d.contact_H
    sum = 0.0 * x[0]
    for l in range(3):
        sum = sum + G[c, 6 * max(k, l) + min(k, l)] * x[l]
    for l in range(3):
        sum = sum + G[c, 6 * max(k, l + 3) + min(k, l + 3)] * y[l]
    return sum


@kernel
def add_six(m, d, c, count):
    """Six rows: normal, tangents, spin and roll."""
    n = m.nv
    H = d.solver_base
    for e in range(count):
        a = d.moved_entry[e]
        x = three_of(d, a, n)
        y = three_of(d, a + 3 * n, n)
        v = (weigh_row(d, c, 0, x, y), weigh_row(d, c, 1, x, y), weigh_row(d, c, 2, x, y))
        w = (weigh_row(d, c, 3, x, y), weigh_row(d, c, 4, x, y), weigh_row(d, c, 5, x, y))
        row = row_of_triangle(d.moved_dof[e])
        for f in range(e + 1):
            at = row + d.moved_dof[f]
            b = d.moved_entry[f]
            H[at] = add_dot3(add_dot3(H[at], v, three_of(d, b, n)), w, three_of(d, b + 3 * n, n))
