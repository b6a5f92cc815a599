"""The classic fourth-order Runge-Kutta method, on positions that include orientations.

Within a step an orientation is q₀ exp(u), and its rotation vector u moves at the rate (Munthe-Kaas)

    u̇ = ω + ½ u × ω + c(‖u‖) u × (u × ω),   c(θ) = (1 − ½θ cot ½θ) / θ²

for the angular velocity ω in the body's frame. All other positions move at their velocity. The four stages combine
these rates and the accelerations with the weights ⅙, ⅓, ⅓, ⅙.
"""

from knuckle.kernel import any_lane, kernel, rint, sqrt, where
from knuckle.math.elementary import sincos
from knuckle.math.vec3 import add_scaled3, cross3, dot3, scale3
from knuckle.physics.actuator.activation import advance_activations
from knuckle.physics.force.plastic import yield_springs, yield_tendons
from knuckle.physics.history.clock import later
from knuckle.physics.history.controls import remember_controls
from knuckle.physics.history.readings import remember_readings
from knuckle.physics.kinematics.position import integrate_pos
from knuckle.schema.enums import JointType

STAGES = 4
PI = 3.141592653589793
TURN = 2.0 * PI
SMALL_TURN = 1e-4  # below this ‖u‖² two terms of the series of c are exact to rounding


@kernel
def begin_stages(m, d):
    """Keep the state at the start of the step; stage 0 has been evaluated there."""
    d.rk_time = d.time
    for q in range(m.nq):
        d.rk_qpos[q] = d.qpos[q]
    for i in range(m.nv):
        d.rk_qvel[i] = d.qvel[i]
        d.rk_slope[i] = d.qvel[i]
        d.rk_dq[i] = d.qvel[i] / 6.0
        d.rk_dv[i] = d.qacc[i] / 6.0
    for a in range(m.na):
        d.rk_act[a] = d.act[a]
        d.rk_dact[a] = d.act_dot[a] / 6.0
    if m.na > 0:
        keep(d.actuator_velocity, d.rk_actuator_velocity, m.nout)
    if m.nplastic > 0:
        keep(d.ten_length, d.rk_ten_length, m.ntendon)
        keep(d.ten_J, d.rk_ten_J, m.nJten)


@kernel
def enter_stage(m, d, stage):
    """Move to the state of stage 1, 2 or 3, by half, half or all of a step along the rates of the stage before."""
    h = stage_step(m, stage)
    move_from_start(m, d, d.rk_slope, h)
    d.time = d.rk_time + h
    for i in range(m.nv):
        d.qvel[i] = d.rk_qvel[i] + h * d.qacc[i]
    for a in range(m.na):
        d.act[a] = d.rk_act[a] + h * d.act_dot[a]
    position_rates(m, d, h)
    for i in range(m.nv):
        d.rk_dq[i] = d.rk_dq[i] + d.rk_slope[i] * weight(stage)


@kernel
def leave_stage(m, d, stage):
    """Take in the acceleration and the rates of activations at the stage."""
    for i in range(m.nv):
        d.rk_dv[i] = d.rk_dv[i] + d.qacc[i] * weight(stage)
    for a in range(m.na):
        d.rk_dact[a] = d.rk_dact[a] + d.act_dot[a] * weight(stage)


@kernel
def end_stages(m, d):
    """The state after the step. qacc becomes the mean of the stages; the solver's next start is the last stage's."""
    h = m.opt_timestep
    move_from_start(m, d, d.rk_dq, h)
    if m.nplastic > 0:
        # what yields is reckoned from the start of the step
        keep(d.rk_ten_length, d.ten_length, m.ntendon)
        keep(d.rk_ten_J, d.ten_J, m.nJten)
        yield_tendons(m, d, d.rk_dq, h)
    if m.nhistory > 0:
        d.time = d.rk_time
        remember_controls(m, d)
        remember_readings(m, d)
    d.time = later(d.rk_time, h)
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]
        d.qacc[i] = d.rk_dv[i]
        d.qvel[i] = d.rk_qvel[i] + h * d.rk_dv[i]
    for a in range(m.na):
        d.act[a] = d.rk_act[a]
    if m.na > 0:
        keep(d.rk_actuator_velocity, d.actuator_velocity, m.nout)
        advance_activations(m, d, d.rk_dact)
    yield_springs(m, d)


@kernel
def keep(source, target, count):
    """Copy a field."""
    for k in range(count):
        target[k] = source[k]


@kernel
def give_up_stages(m, d):
    """Back to the state at the start of the step."""
    d.time = d.rk_time
    for q in range(m.nq):
        d.qpos[q] = d.rk_qpos[q]
    for i in range(m.nv):
        d.qvel[i] = d.rk_qvel[i]
    for a in range(m.na):
        d.act[a] = d.rk_act[a]


@kernel
def stage_step(m, stage):
    """The time from the start of the step to a stage. [s]"""
    return m.opt_timestep if stage == STAGES - 1 else 0.5 * m.opt_timestep


@kernel
def weight(stage):
    return 1.0 / 6.0 if stage == STAGES - 1 else 1.0 / 3.0


@kernel
def move_from_start(m, d, slope, h):
    """qpos = start ⊕ h slope."""
    for q in range(m.nq):
        d.qpos[q] = d.rk_qpos[q]
    integrate_pos(m, d.qpos, slope, h)


@kernel
def position_rates(m, d, h):
    """rk_slope ← rates of positions at the stage that the old rk_slope reached in the time h."""
    for j in range(m.njnt):
        i = m.jnt_dofadr[j]
        kind = m.jnt_type[j]
        if kind == JointType.FREE:
            for k in range(i, i + 3):
                d.rk_slope[k] = d.qvel[k]
            rotation_rate(d, i + 3, h)
        elif kind == JointType.BALL:
            rotation_rate(d, i, h)
        else:
            d.rk_slope[i] = d.qvel[i]


@kernel
def rotation_rate(d, i, h):
    """rk_slope of three dofs from i on ← u̇ for u = h · their old rk_slope, less whole turns."""
    u = less_whole_turns((h * d.rk_slope[i], h * d.rk_slope[i + 1], h * d.rk_slope[i + 2]))
    w = (d.qvel[i], d.qvel[i + 1], d.qvel[i + 2])
    turn = cross3(u, w)
    rate = add_scaled3(add_scaled3(w, turn, 0.5), cross3(u, turn), turn_coefficient(dot3(u, u)))
    d.rk_slope[i] = rate[0]
    d.rk_slope[i + 1] = rate[1]
    d.rk_slope[i + 2] = rate[2]


@kernel
def less_whole_turns(u):
    """The shortest rotation vector of the same rotation as u: its angle is at most π."""
    square = dot3(u, u)
    if any_lane(square > PI * PI):
        angle = sqrt(square)
        wrapped = angle - TURN * rint(angle / TURN)
        return where(square > PI * PI, scale3(u, wrapped / angle), u)
    return u


@kernel
def turn_coefficient(square):
    """c(θ) for θ² = square: 1/12 + θ²/720 + … for small θ."""
    small = square < SMALL_TURN
    safe = where(small, 1.0, square)
    half = 0.5 * sqrt(safe)
    s, c = sincos(half)
    return where(small, 1.0 / 12.0 + square / 720.0, (1.0 - half * c / s) / safe)
