"""The force of a contact, put together from its constraint rows."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.reference import dimensions
from knuckle.schema.enums import ConstraintType


@kernel
def contact_force(m, d, q):
    """(force, torque) that the first geom of a contact exerts on the second, in the contact's frame. [N, N m]"""
    q.wrench = force_of_contact(d, q.contact)


@kernel
def force_of_contact(d, c):
    """(force; torque) that geom 1 of contact c exerts on geom 2, in the contact's frame; zero without rows. [N, N m]

    The normal force is that of the rows less the adhesion.
    """
    r = d.contact_efc_address[c]
    if r < 0:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    kind = d.efc_type[r]
    n = dimensions(d, r)
    normal = normal_force(d, r, kind) - d.contact_adhesion[c]
    return (
        normal,
        friction_force(d, c, r, kind, n, 1),
        friction_force(d, c, r, kind, n, 2),
        friction_force(d, c, r, kind, n, 3),
        friction_force(d, c, r, kind, n, 4),
        friction_force(d, c, r, kind, n, 5),
    )


@kernel
def normal_force(d, r, kind):
    """f_n: the first row, or the sum of all edges of a pyramid."""
    if kind != ConstraintType.CONTACT_PYRAMIDAL:
        return d.efc_force[r]
    sum = 0.0
    for k in range(r, r + d.rows_left[r]):
        sum = sum + d.efc_force[k]
    return sum


@kernel
def friction_force(d, c, r, kind, n, j):
    """f_j: row j, or μ_j (e_{2j−1} − e_{2j}) of a pyramid; zero beyond the contact's dimensions."""
    if j >= n:
        return 0.0
    if kind != ConstraintType.CONTACT_PYRAMIDAL:
        return d.efc_force[r + j]
    return d.contact_friction[c, j - 1] * (d.efc_force[r + 2 * j - 2] - d.efc_force[r + 2 * j - 1])
