"""Derivative of the ellipsoid fluid model's wrench by the geom's velocity.

Four 3×3 blocks, all in the geom's frame: torque and force by ω and by v. Symbols as in the force itself.
"""

from knuckle.kernel import kernel, sqrt, where
from knuckle.math.mat3_algebra import cross_mat, mat_add, mat_cross, mat_diagonal, mat_outer, mat_scale, mat_sub
from knuckle.math.vec3 import add3, dot3, norm3, scale3, sub3
from knuckle.physics.force.fluid_ellipsoid import PI, STILL, angular_drag, times3
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


@kernel
def torque_by_spin(m, g, w):
    """∂τ/∂ω = [I_A∘ω]× − [ω]× diag(I_A) − (ρ‖q‖ + 8πβ r̄³) 1 − ρ ω (c∘q)ᵀ/‖q‖,   q = c∘ω."""
    I = virtual_inertia(m, g)
    added = mat_sub(mat_cross(times3(I, w)), cross_mat(w, mat_diagonal(I)))
    return mat_add(added, angular_drag_slope(m, g, semi_axes(m, g), w))


@kernel
def angular_drag_slope(m, g, r, w):
    """The part of ∂τ/∂ω that comes from drag."""
    c = angular_drag_coefficients(m, g, r)
    q = times3(c, w)
    length = norm3(q)
    turns = length > 0.0
    share = m.opt_density * where(turns, 1.0 / where(turns, length, 1.0), 0.0)
    k = angular_drag(m, g, r, w)
    return mat_sub(mat_diagonal((k, k, k)), mat_outer(scale3(w, share), times3(c, q)))


@kernel
def torque_by_flow(m, g, v):
    """∂τ/∂v = [m_A∘v]× − [v]× diag(m_A)."""
    mass = virtual_mass(m, g)
    return mat_sub(mat_cross(times3(mass, v)), cross_mat(v, mat_diagonal(mass)))


@kernel
def force_by_spin(m, g, v):
    """∂f/∂ω = [m_A∘v − C_M ρ V v]×."""
    magnus = m.geom_fluid[g, MAGNUS] * m.opt_density * volume(semi_axes(m, g))
    return mat_cross(sub3(times3(virtual_mass(m, g), v), scale3(v, magnus)))


@kernel
def force_by_flow(m, g, w, v):
    """∂f/∂v = [ω]× (C_M ρ V 1 − diag(m_A)) + ∂(drag)/∂v + ∂(lift)/∂v."""
    r = semi_axes(m, g)
    magnus = m.geom_fluid[g, MAGNUS] * m.opt_density * volume(r)
    mass = virtual_mass(m, g)
    added = cross_mat(w, mat_diagonal((magnus - mass[0], magnus - mass[1], magnus - mass[2])))
    return mat_add(added, mat_add(drag_slope(m, g, r, v), lift_slope(m, g, r, v)))


@kernel
def shadow_bend(a, v):
    """(moves, n, P, √P, G, (a∘n)/G² − n/P) for n = a∘v, P = n·v, G = ‖n‖; harmless numbers where nothing moves."""
    n = times3(a, v)
    length, P = norm3(n), dot3(n, v)
    moves = (norm3(v) > STILL) & (P > 0.0)
    length1, P1 = where(moves, length, 1.0), where(moves, P, 1.0)
    bend = sub3(scale3(times3(a, n), 1.0 / (length1 * length1)), scale3(n, 1.0 / P1))
    return moves, n, P, sqrt(P1), length1, bend


@kernel
def drag_slope(m, g, r, v):
    """∂/∂v of −(ρλ‖v‖ + 6πβ r̄) v.

    λ = C_slender A_max + (C_blunt − C_slender) A,  ∇A = A ((a∘n)/G² − n/P)
    """
    rho = m.opt_density
    blunt, slender = m.geom_fluid[g, BLUNT], m.geom_fluid[g, SLENDER]
    moves, _, _, root, length, bend = shadow_bend(shadow_weights(r), v)
    speed = norm3(v)
    area = PI * where(moves, length, 0.0) / root
    blame = slender * largest_area(r) + (blunt - slender) * area
    pull = add3(scale3(v, blame / where(moves, speed, 1.0)), scale3(bend, (blunt - slender) * area * speed))
    k = -6.0 * PI * m.opt_viscosity * mean_radius(r) - rho * blame * speed
    return mat_sub(mat_diagonal((k, k, k)), mat_outer(scale3(v, rho), pull))


@kernel
def lift_slope(m, g, r, v):
    """∂/∂v of κφ (P v − ‖v‖² n).

    φ = √P/(‖v‖ G),  ∇φ = φ (n/P − v/‖v‖² − (a∘n)/G²),  κ = C_K ρ π
    """
    a = shadow_weights(r)
    moves, n, P, root, length, bend = shadow_bend(a, v)
    speed = where(moves, norm3(v), 1.0)
    phi = where(moves, root / (speed * length), 0.0) * m.geom_fluid[g, KUTTA] * m.opt_density * PI
    slope = scale3(add3(bend, scale3(v, 1.0 / (speed * speed))), -phi)
    s2 = dot3(v, v)
    lift = sub3(scale3(v, P), scale3(n, s2))
    even = mat_diagonal((P - s2 * a[0], P - s2 * a[1], P - s2 * a[2]))
    odd = mat_sub(mat_outer(scale3(v, 2.0), n), mat_outer(scale3(n, 2.0), v))
    return mat_add(mat_outer(lift, slope), mat_scale(mat_add(even, odd), phi))
