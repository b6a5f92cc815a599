"""Forward and inverse dynamics and the step, as the ordered list of their stages."""

from knuckle.kernel import any_lane, call, in_lanes, kernel, stage
from knuckle.physics.actuator.actuation import actuation
from knuckle.physics.actuator.transmission import actuator_velocity, transmission
from knuckle.physics.constraint.make import no_constraints
from knuckle.physics.constraint.wake import wake_linked, wake_touching
from knuckle.physics.discrete.acceleration import smooth_acceleration
from knuckle.physics.force.bias import bias
from knuckle.physics.force.energy import energy_pos, energy_vel
from knuckle.physics.force.passive import passive
from knuckle.physics.guard.divergence import (
    ask_again,
    has_bad,
    has_bad_pivots,
    record_bad_acceleration,
    record_bad_inertia,
    record_bad_state,
)
from knuckle.physics.guard.finite import is_computable
from knuckle.physics.inertia.crb import crb
from knuckle.physics.inertia.factor import factor_M
from knuckle.physics.integrator.advance import advance, take_qacc
from knuckle.physics.integrator.euler import euler
from knuckle.physics.integrator.implicit import implicit, implicit_fast
from knuckle.physics.integrator.runge_kutta import (
    STAGES,
    begin_stages,
    end_stages,
    enter_stage,
    give_up_stages,
    leave_stage,
)
from knuckle.physics.inverse.compare import compare_forward_inverse
from knuckle.physics.inverse.inverse import inverse_acceleration
from knuckle.physics.inverse.rne_post import rne_post_constraint
from knuckle.physics.kinematics.cameras import camera_light
from knuckle.physics.kinematics.com import com_pos
from knuckle.physics.kinematics.poses import kinematics
from knuckle.physics.kinematics.velocities import com_vel
from knuckle.physics.lockstep.choice import constraint_rows, contacts, references, solution
from knuckle.physics.sensor.stages import sensor_acc, sensor_pos, sensor_vel
from knuckle.physics.sleep.actuators import stop_activations
from knuckle.physics.sleep.fall import choose_initial_sleepers, choose_sleepers, fall_asleep, go_on, hold
from knuckle.physics.sleep.state import all_awake, may_sleep
from knuckle.physics.tendon.lengths import tendon, tendon_velocity
from knuckle.schema.enums import DisableBit, EnableBit, Integrator
from knuckle.schema.hooks import BODY_FORCES


@stage
def position(m, d):
    """All that depends on positions alone."""
    detect(m, d)
    constrain(m, d)


@stage
def detect(m, d):
    """Positions of everything, inertia, and contacts."""
    kinematics(m, d)
    com_pos(m, d)
    camera_light(m, d)
    tendon(m, d)
    crb(m, d)
    factor_M(m, d)
    if m.opt_disableflags & DisableBit.CONSTRAINT:
        no_constraints(m, d)
    else:
        find_contacts(m, d)


@kernel
def collide(m, d):
    """Contacts that the user has not filtered out."""
    contacts(m, d)
    if m.hook_contact_filter != 0 and not any_lane(d.overflow > 0.0):
        call(m.hook_contact_filter, m, d, 0)


@in_lanes(collide)
def find_contacts(m, d):
    """Contacts; where a tree wakes that shares one, or is tied to what is awake, its own were not looked for: again."""
    if may_sleep(m):
        wake_linked(m, d)
    collide(m, d)
    if may_sleep(m):
        wake_touching(m, d)
        while d.wakes > 0.0:
            collide(m, d)
            wake_touching(m, d)


@stage
def constrain(m, d):
    """Constraint rows from positions and contacts, and what else depends on positions."""
    if not (m.opt_disableflags & DisableBit.CONSTRAINT):
        if may_sleep(m):
            wake_touching(m, d)  # contacts may have been added
        constraint_rows(m, d)
    transmission(m, d)
    if m.opt_enableflags & EnableBit.ENERGY:
        energy_pos(m, d)
    else:
        d.energy = (0.0, 0.0)


@stage
def velocity(m, d):
    """All that depends on positions and velocities."""
    com_vel(m, d)
    tendon_velocity(m, d)
    actuator_velocity(m, d)
    passive(m, d)
    if m.hook_passive != 0:
        call(m.hook_passive, m, d, 0)
    if not (m.opt_disableflags & DisableBit.CONSTRAINT):
        references(m, d)
    bias(m, d)
    if m.opt_enableflags & EnableBit.ENERGY:
        energy_vel(m, d)


@kernel
def control(m, d):
    """What the user's function of controls does, now that positions and velocities are known."""
    if m.hook_control != 0:
        call(m.hook_control, m, d, 0)


@stage
def acceleration(m, d):
    """Accelerations, from all forces."""
    actuation(m, d)
    smooth_acceleration(m, d)
    solution(m, d)


@stage
def forward(m, d):
    """Forward dynamics: everything from the state and the inputs, up to qacc; cut short where room is missing."""
    if observe(m, d):
        control(m, d)
        acceleration(m, d)
        if m.nsensor > 0 and not any_lane(d.overflow > 0.0):
            sensor_acc(m, d)


@stage
def inverse(m, d):
    """Inverse dynamics: qfrc_inverse from positions, velocities and accelerations."""
    if observe(m, d):
        inverse_acceleration(m, d)
        if m.nsensor > 0:
            sensor_acc(m, d)


@kernel
def observe(m, d):
    """All that depends on positions and velocities, with the sensors of these; whether there was room for it."""
    position(m, d)
    if any_lane(d.overflow > 0.0):
        return False
    if m.nsensor > 0:
        sensor_pos(m, d)
        if any_lane(d.overflow > 0.0):
            return False
    velocity(m, d)
    if m.nsensor > 0:
        sensor_vel(m, d)
    return True


@stage
def dynamics(m, d):
    """Forward dynamics without sensors: what the later stages of Runge-Kutta need."""
    position(m, d)
    if any_lane(d.overflow > 0.0):
        return
    velocity(m, d)
    control(m, d)
    acceleration(m, d)


@stage
def step(m, d):
    """One step: check, forward, check, integrate; where room is missing the state stays as it is."""
    check_state(m, d)
    forward(m, d)
    if any_lane(d.overflow > 0.0):
        return
    check_acceleration(m, d)
    if any_lane(d.overflow > 0.0):
        return
    if m.opt_enableflags & EnableBit.FWDINV:
        compare_forward_inverse(m, d)
    if m.opt_integrator == Integrator.RK4:
        runge_kutta(m, d)
    else:
        integrate(m, d)
    if m.lockstep & BODY_FORCES and not any_lane(d.overflow > 0.0):
        rne_post_constraint(m, d)


@stage
def step1(m, d):
    """The first part of a step, before inputs that depend on positions and velocities are set."""
    check_state(m, d)
    if observe(m, d):
        control(m, d)


@stage
def step2(m, d):
    """The rest of a step; the stages of Runge-Kutta need whole steps, so Euler stands in for it."""
    acceleration(m, d)
    if any_lane(d.overflow > 0.0):
        return
    if m.nsensor > 0:
        sensor_acc(m, d)
    check_acceleration(m, d)
    if any_lane(d.overflow > 0.0):
        return
    if m.opt_enableflags & EnableBit.FWDINV:
        compare_forward_inverse(m, d)
    integrate(m, d)


@stage
def integrate(m, d):
    """Advance the state by the chosen single-step integrator; trees that are ready fall asleep where they are."""
    if may_sleep(m):
        settle(m, d)
        if any_lane(d.overflow > 0.0):
            return
    if m.opt_integrator == Integrator.IMPLICIT:
        implicit(m, d)
    elif m.opt_integrator == Integrator.IMPLICITFAST:
        implicit_fast(m, d)
    elif m.opt_integrator == Integrator.DISCRETE:
        take_qacc(m, d)
        advance(m, d)
    else:
        euler(m, d)
    if may_sleep(m):
        hold(m, d)


@in_lanes(all_awake)
def settle(m, d):
    """Let trees fall asleep that are ready; what depends on their velocities is computed once more, at rest."""
    choose_sleepers(m, d)
    if d.falls_asleep > 0.0:
        velocity(m, d)
        acceleration(m, d)
        if d.overflow > 0.0:
            go_on(m, d)
            return
    fall_asleep(m, d)
    stop_activations(m, d)


@kernel
def initial_sleep(m, d, q):
    """Put trees to sleep that start asleep, and count them; an island of which others are awake stays awake."""
    q.asleep = 0
    position(m, d)
    if d.overflow > 0.0:
        return
    velocity(m, d)
    choose_initial_sleepers(m, d)
    fall_asleep(m, d)
    q.asleep = m.ntree - d.ntree_awake


@kernel
def can_start(m, q):
    """Whether the model can be computed with."""
    return is_computable(m)


@stage
def runge_kutta(m, d):
    """Advance the state by four stages, the first of which has been evaluated."""
    begin_stages(m, d)
    for k in range(1, STAGES):
        enter_stage(m, d, k)
        dynamics(m, d)
        if any_lane(d.overflow > 0.0):
            give_up_stages(m, d)
            return
        leave_stage(m, d, k)
    end_stages(m, d)


@stage
def check_state(m, d):
    """Look for bad positions and velocities."""
    if any_lane(has_bad(d.qpos, m.nq) + has_bad(d.qvel, m.nv) > 0.0):
        record_bad_state(m, d)


@stage
def check_acceleration(m, d):
    """Look for bad pivots and accelerations; worlds that start over need their forward dynamics again."""
    if any_lane(has_bad_pivots(m, d) > 0.0):
        record_bad_inertia(m, d)
    if any_lane(has_bad(d.qacc, m.nv) > 0.0):
        record_bad_acceleration(m, d)
        if not (m.opt_disableflags & DisableBit.AUTORESET):
            forward(m, d)
            if any_lane(d.overflow > 0.0):
                ask_again(m, d)
