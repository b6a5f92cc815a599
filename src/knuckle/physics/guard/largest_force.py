"""The force behind a divergence: the term of the equation of motion with the largest number, NaN above all."""

from knuckle.kernel import absolute, kernel
from knuckle.schema.enums import ConstraintType
from knuckle.schema.status import ForceTerm

EVERYWHERE = -1


@kernel
def find_largest_force(m, d):
    """bad_term and bad_dof of one world. An applied Cartesian force counts for the last dof that moves its body."""
    d.bad_term = ForceTerm.NONE
    d.bad_dof = -1
    largest = suspect(m, d, ForceTerm.APPLIED, d.qfrc_applied, 0.0)
    largest = suspect_bodies(m, d, largest)
    largest = suspect(m, d, ForceTerm.ACTUATOR, d.qfrc_actuator, largest)
    largest = suspect(m, d, ForceTerm.SPRING, d.qfrc_spring, largest)
    largest = suspect(m, d, ForceTerm.DAMPER, d.qfrc_damper, largest)
    largest = suspect(m, d, ForceTerm.GRAVCOMP, d.qfrc_gravcomp, largest)
    largest = suspect(m, d, ForceTerm.FLUID, d.qfrc_fluid, largest)
    largest = suspect(m, d, ForceTerm.CONSTRAINT, d.qfrc_constraint, largest)
    largest = suspect(m, d, ForceTerm.BIAS, d.qfrc_bias, largest)
    d.bad_row = -1
    if d.bad_term == ForceTerm.CONSTRAINT:
        find_row(d, EVERYWHERE)


@kernel
def suspect(m, d, term, force, largest):
    """The larger of `largest` and the largest of the force, which is then kept as the culprit."""
    for i in range(m.nv):
        x = absolute(force[i])
        if largest == largest and not (x <= largest):
            largest = x
            d.bad_term = term
            d.bad_dof = i
    return largest


@kernel
def suspect_bodies(m, d, largest):
    """The same for forces and torques applied to bodies."""
    for b in range(1, m.nbody):
        for e in range(6):
            x = absolute(d.xfrc_applied[b, e])
            if largest == largest and not (x <= largest) and m.body_dofnum[b] > 0:
                largest = x
                d.bad_term = ForceTerm.CARTESIAN
                d.bad_dof = m.body_dofadr[b] + m.body_dofnum[b] - 1
    return largest


@kernel
def find_largest_row_force(d, s):
    """The row with the largest force in block s."""
    d.bad_term = ForceTerm.CONSTRAINT
    d.bad_row = -1
    find_row(d, s)


@kernel
def find_row(d, s):
    """bad_row, bad_object and bad_geoms: kind and object of the row with the largest force, both geoms of a contact.

    In block s of the solver, or everywhere.
    """
    largest = -1.0
    for r in range(d.nefc):
        x = absolute(d.efc_force[r])
        if (s == EVERYWHERE or d.efc_island[r] == s) and largest == largest and not (x <= largest):
            largest = x
            d.bad_row = d.efc_type[r]
            d.bad_object = d.efc_id[r]
    if d.bad_row >= ConstraintType.CONTACT_FRICTIONLESS:
        d.bad_geoms = d.contact_geom[d.bad_object]
