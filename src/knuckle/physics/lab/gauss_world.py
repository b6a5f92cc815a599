"""Gauss-Seidel on the rows of a world, with A = Y Yᵀ in factors: u = Yᵀf is kept up to date, and A never made.

Only the blocks of contacts are needed of A. They lie in efc_AR, whose pattern is forgotten afterwards.
"""

from knuckle.kernel import kernel
from knuckle.physics.constraint.whiten import whiten
from knuckle.physics.lab.gauss import update_contact, update_row
from knuckle.physics.solver.product import dot
from knuckle.schema.enums import ConstraintType


@kernel
def prepare_blocks(m, d, softness):
    """efc_Y, and A + R of each contact or row by itself, with R = softness · A_rr, or the engine's where that is < 0.

    False where room is missing.
    """
    whiten(m, d)
    need = 0
    r = 0
    while r < d.nefc:
        n = visited(d, r)
        need += n * n
        r += n
    d.need_A = need
    if need > d.maxA:
        d.overflow = 1.0
    if d.overflow > 0.0:
        return False
    a = 0
    r = 0
    while r < d.nefc:
        n = visited(d, r)
        fill_block(d, r, n, a, softness)
        a += n * n
        r += n
    return True


@kernel
def visited(d, r):
    """How many rows are updated together from row r on."""
    return d.rows_left[r] if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC else 1


@kernel
def fill_block(d, r, n, a, softness):
    """The n × n block from the entry a on: Y_i · Y_j, which have the same columns, and R on the diagonal."""
    size = d.efc_Y_rownnz[r]
    for i in range(n):
        d.AR_diagonal[r + i] = a + i * n + i
        for j in range(i + 1):
            s = dot(d.efc_Y, d.efc_Y_rowadr[r + i], d.efc_Y, d.efc_Y_rowadr[r + j], size)
            d.efc_AR[a + i * n + j] = s
            d.efc_AR[a + j * n + i] = s
        place = d.AR_diagonal[r + i]
        if softness >= 0.0:
            d.efc_R[r + i] = softness * d.efc_AR[place]
        d.efc_AR[place] = d.efc_AR[place] + d.efc_R[r + i]


@kernel
def sweep_world(m, d, u, sweeps, projection, tolerance):
    """Sweeps from no force on; ends early where one gains less than the tolerance."""
    for i in range(m.nv):
        u[i] = 0.0
    for r in range(d.nefc):
        d.efc_force[r] = 0.0
    done = 0
    while done < sweeps:
        gain = sweep(d, u, projection)
        done += 1
        if gain < tolerance:
            break
    d.nA = 0


@kernel
def sweep(d, u, projection):
    """Visit rows and contacts in order; what all of them gain."""
    gain = 0.0
    r = 0
    while r < d.nefc:
        n = visited(d, r)
        size = d.efc_Y_rownnz[r]
        first = d.efc_Y_rowadr[r]
        for e in range(size):
            d.row_picked[e] = u[d.efc_Y_colind[first + e]]
        for j in range(n):
            d.cone_slope[j, 0] = slope(d, r + j, first + j * size, size)
            d.fwd_force[r + j] = d.efc_force[r + j]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            gain = gain + update_contact(d, r, projection)
        else:
            gain = gain + update_row(d, r, d.cone_slope[0, 0])
        for j in range(n):
            change = d.efc_force[r + j] - d.fwd_force[r + j]
            for e in range(size):
                d.row_picked[e] = d.row_picked[e] + d.efc_Y[first + j * size + e] * change
        for e in range(size):
            u[d.efc_Y_colind[first + e]] = d.row_picked[e]
        r += n
    return gain


@kernel
def slope(d, r, first, size):
    """((A + R) f + b)_r = Y_r · u + R f_r + b_r."""
    return d.efc_b[r] + d.efc_R[r] * d.efc_force[r] + dot(d.efc_Y, first, d.row_picked, 0, size)
