"""The slip correction: friction again, as if it were not soft, with all other forces as they are."""

from knuckle.machine.kernel import kernel, maximum, minimum
from knuckle.physics.solve.cone_force import turn_in_ellipse
from knuckle.physics.solve.momentum import bounded
from knuckle.physics.solve.residual import entry, residual
from knuckle.schema.enums import ConstraintType

PYRAMIDAL = int(ConstraintType.CONTACT_PYRAMIDAL)
ELLIPTIC = int(ConstraintType.CONTACT_ELLIPTIC)
SMALLEST = 1e-15


@kernel
def noslip(m, d, scale):
    """efc_force with hard friction: Gauss-Seidel over the rows of dry friction and the friction of contacts."""
    for _ in range(m.opt_noslip_iterations):
        gain = 0.0 * scale
        for r in range(d.ne, d.ne + d.nf):
            gain = gain + hard_row(d, r)
        r = d.ne + d.nf + d.nl
        while r < d.nefc:
            c = d.efc_id[r]
            rows = 1
            if d.efc_type[r] == ELLIPTIC:
                rows = d.contact_dim[c]
                gain = gain + hard_friction(d, c, r)
            elif d.efc_type[r] == PYRAMIDAL:
                rows = 2 * (d.contact_dim[c] - 1)
                for e in range(r, r + rows, 2):
                    gain = gain + balance_edges(d, e)
            r += rows
        if scale * gain < m.opt_noslip_tolerance:
            return


@kernel
def hard_row(d, r):
    """The best force of a row of dry friction without its softness; what it gains."""
    old = d.efc_force[r]
    diagonal = maximum(entry(d, r, r) - d.efc_R[r], SMALLEST)
    slope = residual(d, r) - d.efc_R[r] * old
    new = bounded(d, r, old - slope / diagonal)
    d.efc_force[r] = new
    change = new - old
    return -change * (slope + 0.5 * diagonal * change)


@kernel
def hard_friction(d, c, r):
    """The best friction of an elliptic contact without its softness; what it gains."""
    for j in range(1, d.contact_dim[c]):
        d.cone_slope[j, 0] = residual(d, r + j)
    return turn_in_ellipse(d, c, r, 0.0)


@kernel
def balance_edges(d, r):
    """The best friction of two opposite edges of a pyramid, r and r + 1, whose sum stays; what it gains."""
    old = d.efc_force[r]
    other = d.efc_force[r + 1]
    slope = residual(d, r) - d.efc_R[r] * old - residual(d, r + 1) + d.efc_R[r + 1] * other
    curve = entry(d, r, r) - d.efc_R[r] + entry(d, r + 1, r + 1) - d.efc_R[r + 1] - 2.0 * entry(d, r, r + 1)
    if not (curve >= SMALLEST):
        return 0.0 * slope
    change = maximum(-old, minimum(other, -slope / curve))
    d.efc_force[r] = old + change
    d.efc_force[r + 1] = other - change
    return -change * (slope + 0.5 * curve * change)
