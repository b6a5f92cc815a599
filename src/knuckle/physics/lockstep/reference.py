"""Reference accelerations of the rows of a group."""

from knuckle.kernel import any_lane, kernel, per_world, stage, where
from knuckle.physics.constraint.equality import equality_drift
from knuckle.physics.constraint.reference import aim
from knuckle.physics.lockstep.places import row_of_slot
from knuckle.physics.lockstep.product import mul_J


@stage
def reference_in_step(m, d):
    """efc_aref of all rows, from their velocities."""
    mul_J(m, d, d.qvel, d.efc_vel)
    for r in range(row_of_slot(d, d.nslot)):
        d.efc_aref[r] = aim(d.efc_KBIP[r], d.efc_vel[r], d.efc_pos[r] - d.efc_margin[r])
    if m.neq > 0 and d.ngeneral > 0:
        drift(m, d)
    for c in range(d.nslot):
        move_surface(d, c)


@per_world
def drift(m, d):
    """What equalities of each world need beside."""
    equality_drift(m, d)


@kernel
def move_surface(d, c):
    """The velocity of the second surface against the first, along both tangents and of spin, is damped, too."""
    v = d.contact_surfacevel[c]
    if any_lane((v[0] != 0.0) | (v[1] != 0.0) | (v[2] != 0.0)) and d.slot_dim > 1:
        r = row_of_slot(d, c)
        dims = d.slot_dims[c]
        d.efc_aref[r + 1] = d.efc_aref[r + 1] - d.efc_KBIP[r + 1, 1] * where(dims > 1.0, v[0], 0.0)
        d.efc_aref[r + 2] = d.efc_aref[r + 2] - d.efc_KBIP[r + 2, 1] * where(dims > 1.0, v[1], 0.0)
        if d.slot_dim > 3:
            d.efc_aref[r + 3] = d.efc_aref[r + 3] - d.efc_KBIP[r + 3, 1] * where(dims > 3.0, v[2], 0.0)
