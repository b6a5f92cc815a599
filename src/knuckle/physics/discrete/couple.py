"""Terms of the step's metric along tendons and actuators: c Jᵀ J with c = h b + h² k."""

from knuckle.kernel import kernel, maximum, real_of, where
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
    """actuator_couple: c of each output of the actuators; its share of the shift and of the backbone."""
    h = m.opt_timestep
    for k in range(m.nactuator):
        for o in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
            by_velocity, by_length = slopes(m, d, k, o)
            c = h * (by_velocity + h * by_length)
            push = h * by_length * d.actuator_velocity[o]
            d.actuator_couple[o] = c
            for a in range(m.trn_rowadr[o], m.trn_rowadr[o] + m.trn_rownnz[o]):
                add_share(m, d, m.trn_colind[a], d.actuator_moment[a], c, push)


@kernel
def slopes(m, d, k, o):
    """How much the force of output o falls with its velocity and length, each where that takes energy.

    A force at the bounds of the actuator, its tendon or its joint has no slopes.
    """
    none = real_of(d.actuator_force[o], 0.0)
    by_velocity = d.actuator_slope[o]
    by_length = d.actuator_stretch[o]
    kind = m.actuator_trntype[k]
    if kind == TrnType.JOINT or kind == TrnType.JOINTINPARENT:
        j = m.actuator_trnid[k, 0]
        by_velocity = free_slope(m, d, j, by_velocity)
        by_length = free_slope(m, d, j, by_length)
    return maximum(-by_velocity, none), maximum(-by_length, none)


@kernel
def add_share(m, d, i, moment, c, push):
    """Of a term: the shift of dof i, and its diagonal in the backbone."""
    a = m.M_rowadr[i] + m.M_rownnz[i] - 1
    d.qH[a] = d.qH[a] + c * moment * moment
    d.step_shift[i] = d.step_shift[i] - push * moment
