"""The inertia-box fluid model: drag of the box that has a body's mass and inertia.

All vectors are in the body's inertial frame, velocities are relative to the fluid.
"""

from knuckle.kernel import absolute, kernel, maximum, sqrt

PI = 3.141592653589793
MASSLESS = 1e-15


@kernel
def box_half_sizes(m, b):
    """r_x = √(3 (I_yy + I_zz − I_xx) / 2m), and so on. [m]"""
    I = m.body_inertia[b]
    k = 1.5 / maximum(m.body_mass[b], MASSLESS)
    return (
        sqrt(maximum(MASSLESS, I[1] + I[2] - I[0]) * k),
        sqrt(maximum(MASSLESS, I[0] + I[2] - I[1]) * k),
        sqrt(maximum(MASSLESS, I[0] + I[1] - I[2]) * k),
    )


@kernel
def box_quadratic(m, r):
    """Coefficients of −c |u| u for the three turns and the three translations: ½ρ r_i (r_j⁴ + r_k⁴) and 2ρ r_j r_k."""
    x4, y4, z4 = r[0] * r[0] * r[0] * r[0], r[1] * r[1] * r[1] * r[1], r[2] * r[2] * r[2] * r[2]
    k = 0.5 * m.opt_density
    return (
        k * r[0] * (y4 + z4),
        k * r[1] * (x4 + z4),
        k * r[2] * (x4 + y4),
        4.0 * k * r[1] * r[2],
        4.0 * k * r[0] * r[2],
        4.0 * k * r[0] * r[1],
    )


@kernel
def box_viscous(m, r):
    """Coefficients of −c u for turns and translations, 8πβ r̄³ and 6πβ r̄, of the sphere of mean radius r̄."""
    mean = (r[0] + r[1] + r[2]) / 3.0
    return (8.0 * PI * m.opt_viscosity * mean * mean * mean, 6.0 * PI * m.opt_viscosity * mean)


@kernel
def box_fluid_force(m, b, u):
    """The wrench (torque; force) of the fluid on body b at the velocity u = (ω; v).

    f_i = −(quadratic_i |u_i| + viscous) u_i
    """
    r = box_half_sizes(m, b)
    q = box_quadratic(m, r)
    viscous = box_viscous(m, r)
    return (
        -(q[0] * absolute(u[0]) + viscous[0]) * u[0],
        -(q[1] * absolute(u[1]) + viscous[0]) * u[1],
        -(q[2] * absolute(u[2]) + viscous[0]) * u[2],
        -(q[3] * absolute(u[3]) + viscous[1]) * u[3],
        -(q[4] * absolute(u[4]) + viscous[1]) * u[4],
        -(q[5] * absolute(u[5]) + viscous[1]) * u[5],
    )


@kernel
def box_fluid_slope(m, b, u):
    """∂f_i/∂u_i = −(2 quadratic_i |u_i| + viscous): the derivative of the wrench is diagonal."""
    r = box_half_sizes(m, b)
    q = box_quadratic(m, r)
    viscous = box_viscous(m, r)
    return (
        -(2.0 * q[0] * absolute(u[0]) + viscous[0]),
        -(2.0 * q[1] * absolute(u[1]) + viscous[0]),
        -(2.0 * q[2] * absolute(u[2]) + viscous[0]),
        -(2.0 * q[3] * absolute(u[3]) + viscous[1]),
        -(2.0 * q[4] * absolute(u[4]) + viscous[1]),
        -(2.0 * q[5] * absolute(u[5]) + viscous[1]),
    )
