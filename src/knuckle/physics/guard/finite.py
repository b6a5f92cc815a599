"""Whether a model can be computed with: its numbers may be rewritten at any time.

NaN passes comparisons in silence, so numbers that are compared are looked at; NaN elsewhere ends in the accelerations,
where it is noticed. This is done at every call, so it is quick: field by field, many numbers at once.
"""

from knuckle.kernel import any_lane, flat, kernel
from knuckle.schema.enums import DisableBit
from knuckle.schema.limits import CONTACT_DIMENSIONS


@kernel
def is_computable(m):
    """Whether all these numbers are finite, but for limits, which may be infinite, and contacts have dimensions.

    Where constraints are off theirs are not looked at.
    """
    bad = options(m) + actuators(m)
    if not (m.opt_disableflags & DisableBit.CONSTRAINT):
        bad = bad + geoms(m) + joints(m) + dofs(m) + pairs(m) + equalities(m)
    return bad == 0


@kernel
def runs_alone(m):
    """Whether the model can be computed with, and no function of the user runs inside its steps."""
    return m.interrupted == 0 and is_computable(m)


@kernel
def calls_nothing(m):
    """Whether no function of the user runs inside the stage."""
    return m.interrupted == 0


@kernel
def has_computable_contacts(m, q):
    """Whether contacts can be given the parameters of geoms and listed pairs, wherever constraints are on or off."""
    return geoms(m) + pairs(m) == 0


@kernel
def bad(numbers, n):
    """How many of n numbers are NaN or infinite: x − x is 0 where x is finite, else NaN."""
    count = 0
    for k in range(n):
        count += any_lane(numbers[k] - numbers[k] != 0.0)
    return count


@kernel
def missing(numbers, n):
    """How many of n numbers are NaN; limits may be infinite."""
    count = 0
    for k in range(n):
        count += any_lane(numbers[k] != numbers[k])
    return count


@kernel
def impossible(dimensions, n):
    """How many of n contacts have a number of dimensions that leads out of memory."""
    one, three, four, six = CONTACT_DIMENSIONS
    count = 0
    for k in range(n):
        c = dimensions[k]
        count += not ((c == one) | (c == three) | (c == four) | (c == six))
    return count


@kernel
def bad_in(values):
    """The same as bad, of a tuple."""
    count = 0
    for k in range(len(values)):
        count += not (values[k] - values[k] == 0.0)
    return count


@kernel
def options(m):
    override = bad_in(m.opt_o_friction) + bad_in(m.opt_o_solref) + bad_in(m.opt_o_solimp)
    tolerances = bad_in((m.opt_tolerance, m.opt_ls_tolerance, m.opt_noslip_tolerance, m.opt_ccd_tolerance))
    return override + tolerances + bad_in((m.opt_o_margin, m.opt_timestep, m.opt_impratio))


@kernel
def geoms(m):
    n = m.ngeom
    shape = bad(flat(m.geom_size), 3 * n) + bad(flat(m.geom_aabb), 6 * n)
    place = bad(flat(m.geom_pos), 3 * n) + bad(flat(m.geom_quat), 4 * n)
    reach = bad(flat(m.geom_rbound), n) + bad(flat(m.geom_margin), n) + bad(flat(m.geom_gap), n)
    response = bad(flat(m.geom_solref), 2 * n) + bad(flat(m.geom_solimp), 5 * n) + bad(flat(m.geom_friction), 3 * n)
    mixing = bad(flat(m.geom_solmix), n) + bad(flat(m.geom_adhesion), n)
    height = bad(flat(m.hfield_size), 4 * m.nhfield)
    return shape + place + reach + response + mixing + height + impossible(flat(m.geom_condim), n)


@kernel
def joints(m):
    n = m.njnt
    response = bad(flat(m.jnt_solref), 2 * n) + bad(flat(m.jnt_solimp), 5 * n) + bad(flat(m.jnt_margin), n)
    return response + missing(flat(m.jnt_range), 2 * n)


@kernel
def dofs(m):
    n = m.nv
    response = bad(flat(m.dof_solref), 2 * n) + bad(flat(m.dof_solimp), 5 * n)
    return response + bad(flat(m.dof_frictionloss), n) + bad(flat(m.dof_invweight0), n)


@kernel
def pairs(m):
    n = m.npair
    if n == 0:
        return 0
    reach = bad(flat(m.pair_margin), n) + bad(flat(m.pair_gap), n) + bad(flat(m.pair_adhesion), n)
    response = (
        bad(flat(m.pair_solref), 2 * n) + bad(flat(m.pair_solreffriction), 2 * n) + bad(flat(m.pair_solimp), 5 * n)
    )
    return reach + response + bad(flat(m.pair_friction), 5 * n) + impossible(flat(m.pair_dim), n)


@kernel
def equalities(m):
    response = bad(flat(m.eq_solref), 2 * m.neq) + bad(flat(m.eq_solimp), 5 * m.neq)
    return response + bad(flat(m.body_invweight0), 2 * m.nbody)


@kernel
def actuators(m):
    n = m.nactuator
    forces = missing(flat(m.actuator_forcerange), 2 * n) + missing(flat(m.jnt_actfrcrange), 2 * m.njnt)
    return forces + missing(flat(m.actuator_actrange), 2 * n) + missing(flat(m.actuator_ctrlrange), 2 * m.nu)
