"""Surfaces that move while their geom does not: conveyor belts and turntables."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.vec3 import add3, cross3, dot3, sub3


@kernel
def relative_surface_velocity(m, d, c):
    """Velocity of the second surface against the first at contact c: along both tangents, and spin about the normal.

    σ = R v + R ω × (x − p)   for each geom, at the contact point x
    """
    g1, g2 = d.contact_geom[c]
    return pair_surface_velocity(m, d, g1, g2, d.contact_frame[c], d.contact_pos[c])


@kernel
def pair_surface_velocity(m, d, g1, g2, frame, x):
    """The same of two geoms at a point, in the axes of a frame."""
    sigma = sub3(surface_velocity(m, d, g2, x), surface_velocity(m, d, g1, x))
    spin = sub3(surface_spin(m, d, g2), surface_spin(m, d, g1))
    return (
        dot3((frame[3], frame[4], frame[5]), sigma),
        dot3((frame[6], frame[7], frame[8]), sigma),
        dot3((frame[0], frame[1], frame[2]), spin),
    )


@kernel
def surface_velocity(m, d, g, x):
    """Velocity field of a geom's surface at a point, world axes."""
    field = m.geom_surfacevel[g]
    velocity = mat_mul_vec(d.geom_xmat[g], (field[0], field[1], field[2]))
    return add3(velocity, cross3(surface_spin(m, d, g), sub3(x, d.geom_xpos[g])))


@kernel
def surface_spin(m, d, g):
    """Angular velocity of a geom's surface, world axes."""
    field = m.geom_surfacevel[g]
    return mat_mul_vec(d.geom_xmat[g], (field[3], field[4], field[5]))


@kernel
def surface_moves(m, g):
    """Whether the surface of a geom moves."""
    v = m.geom_surfacevel[g]
    return v[0] != 0.0 or v[1] != 0.0 or v[2] != 0.0 or v[3] != 0.0 or v[4] != 0.0 or v[5] != 0.0
