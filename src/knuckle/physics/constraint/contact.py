"""Rows of contacts: the normal, then friction, in a pyramid's edges or along the axes of an elliptic cone."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.mat3 import mat_mul_vec
from knuckle.physics.collision.parameters import floor_friction
from knuckle.physics.constraint.motion import contact_motion
from knuckle.physics.constraint.response import friction_reference, pushing_response, spring_damper
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.schema.enums import Cone, ConstraintType, Exclusion


@stage_of_world
def contacts(m, d):
    """The rows of each contact that carries force; contacts that no dof can change are excluded."""
    for c in range(d.ncon):
        d.contact_efc_address[c] = -1
        if d.contact_exclude[c] == Exclusion.INCLUDED:
            contact_rows(m, d, c)


@kernel
def contact_rows(m, d, c):
    """The rows of contact c."""
    b1 = m.geom_bodyid[d.contact_geom[c, 0]]
    b2 = m.geom_bodyid[d.contact_geom[c, 1]]
    first = contact_motion(m, d, b1, b2, d.contact_pos[c])
    if first == m.nv:
        d.contact_exclude[c] = Exclusion.NO_DOFS
        return
    floor_friction(d, c)  # again: a caller may have rewritten it
    kind = contact_kind(m, d, c)
    dim = d.contact_dim[c]
    count = 2 * (dim - 1) if kind == ConstraintType.CONTACT_PYRAMIDAL else dim
    if not claim_rows(m, d, count, first):
        return
    r = d.nefc - count
    d.contact_efc_address[c] = r
    if kind == ConstraintType.CONTACT_PYRAMIDAL:
        put_edges(m, d, c, dim, d.efc_J_rowadr[r], first)
    else:
        put_axes(m, d, c, dim, d.efc_J_rowadr[r], first)
    inertia = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    if kind == ConstraintType.CONTACT_PYRAMIDAL:
        inertia = inertia * (1.0 + d.contact_friction[c, 0] * d.contact_friction[c, 0])
    describe_contact(m, d, c, kind, r, count, inertia)


@kernel
def contact_kind(m, d, c):
    """Which kind of rows contact c has."""
    if d.contact_dim[c] == 1:
        return ConstraintType.CONTACT_FRICTIONLESS
    return ConstraintType.CONTACT_PYRAMIDAL if m.opt_cone == Cone.PYRAMIDAL else ConstraintType.CONTACT_ELLIPTIC


@kernel
def put_axes(m, d, c, dim, a, first):
    """Rows from the entry a on: velocity along normal and tangents, then spin and roll about them."""
    n = m.nv - first
    frame = d.contact_frame[c]
    for k in range(n):
        v = d.row_motion[first + k]
        x = mat_mul_vec(frame, (v[0], v[1], v[2]))
        d.efc_J[a + k] = x[0]
        if dim > 1:
            d.efc_J[a + n + k] = x[1]
            d.efc_J[a + 2 * n + k] = x[2]
        if dim > 3:
            w = mat_mul_vec(frame, (v[3], v[4], v[5]))
            d.efc_J[a + 3 * n + k] = w[0]
            if dim > 4:
                d.efc_J[a + 4 * n + k] = w[1]
                d.efc_J[a + 5 * n + k] = w[2]


@kernel
def put_edges(m, d, c, dim, a, first):
    """Rows from the entry a on: J_normal + μ_j J_j and J_normal − μ_j J_j for each friction axis j."""
    n = m.nv - first
    frame = d.contact_frame[c]
    mu = d.contact_friction[c]
    for k in range(n):
        v = d.row_motion[first + k]
        x = mat_mul_vec(frame, (v[0], v[1], v[2]))
        put_pair(d, a + k, n, x[0], mu[0] * x[1])
        put_pair(d, a + 2 * n + k, n, x[0], mu[1] * x[2])
        if dim > 3:
            w = mat_mul_vec(frame, (v[3], v[4], v[5]))
            put_pair(d, a + 4 * n + k, n, x[0], mu[2] * w[0])
            if dim > 4:
                put_pair(d, a + 6 * n + k, n, x[0], mu[3] * w[1])
                put_pair(d, a + 8 * n + k, n, x[0], mu[4] * w[2])


@kernel
def put_pair(d, a, n, normal, friction):
    """One column of two opposite edges of the pyramid."""
    d.efc_J[a] = normal + friction
    d.efc_J[a + n] = normal - friction


@kernel
def describe_contact(m, d, c, kind, r, count, inertia):
    """All rows of contact c but their Jacobian. Friction rows of an elliptic cone have no residual, so no stiffness."""
    dist = d.contact_dist[c]
    margin = d.contact_includemargin[c]
    k_b_d = pushing_response(m, d.contact_solref[c], d.contact_solimp[c], dist - margin)
    describe_row(d, r, kind, c, dist, margin, inertia, k_b_d)
    if kind == ConstraintType.CONTACT_ELLIPTIC:
        d.ncone = d.ncone + 1
        solref = friction_reference(d.contact_solref[c], d.contact_solreffriction[c])
        _, b = spring_damper(m, solref, d.contact_solimp[c])
        for k in range(r + 1, r + count):
            describe_row(d, k, kind, c, 0.0, 0.0, inertia, (0.0, b, k_b_d[2], k_b_d[3]))
    else:
        for k in range(r + 1, r + count):
            describe_row(d, k, kind, c, dist, margin, inertia, k_b_d)
    for k in range(r, r + count):
        d.rows_left[k] = r + count - k
