"""The pipeline as public functions f(m, d) of one world, on the machine of the process (`single` by default)."""

from knuckle.functions.calls import machine

_single = machine()

step, step1, step2 = _single.step, _single.step1, _single.step2
forward, inverse = _single.forward, _single.inverse
fwd_position, fwd_velocity, fwd_acceleration = _single.fwd_position, _single.fwd_velocity, _single.fwd_acceleration
detect, constrain = _single.detect, _single.constrain
fwd_control = _single.fwd_control

kinematics, com_pos, camlight = _single.kinematics, _single.com_pos, _single.camlight
tendon, crb, factor_M = _single.tendon, _single.crb, _single.factor_M
collision, make_constraint, islands = _single.collision, _single.make_constraint, _single.islands
project_constraint, reference_constraint = _single.project_constraint, _single.reference_constraint
com_vel, passive, bias = _single.com_vel, _single.passive, _single.bias
transmission, actuator_velocity, actuation = _single.transmission, _single.actuator_velocity, _single.actuation
smooth_acceleration, constraint_solve = _single.smooth_acceleration, _single.constraint_solve
sensor_pos, sensor_vel, sensor_acc = _single.sensor_pos, _single.sensor_vel, _single.sensor_acc
energy_pos, energy_vel, subtree_vel = _single.energy_pos, _single.energy_vel, _single.subtree_vel
smooth_derivative, passive_derivative = _single.smooth_derivative, _single.passive_derivative
euler, implicit, implicit_fast, runge_kutta = (
    _single.euler,
    _single.implicit,
    _single.implicit_fast,
    _single.runge_kutta,
)
integrate = _single.integrate
inv_acceleration = _single.inv_acceleration
rne_post_constraint, compare_fwd_inv = _single.rne_post_constraint, _single.compare_fwd_inv
check_state, check_acceleration = _single.check_state, _single.check_acceleration
