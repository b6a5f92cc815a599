"""Whether a model can be computed with: its numbers may be rewritten at any time.

NaN passes comparisons in silence, so numbers that are compared are looked at; NaN elsewhere ends in the accelerations,
where it is noticed. This is done at every call, so it is quick: 0 · x is 0 where x is finite, else NaN.
"""

from knuckle.kernel import kernel
from knuckle.schema.enums import DisableBit
from knuckle.schema.limits import CONTACT_DIMENSIONS


@kernel
def is_computable(m):
    """Whether all these numbers are finite, but for limits, which may be infinite, and contacts have dimensions.

    Where constraints are off theirs are not looked at.
    """
    doubt = options(m) + actuators(m)
    if not (m.opt_disableflags & DisableBit.CONSTRAINT):
        doubt = doubt + geoms(m) + joints(m) + dofs(m) + pairs(m) + equalities(m)
    return doubt == 0.0


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
    return geoms(m) + pairs(m) == 0.0


@kernel
def of2(x):
    """0 where both numbers are finite, else NaN."""
    return 0.0 * x[0] + 0.0 * x[1]


@kernel
def of3(x):
    return of2(x) + 0.0 * x[2]


@kernel
def of4(x):
    return of2(x) + (0.0 * x[2] + 0.0 * x[3])


@kernel
def of5(x):
    return of4(x) + 0.0 * x[4]


@kernel
def of6(x):
    return of4(x) + (0.0 * x[4] + 0.0 * x[5])


@kernel
def of_limit(x):
    """0 where neither bound is NaN, else 1."""
    return 0.0 if x[0] <= x[1] or x[0] > x[1] else 1.0


@kernel
def of_dimension(n):
    """0 where a contact can have n dimensions, else 1: others would lead out of memory."""
    for k in range(len(CONTACT_DIMENSIONS)):
        if n == CONTACT_DIMENSIONS[k]:
            return 0.0
    return 1.0


@kernel
def options(m):
    override = of5(m.opt_o_friction) + of2(m.opt_o_solref) + of5(m.opt_o_solimp) + 0.0 * m.opt_o_margin
    tolerances = (m.opt_tolerance, m.opt_ls_tolerance, m.opt_noslip_tolerance, m.opt_ccd_tolerance)
    return override + of4(tolerances) + of2((m.opt_timestep, m.opt_impratio))


@kernel
def geoms(m):
    sum = 0.0
    for g in range(m.ngeom):
        shape = of3(m.geom_size[g]) + of6(m.geom_aabb[g]) + of3(m.geom_pos[g]) + of4(m.geom_quat[g])
        reach = of3((m.geom_rbound[g], m.geom_margin[g], m.geom_gap[g]))
        response = of2(m.geom_solref[g]) + of5(m.geom_solimp[g]) + of3(m.geom_friction[g])
        sum = sum + (shape + reach + response + of2((m.geom_solmix[g], m.geom_adhesion[g])))
        sum = sum + of_dimension(m.geom_condim[g])
    for h in range(m.nhfield):
        sum = sum + of4(m.hfield_size[h])
    return sum


@kernel
def joints(m):
    sum = 0.0
    for j in range(m.njnt):
        response = of2(m.jnt_solref[j]) + of5(m.jnt_solimp[j]) + 0.0 * m.jnt_margin[j]
        sum = sum + (response + of_limit(m.jnt_range[j]))
    return sum


@kernel
def dofs(m):
    sum = 0.0
    for i in range(m.nv):
        response = of2(m.dof_solref[i]) + of5(m.dof_solimp[i])
        sum = sum + (response + of2((m.dof_frictionloss[i], m.dof_invweight0[i])))
    return sum


@kernel
def pairs(m):
    sum = 0.0
    for p in range(m.npair):
        reach = of3((m.pair_margin[p], m.pair_gap[p], m.pair_adhesion[p]))
        response = of2(m.pair_solref[p]) + of2(m.pair_solreffriction[p]) + of5(m.pair_solimp[p])
        sum = sum + (reach + response + of5(m.pair_friction[p]) + of_dimension(m.pair_dim[p]))
    return sum


@kernel
def equalities(m):
    sum = 0.0
    for e in range(m.neq):
        sum = sum + (of2(m.eq_solref[e]) + of5(m.eq_solimp[e]))
    for b in range(m.nbody):
        sum = sum + of2(m.body_invweight0[b])
    return sum


@kernel
def actuators(m):
    sum = 0.0
    for k in range(m.nactuator):
        sum = sum + (of_limit(m.actuator_forcerange[k]) + of_limit(m.actuator_actrange[k]))
    for u in range(m.nu):
        sum = sum + of_limit(m.actuator_ctrlrange[u])
    for j in range(m.njnt):
        sum = sum + of_limit(m.jnt_actfrcrange[j])
    return sum
