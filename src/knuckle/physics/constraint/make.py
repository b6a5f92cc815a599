"""All constraint rows of the current positions."""

from knuckle.kernel import kernel, per_world, stage
from knuckle.physics.collision.contact import forget_rows
from knuckle.physics.constraint.contact import contacts
from knuckle.physics.constraint.equality import equalities
from knuckle.physics.constraint.friction_loss import friction_loss
from knuckle.physics.constraint.joint_limit import joint_limits
from knuckle.physics.constraint.project import exact_inertia
from knuckle.physics.constraint.regularizer import regularize
from knuckle.physics.constraint.rows import count_followers
from knuckle.physics.constraint.tendon import tendon_friction, tendon_limits
from knuckle.schema.enums import DisableBit, EnableBit, Integrator


@stage
def make_constraint(m, d):
    """The rows of equalities, dry friction, limits and contacts: Jacobian, residual, response and regularizer."""
    make_rows(m, d)


@per_world
def make_rows(m, d):
    """Fill the rows family by family; where room is missing, say how much is needed and leave no rows."""
    collect(m, d)
    d.need_efc = d.nefc
    d.need_J = d.nJ
    if d.nefc > d.maxefc or d.nJ > d.maxJ:
        d.overflow = 1.0
        forget_rows(d)
        return
    count_followers(d)
    if m.opt_enableflags & EnableBit.DIAGEXACT and m.opt_integrator != Integrator.DISCRETE:
        exact_inertia(m, d)
        if d.overflow > 0.0:
            forget_rows(d)
            return
    regularize(m, d)


@kernel
def collect(m, d):
    """Rows of all families whose flags are on, in their order, and how many each has."""
    forget_rows(d)
    off = m.opt_disableflags
    if off & DisableBit.CONSTRAINT:
        return
    if not (off & DisableBit.EQUALITY):
        equalities(m, d)
    d.ne = d.nefc
    if not (off & DisableBit.FRICTIONLOSS):
        friction_loss(m, d)
        tendon_friction(m, d)
    d.nf = d.nefc - d.ne
    if not (off & DisableBit.LIMIT):
        joint_limits(m, d)
        tendon_limits(m, d)
    d.nl = d.nefc - d.ne - d.nf
    if not (off & DisableBit.CONTACT):
        contacts(m, d)


@per_world
def no_constraints(m, d):
    """No contacts, no rows, and no solver at work."""
    d.ncon = 0
    d.nstat = 0
    forget_rows(d)
