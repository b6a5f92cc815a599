"""Gauss-Seidel on a problem of plain arrays: the fields that the sweep reads, made from them."""

from knuckle.kernel import kernel
from knuckle.physics.lab.gauss import update_contact, update_row
from knuckle.physics.solver.residual import residual
from knuckle.schema.enums import ConstraintType

FRICTION, LIMIT, CONE, TANGENT = 0.0, 1.0, 2.0, 3.0  # knuckle.lab.Kind


@kernel
def lab_gauss(m, q):
    """Forces after some sweeps over a dense problem, `repeat` times from the same start; how many sweeps were done.

    Ends early where a sweep gains less than the tolerance.
    """
    describe_rows(q)
    fill_matrix(q)
    clear_scratch(q)
    for _ in range(q.repeat):
        for r in range(q.n):
            q.efc_force[r] = q.start[r]
        q.done = 0
        while q.done < q.sweeps:
            gain = sweep(q)
            q.done = q.done + 1
            if gain < q.tolerance:
                break


@kernel
def sweep(q):
    """Visit rows and contacts in order; what all of them gain."""
    gain = 0.0
    r = 0
    while r < q.n:
        n = q.rows_left[r]
        if q.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            for j in range(n):
                q.cone_slope[j, 0] = residual(q, r + j)
            gain = gain + update_contact(q, r, q.projection)
        else:
            gain = gain + update_row(q, r, residual(q, r))
        r += n
    return gain


@kernel
def clear_scratch(q):
    """No cone is at work yet."""
    q.tips_held = 0
    for i in range(6):
        q.cone_slope[i, 0] = 0.0
        q.cone_step[i, 0] = 0.0
    for i in range(5):
        q.ball_b[i, 0] = 0.0
        q.ball_y[i, 0] = 0.0
        q.ball_z[i, 0] = 0.0
        for j in range(5):
            q.ball_A[i, j] = 0.0
            q.ball_L[i, j] = 0.0


@kernel
def describe_rows(q):
    """efc_type, efc_id, rows_left, contact_friction and bounds, from the kinds of rows."""
    cones = 0
    for r in range(q.n):
        q.efc_id[r] = cones
        q.rows_left[r] = 1
        q.efc_frictionloss[r] = q.bound[r]
        q.efc_R[r] = q.R[r]
        q.efc_b[r] = q.b[r]
        for k in range(5):
            q.contact_friction[r, k] = 1.0
        q.efc_type[r] = ConstraintType.LIMIT_JOINT
        if q.kind[r] == FRICTION:
            q.efc_type[r] = ConstraintType.FRICTION_DOF
        if q.kind[r] >= CONE:
            q.efc_type[r] = ConstraintType.CONTACT_ELLIPTIC
    for r in range(q.n):
        if q.kind[r] == CONE:
            k = r + 1
            while k < q.n and q.kind[k] == TANGENT:
                q.contact_friction[cones, k - r - 1] = q.mu[k]
                k += 1
            q.efc_id[r] = cones
            q.rows_left[r] = k - r
            cones += 1


@kernel
def fill_matrix(q):
    """efc_AR = A + R, row by row without gaps."""
    n = q.n
    for r in range(n):
        q.efc_AR_rowadr[r] = r * n
        q.efc_AR_rownnz[r] = n
        q.AR_diagonal[r] = r * n + r
        for k in range(n):
            q.efc_AR[r * n + k] = q.A[r * n + k]
            q.efc_AR_colind[r * n + k] = k
        q.efc_AR[r * n + r] = q.A[r * n + r] + q.R[r]
