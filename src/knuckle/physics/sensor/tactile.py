"""Tactile sensors: how deep the points of a surface are in what touches it, and how fast they slide along it."""

from knuckle.kernel import absolute, kernel, maximum, stage_of_world
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.spatial import linear
from knuckle.math.vec3 import add3, dot3, sub3
from knuckle.physics.kinematics.points import velocity_at
from knuckle.physics.sensor.depth import depth_in_shape
from knuckle.physics.sensor.reading import within_cutoff


@stage_of_world
def read_tactile(m, d, s):
    """Of each taxel the largest depth, then its two sliding speeds, added over all geoms that touch the weld body.

    Taxels are the vertices of a mesh in the frame of a geom; they slide along the second and third of their three
    normals, where they have so many. Each geom that is in contact with a part of the same rigid body counts once.
    [m, m/s]
    """
    a = m.sensor_adr[s]
    for i in range(m.sensor_dim[s]):
        d.sensordata[a + i] = 0.0
    for c in range(d.ncon):
        g = touching_geom(m, d, s, c)
        if g >= 0 and not touched_before(m, d, s, c, g):
            add_geom(m, d, s, g)
    for i in range(m.sensor_dim[s]):
        d.sensordata[a + i] = within_cutoff(m, s, d.sensordata[a + i])


@kernel
def touching_geom(m, d, s, c):
    """The other geom of contact c where one of them belongs to the rigid body of sensor s; else −1."""
    weld = m.body_weldid[m.geom_bodyid[m.sensor_refid[s]]]
    g1, g2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    if m.body_weldid[m.geom_bodyid[g1]] == weld:
        return g2
    if m.body_weldid[m.geom_bodyid[g2]] == weld:
        return g1
    return -1


@kernel
def touched_before(m, d, s, c, g):
    """Whether a contact before c is with geom g, too."""
    for k in range(c):
        if touching_geom(m, d, s, k) == g:
            return True
    return False


@kernel
def add_geom(m, d, s, g):
    """What each taxel of sensor s feels of geom g."""
    mesh, own = m.sensor_objid[s], m.sensor_refid[s]
    n = m.mesh_vertnum[mesh]
    slides = m.mesh_normalnum[mesh] == 3 * n
    a = m.sensor_adr[s]
    for i in range(n):
        x = add3(d.geom_xpos[own], mat_mul_vec(d.geom_xmat[own], m.mesh_vert[m.mesh_vertadr[mesh] + i]))
        p = mat_t_mul_vec(d.geom_xmat[g], sub3(x, d.geom_xpos[g]))
        depth = depth_in_shape(m.geom_type[g], m.geom_size[g], p)
        if depth > 0.0:
            d.sensordata[a + i] = maximum(d.sensordata[a + i], depth)
            if slides:
                add_slide(m, d, s, g, i, x)


@kernel
def add_slide(m, d, s, g, i, x):
    """The speeds at which geom g slides over taxel i, at x, along both of its tangents."""
    mesh, own = m.sensor_objid[s], m.sensor_refid[s]
    n = m.mesh_vertnum[mesh]
    there, here = velocity_at(m, d, m.geom_bodyid[g], x), velocity_at(m, d, m.geom_bodyid[own], x)
    v = mat_t_mul_vec(d.geom_xmat[own], sub3(linear(there), linear(here)))
    for k in range(1, 3):
        tangent = m.mesh_normal[m.mesh_normaladr[mesh] + 3 * i + k]
        place = m.sensor_adr[s] + k * n + i
        d.sensordata[place] = d.sensordata[place] + absolute(dot3(tangent, v))
