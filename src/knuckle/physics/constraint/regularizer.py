"""Regularizer: how much each constraint row gives way to a force, from the inverse inertia it feels."""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.schema.enums import ConstraintType

TINY = 1e-15  # nothing is softer than this, and no denominator smaller


@kernel
def regularize(m, d):
    """efc_R, efc_D and the efc_diagA they correspond to; contact_mu.

        R = (1 − d) / d · A,   D = 1 / R

    A is the inverse inertia of the row and d its impedance. Friction follows the normal: see the cones.
    """
    for r in range(d.ne + d.nf + d.nl):
        put_R(d, r, own_R(d, r))
    for c in range(d.ncon):
        r = d.contact_efc_address[c]
        if r < 0:
            d.contact_mu[c] = 0.0
        else:
            kind = d.efc_type[r]
            if kind == ConstraintType.CONTACT_ELLIPTIC:
                elliptic_cone(m, d, c, r)
            elif kind == ConstraintType.CONTACT_PYRAMIDAL:
                pyramidal_cone(m, d, c, r)
            else:
                d.contact_mu[c] = 0.0
                put_R(d, r, own_R(d, r))


@kernel
def own_R(d, r):
    """R of row r by itself."""
    return softness(d.efc_KBIP[r, 2], d.efc_diagA[r])


@kernel
def softness(impedance, inertia):
    """R = (1 − d) / d · A of an impedance and an inverse inertia."""
    return maximum((1.0 - impedance) * inertia / impedance, TINY)


@kernel
def put_R(d, r, R):
    """R of row r, its inverse, and the inverse inertia that would give this R."""
    impedance = d.efc_KBIP[r, 2]
    d.efc_R[r] = R
    d.efc_D[r] = 1.0 / R
    d.efc_diagA[r] = R * impedance / (1.0 - impedance)


@kernel
def elliptic_cone(m, d, c, r):
    """R_1 = R_normal / impratio and R_j μ_j² = R_1 μ_1²: friction gives way alike in all directions of the cone."""
    normal = own_R(d, r)
    tangent = normal / maximum(m.opt_impratio, TINY)
    mu = d.contact_friction[c, 0]
    d.contact_mu[c] = mu * sqrt(tangent / normal)
    put_R(d, r, normal)
    put_R(d, r + 1, tangent)
    for j in range(1, d.rows_left[r] - 1):
        ratio = mu / d.contact_friction[c, j]
        put_R(d, r + 1 + j, tangent * ratio * ratio)


@kernel
def pyramidal_cone(m, d, c, r):
    """R = 2 μ̃² R_1 for all edges, where R_1 is that of the first edge by itself and μ̃² = μ_1² / impratio."""
    mu = d.contact_friction[c, 0]
    d.contact_mu[c] = mu / sqrt(maximum(m.opt_impratio, TINY))
    R = maximum(2.0 * d.contact_mu[c] * d.contact_mu[c] * own_R(d, r), TINY)
    for k in range(r, r + d.rows_left[r]):
        put_R(d, k, R)
