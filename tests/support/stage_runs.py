"""Stages in the orders in which tests run them, each from poisoned outputs."""

# stages that run one after the other from poisoned outputs; every stage is in one of these lists
RUNS = {
    "pipeline": (
        *("kinematics", "com_pos", "camlight", "tendon", "crb", "factor_M", "collision", "make_constraint", "islands"),
        *("project_constraint", "transmission", "com_vel", "actuator_velocity", "passive", "reference_constraint"),
        *("bias", "actuation"),
        *("fwd_acceleration", "smooth_acceleration", "energy_pos", "energy_vel", "subtree_vel"),
        *("sensor_pos", "sensor_vel", "sensor_acc"),
        *("smooth_derivative", "passive_derivative", "check_state", "check_acceleration"),
    ),
    "whole": ("fwd_position", "fwd_velocity", "fwd_acceleration", "inverse"),
    "parts": (
        *("detect", "constrain", "fwd_velocity", "fwd_control", "fwd_acceleration", "constraint_solve"),
        *("rne_post_constraint", "inv_acceleration", "compare_fwd_inv", "integrate"),
    ),
    "halves": ("step1", "step2"),
    "step": ("step",),
    "euler": ("forward", "euler"),
    "implicit": ("forward", "implicit"),
    "implicit fast": ("forward", "implicit_fast"),
    "runge kutta": ("forward", "runge_kutta"),
}
