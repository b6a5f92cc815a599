"""Adhesion: contacts that stick pull their geoms together."""

from knuckle.kernel import kernel, per_world
from knuckle.schema.enums import ConstraintType


@per_world
def adhesion(m, d):
    """qfrc_adhesion −= Σ J_normalᵀ δ over the sticking contacts that have rows. [N, N m]"""
    for c in range(d.ncon):
        if d.contact_adhesion[c] != 0.0 and d.contact_efc_address[c] >= 0:
            r = d.contact_efc_address[c]
            if d.efc_type[r] == ConstraintType.CONTACT_PYRAMIDAL:
                # the normal is the mean of two opposite edges
                pull_along(d, r, 0.5 * d.contact_adhesion[c])
                pull_along(d, r + 1, 0.5 * d.contact_adhesion[c])
            else:
                pull_along(d, r, d.contact_adhesion[c])


@kernel
def pull_along(d, r, force):
    """qfrc_adhesion −= J_rᵀ force."""
    start = d.efc_J_rowadr[r]
    for a in range(start, start + d.efc_J_rownnz[r]):
        i = d.efc_J_colind[a]
        d.qfrc_adhesion[i] = d.qfrc_adhesion[i] - d.efc_J[a] * force
