"""The ellipsoid that stands for a geom in a fluid, and what the fluid sees of it.

For a velocity v in the geom's frame, let a_i = (r_j r_k)² and g = a∘v. Then the area the ellipsoid shows to the flow is

    A = π √(g·g / g·v),   with a normal of the cut that casts this shadow along g.
"""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.schema.enums import GeomType

PI = 3.141592653589793
# places in a row of geom_fluid
ACTIVE = 0
BLUNT = 1
SLENDER = 2
ANGULAR = 3
KUTTA = 4
MAGNUS = 5
VIRTUAL_MASS = 6
VIRTUAL_INERTIA = 9


@kernel
def semi_axes(m, g):
    """Semi-axes of the ellipsoid of geom g. [m]"""
    size = m.geom_size[g]
    kind = m.geom_type[g]
    if kind == GeomType.SPHERE:
        return (size[0], size[0], size[0])
    elif kind == GeomType.CAPSULE:
        return (size[0], size[0], size[1] + size[0])
    elif kind == GeomType.CYLINDER:
        return (size[0], size[0], size[1])
    else:
        return (size[0], size[1], size[2])


@kernel
def volume(r):
    """4π r_x r_y r_z / 3. [m³]"""
    return 4.0 / 3.0 * PI * r[0] * r[1] * r[2]


@kernel
def mean_radius(r):
    """Radius of the sphere that meets viscous resistance instead. [m]"""
    return (r[0] + r[1] + r[2]) / 3.0


@kernel
def largest_area(r):
    """The largest shadow, π r_max r_mid. [m²]"""
    high = maximum(maximum(r[0], r[1]), r[2])
    low = minimum(minimum(r[0], r[1]), r[2])
    return PI * high * (r[0] + r[1] + r[2] - high - low)


@kernel
def shadow_weights(r):
    """a_i = (r_j r_k)²."""
    x, y, z = r[1] * r[2], r[0] * r[2], r[0] * r[1]
    return (x * x, y * y, z * z)


@kernel
def swept_inertia(r):
    """(8π/15) r_i max(r_j, r_k)⁴: inertia of the solid each axis sweeps, that angular drag acts on. [m⁵]"""
    k = 8.0 / 15.0 * PI
    x, y, z = maximum(r[1], r[2]), maximum(r[0], r[2]), maximum(r[0], r[1])
    return (k * r[0] * x * x * x * x, k * r[1] * y * y * y * y, k * r[2] * z * z * z * z)


@kernel
def angular_drag_coefficients(m, g, r):
    """c_i = C_angular I_i + C_slender (I_max − I_i) of geom g. [m⁵]"""
    I = swept_inertia(r)
    high = maximum(maximum(I[0], I[1]), I[2])
    angular, slender = m.geom_fluid[g, ANGULAR], m.geom_fluid[g, SLENDER]
    return (
        angular * I[0] + slender * (high - I[0]),
        angular * I[1] + slender * (high - I[1]),
        angular * I[2] + slender * (high - I[2]),
    )


@kernel
def virtual_mass(m, g):
    """Mass of the fluid that moves with geom g along its axes. [kg]"""
    rho = m.opt_density
    return (
        rho * m.geom_fluid[g, VIRTUAL_MASS],
        rho * m.geom_fluid[g, VIRTUAL_MASS + 1],
        rho * m.geom_fluid[g, VIRTUAL_MASS + 2],
    )


@kernel
def virtual_inertia(m, g):
    """Inertia of the fluid that turns with geom g about its axes. [kg m²]"""
    rho = m.opt_density
    return (
        rho * m.geom_fluid[g, VIRTUAL_INERTIA],
        rho * m.geom_fluid[g, VIRTUAL_INERTIA + 1],
        rho * m.geom_fluid[g, VIRTUAL_INERTIA + 2],
    )
