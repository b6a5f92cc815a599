"""The force behind a divergence: the term of the equation of motion with the largest number, NaN above all."""

from knuckle.machine.kernel import absolute, kernel
from knuckle.schema.enums import ConstraintType
from knuckle.schema.status import ForceTerm

NONE = int(ForceTerm.NONE)
SPRING = int(ForceTerm.SPRING)
DAMPER = int(ForceTerm.DAMPER)
GRAVCOMP = int(ForceTerm.GRAVCOMP)
FLUID = int(ForceTerm.FLUID)
BIAS = int(ForceTerm.BIAS)
APPLIED = int(ForceTerm.APPLIED)
ACTUATOR = int(ForceTerm.ACTUATOR)
CONSTRAINT = int(ForceTerm.CONSTRAINT)
CARTESIAN = int(ForceTerm.CARTESIAN)
EVERYWHERE = -1
FIRST_CONTACT = int(ConstraintType.CONTACT_FRICTIONLESS)


@kernel
def find_culprit(m, d):
    """bad_term and bad_dof of one world. An applied Cartesian force counts for the last dof that moves its body."""
    d.bad_term = NONE
    d.bad_dof = -1
    largest = suspect(m, d, APPLIED, d.qfrc_applied, 0.0)
    largest = suspect_bodies(m, d, largest)
    largest = suspect(m, d, ACTUATOR, d.qfrc_actuator, largest)
    largest = suspect(m, d, SPRING, d.qfrc_spring, largest)
    largest = suspect(m, d, DAMPER, d.qfrc_damper, largest)
    largest = suspect(m, d, GRAVCOMP, d.qfrc_gravcomp, largest)
    largest = suspect(m, d, FLUID, d.qfrc_fluid, largest)
    largest = suspect(m, d, CONSTRAINT, d.qfrc_constraint, largest)
    largest = suspect(m, d, BIAS, d.qfrc_bias, largest)
    d.bad_row = -1
    if d.bad_term == CONSTRAINT:
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
                d.bad_term = CARTESIAN
                d.bad_dof = m.body_dofadr[b] + m.body_dofnum[b] - 1
    return largest


@kernel
def find_culprit_of_solver(d, s):
    """The row with the largest force in block s."""
    d.bad_term = CONSTRAINT
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
    if d.bad_row >= FIRST_CONTACT:
        d.bad_geoms = d.contact_geom[d.bad_object]
