"""Terms of the step's metric along tendons and actuators: c Jᵀ J with c = h b + h² k."""

from knuckle.kernel import kernel, maximum, real_of, where
from knuckle.math.clamp import clamp
from knuckle.physics.actuator.actuation import force_law
from knuckle.physics.actuator.transmission import moment_dof, moment_size
from knuckle.physics.derivative.actuator import free_slope
from knuckle.physics.force.polynomial import damping_slope, is_zero, stiffness_slope
from knuckle.physics.force.tendon import stretch
from knuckle.physics.inertia.reflected import tendon_damping
from knuckle.schema.enums import DisableBit, TrnType


@kernel
def couple_tendons(m, d):
    """tendon_couple: c of each tendon; its share of the shift and of the backbone."""
    h = m.opt_timestep
    for t in range(m.ntendon):
        k = tendon_stiffness(m, d, t)
        c = h * (tendon_viscosity(m, d, t) + h * k)
        d.tendon_couple[t] = c
        for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
            add_share(m, d, m.ten_J_colind[a], d.ten_J[a], c, h * k * d.ten_velocity[t])


@kernel
def tendon_stiffness(m, d, t):
    """The slope of the spring of tendon t, where it takes energy; zero where the spring is at rest. [N/m, N m/rad]"""
    none = real_of(d.ten_length[t], 0.0)
    if (m.opt_disableflags & DisableBit.SPRING) or is_zero(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t]):
        return none
    else:
        x = stretch(m, d, t)
        k = maximum(stiffness_slope(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x), none)
        return where(x == 0.0, none, k)


@kernel
def tendon_viscosity(m, d, t):
    """The slope of the damper of tendon t, where it takes energy. [N s/m, N m s/rad]"""
    none = real_of(d.ten_length[t], 0.0)
    if m.opt_disableflags & DisableBit.DAMPER:
        return none
    else:
        b, higher = tendon_damping(m, t)
        return maximum(damping_slope(b, higher, d.ten_velocity[t]), none)


@kernel
def couple_actuators(m, d):
    """actuator_couple: c of each actuator; its share of the shift and of the backbone."""
    h = m.opt_timestep
    a = 0
    for k in range(m.nactuator):
        o = m.actuator_outadr[k]
        n = moment_size(m, k)
        by_velocity, by_length = slopes(m, d, k, o)
        c = h * (by_velocity + h * by_length)
        d.actuator_couple[o] = c
        for e in range(n):
            push = h * by_length * d.actuator_velocity[o]
            add_share(m, d, moment_dof(m, k, e), d.actuator_moment[a + e], c, push)
        a = a + n


@kernel
def slopes(m, d, k, o):
    """How much the force of actuator k falls with its velocity and length, each where that takes energy.

    A force at the bounds of the actuator, its tendon or its joint has no slopes.
    """
    none = real_of(d.actuator_force[o], 0.0)
    if m.opt_disableflags & DisableBit.ACTUATION:
        return none, none
    else:
        _, by_velocity, by_length = force_law(m, d, k, o)
        free = is_free(m, d, k, o)
        by_velocity = where(free, by_velocity, none)
        by_length = where(free, by_length, none)
        if m.actuator_trntype[k] != TrnType.TENDON:
            j = m.actuator_trnid[k, 0]
            by_velocity = free_slope(m, d, j, by_velocity)
            by_length = free_slope(m, d, j, by_length)
        return maximum(-by_velocity, none), maximum(-by_length, none)


@kernel
def is_free(m, d, k, o):
    """Whether the force of actuator k is inside its own bounds and those of its tendon."""
    force = d.actuator_force[o]
    free = force == force
    if m.actuator_forcelimited[k]:
        free = (force > m.actuator_forcerange[k, 0]) & (force < m.actuator_forcerange[k, 1])
    if m.actuator_trntype[k] == TrnType.TENDON:
        t = m.actuator_trnid[k, 0]
        if m.tendon_actfrclimited[t]:
            total = pull(m, d, t)
            free = free & (clamp(total, m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1]) == total)
    return free


@kernel
def pull(m, d, t):
    """What all actuators of tendon t would pull without bounds. [N, N m]"""
    total = real_of(d.ten_length[t], 0.0)
    for k in range(m.nactuator):
        if m.actuator_trntype[k] == TrnType.TENDON and m.actuator_trnid[k, 0] == t:
            force, _, _ = force_law(m, d, k, m.actuator_outadr[k])
            total = total + force
    return total


@kernel
def add_share(m, d, i, moment, c, push):
    """Of a term: the shift of dof i, and its diagonal in the backbone."""
    a = m.M_rowadr[i] + m.M_rownnz[i] - 1
    d.qH[a] = d.qH[a] + c * moment * moment
    d.step_shift[i] = d.step_shift[i] - push * moment
