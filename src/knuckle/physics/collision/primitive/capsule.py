"""Contacts of two capsules."""

from knuckle.kernel import absolute, any_lane, kernel, maximum, minimum, where
from knuckle.math.mat3 import mat_column
from knuckle.math.vec3 import add_scaled3, cross3, dot3, sub3
from knuckle.physics.collision.primitive.sphere import two_spheres

FAR = 1e30
PARALLEL = 1e-8  # squared sine below which two axes count as parallel


@kernel
def capsule_capsule(m, d, g1, g2, margin):
    """Contact at the nearest points of the two axes; at both ends of their common stretch if they are parallel.

    Of points x1 = p1 + s1 a1 and x2 = p2 + s2 a2 on the two lines, the nearest have

        s1 = (p × a2) · (a1 × a2) / ‖a1 × a2‖²,   p = p2 − p1
    """
    a1 = mat_column(d.geom_xmat[g1], 2)
    a2 = mat_column(d.geom_xmat[g2], 2)
    h1 = m.geom_size[g1, 1]
    p = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    c = dot3(a1, a2)
    along1 = dot3(a1, p)
    along2 = dot3(a2, p)
    across = cross3(a1, a2)
    sine2 = dot3(across, across)
    parallel = sine2 < PARALLEL
    s1 = minimum(maximum(dot3(cross3(p, a2), across) / sine2, -h1), h1)
    meet_from(m, d, g1, g2, margin, where(parallel, -h1, s1), a1, a2, along1, along2, c)
    if any_lane(parallel):  # elsewhere nothing is within this margin
        within = where(parallel, margin, -FAR)
        meet_from(m, d, g1, g2, within, where(parallel, h1, s1), a1, a2, along1, along2, c)


@kernel
def meet_from(m, d, g1, g2, margin, s1, a1, a2, along1, along2, c):
    """Contact at s1 along the first axis and the nearest point of the second; if that is an end, nearest to the end."""
    h1 = m.geom_size[g1, 1]
    h2 = m.geom_size[g2, 1]
    s2 = c * s1 - along2
    beyond = absolute(s2) > h2
    if any_lane(beyond):
        s2 = minimum(maximum(s2, -h2), h2)
        s1 = where(beyond, minimum(maximum(along1 + c * s2, -h1), h1), s1)
    two_spheres(
        m,
        d,
        g1,
        g2,
        add_scaled3(d.geom_xpos[g1], a1, s1),
        m.geom_size[g1, 0],
        add_scaled3(d.geom_xpos[g2], a2, s2),
        m.geom_size[g2, 0],
        margin,
    )
