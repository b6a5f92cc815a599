"""The ellipsoid fluid model: force of the fluid on one geom.

All vectors are in the geom's frame; ω and v are the geom's velocity relative to the fluid, ρ and β the fluid's
density and viscosity. The wrench is the sum of added mass, Magnus lift, Kutta lift, drag and viscous resistance.
"""

from knuckle.kernel import kernel, sqrt, where
from knuckle.math.spatial import join6
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, norm3, scale3
from knuckle.physics.force.fluid_shape import (
    BLUNT,
    KUTTA,
    MAGNUS,
    SLENDER,
    angular_drag_coefficients,
    largest_area,
    mean_radius,
    semi_axes,
    shadow_weights,
    virtual_inertia,
    virtual_mass,
    volume,
)

PI = 3.141592653589793
STILL = 1e-15  # slower flow has no direction [m/s]


@kernel
def times3(a, b):
    """a ∘ b, element by element."""
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


@kernel
def ellipsoid_fluid_force(m, g, w, v):
    """The wrench (torque; force) of the fluid on geom g at the velocity (ω; v)."""
    r = semi_axes(m, g)
    momentum = times3(virtual_mass(m, g), v)
    spin = times3(virtual_inertia(m, g), w)
    magnus = m.geom_fluid[g, MAGNUS] * m.opt_density * volume(r)

    # added mass (m_A∘v) × ω and Magnus lift C ρ V ω × v
    force = add_scaled3(cross3(momentum, w), cross3(w, v), magnus)
    torque = add3(cross3(momentum, v), cross3(spin, w))
    return join6(
        add_scaled3(torque, w, angular_drag(m, g, r, w)),
        add3(force, drag_and_lift(m, g, r, v)),
    )


@kernel
def angular_drag(m, g, r, w):
    """−(ρ ‖c∘ω‖ + 8πβ r̄³): the factor of ω in the drag torque."""
    mean = mean_radius(r)
    c = angular_drag_coefficients(m, g, r)
    return -(m.opt_density * norm3(times3(c, w)) + 8.0 * PI * m.opt_viscosity * mean * mean * mean)


@kernel
def drag_and_lift(m, g, r, v):
    """Forces of the flow on the shadow of the ellipsoid.

    drag  −ρ (C_blunt A + C_slender (A_max − A)) ‖v‖ v − 6πβ r̄ v
    Kutta  C ρ A (v̂·n̂)(n̂ × v) × v = C ρ π √(g·v)/(‖v‖ ‖g‖) ((g·v) v − ‖v‖² g)
    """
    rho = m.opt_density
    blunt, slender = m.geom_fluid[g, BLUNT], m.geom_fluid[g, SLENDER]
    normal = times3(shadow_weights(r), v)
    speed, length, power = norm3(v), norm3(normal), dot3(normal, v)
    moves = (speed > STILL) & (power > 0.0)
    root = sqrt(where(moves, power, 1.0))
    area = PI * where(moves, length, 0.0) / root

    drag = rho * (blunt * area + slender * (largest_area(r) - area)) * speed
    drag = drag + 6.0 * PI * m.opt_viscosity * mean_radius(r)
    kutta = m.geom_fluid[g, KUTTA] * rho * PI * where(moves, root / where(moves, speed * length, 1.0), 0.0)
    return add_scaled3(scale3(v, kutta * power - drag), normal, -kutta * speed * speed)
