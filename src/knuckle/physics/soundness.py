"""Whether a model can be computed with: its numbers may be rewritten at any time.

NaN passes comparisons in silence, so numbers that are compared are looked at; NaN elsewhere ends in the accelerations,
where it is noticed.
"""

from knuckle.machine.kernel import kernel, per_world
from knuckle.physics.check import note
from knuckle.schema.status import Status

MODEL = int(Status.MODEL)


@kernel
def sound(m):
    """Whether all these numbers are finite, but for limits, which may be infinite."""
    return options(m) + geoms(m) + joints(m) + pairs(m) + equalities(m) + actuators(m) == 0.0


@per_world
def refuse(m, d):
    """Note that the model is not sound."""
    note(m, d, MODEL, 0)


@kernel
def blot(field, n):
    """0 where n numbers are finite, else NaN."""
    sum = 0.0
    for i in range(n):
        sum = sum + 0.0 * field[i]
    return sum


@kernel
def blot_rows(field, n, width):
    """0 where n rows of numbers are finite, else NaN."""
    sum = 0.0
    for i in range(n):
        for k in range(width):
            sum = sum + 0.0 * field[i, k]
    return sum


@kernel
def gaps(field, n):
    """How many numbers in n rows of two are NaN."""
    count = 0.0
    for i in range(n):
        low, high = field[i]
        if not (low <= high or low > high):
            count = count + 1.0
    return count


@kernel
def options(m):
    f, r, i = m.opt_o_friction, m.opt_o_solref, m.opt_o_solimp
    override = f[0] + f[1] + f[2] + f[3] + f[4] + r[0] + r[1] + i[0] + i[1] + i[2] + i[3] + i[4]
    return 0.0 * (
        override
        + m.opt_timestep
        + m.opt_impratio
        + m.opt_tolerance
        + m.opt_ls_tolerance
        + m.opt_noslip_tolerance
        + m.opt_ccd_tolerance
        + m.opt_o_margin
    )


@kernel
def geoms(m):
    n = m.ngeom
    shape = blot_rows(m.geom_size, n, 3) + blot_rows(m.geom_aabb, n, 6) + blot(m.geom_rbound, n)
    place = blot_rows(m.geom_pos, n, 3) + blot_rows(m.geom_quat, n, 4)
    reach = blot(m.geom_margin, n) + blot(m.geom_gap, n)
    response = blot_rows(m.geom_solref, n, 2) + blot_rows(m.geom_solimp, n, 5) + blot(m.geom_solmix, n)
    surface = blot_rows(m.geom_friction, n, 3) + blot(m.geom_adhesion, n) + blot_rows(m.hfield_size, m.nhfield, 4)
    return shape + place + reach + response + surface


@kernel
def joints(m):
    limits = blot(m.jnt_margin, m.njnt) + blot_rows(m.jnt_solref, m.njnt, 2) + blot_rows(m.jnt_solimp, m.njnt, 5)
    friction = blot(m.dof_frictionloss, m.nv) + blot(m.dof_invweight0, m.nv)
    response = blot_rows(m.dof_solref, m.nv, 2) + blot_rows(m.dof_solimp, m.nv, 5)
    return limits + friction + response + gaps(m.jnt_range, m.njnt) + gaps(m.jnt_actfrcrange, m.njnt)


@kernel
def pairs(m):
    n = m.npair
    reach = blot(m.pair_margin, n) + blot(m.pair_gap, n) + blot(m.pair_adhesion, n)
    response = blot_rows(m.pair_solref, n, 2) + blot_rows(m.pair_solreffriction, n, 2) + blot_rows(m.pair_solimp, n, 5)
    return reach + response + blot_rows(m.pair_friction, n, 5)


@kernel
def equalities(m):
    weights = blot_rows(m.body_invweight0, m.nbody, 2)
    return weights + blot_rows(m.eq_solref, m.neq, 2) + blot_rows(m.eq_solimp, m.neq, 5)


@kernel
def actuators(m):
    forces = gaps(m.actuator_forcerange, m.nactuator) + gaps(m.actuator_actrange, m.nactuator)
    return forces + gaps(m.actuator_ctrlrange, m.nu)
