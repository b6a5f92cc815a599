"""Forces of the surrounding fluid on all bodies.

A body with a geom of fluid shape "ellipsoid" feels the fluid through such geoms, any other through its inertia box.
"""

from knuckle.kernel import any_lane, kernel
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.spatial import angular, join6, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.force.fluid_box import MASSLESS, box_fluid_force
from knuckle.physics.force.fluid_ellipsoid import ellipsoid_fluid_force
from knuckle.physics.force.fluid_shape import ACTIVE
from knuckle.physics.force.wrench import add_wrench, clear_wrenches, project_wrenches


@kernel
def fluid(m, d):
    """qfrc_fluid: the fluid's forces on bodies, on the dofs. [N, N m]"""
    if has_fluid(m):
        clear_wrenches(m, d)
        for b in range(1, m.nbody):
            if feels_fluid(m, b):
                body_fluid(m, d, b)
        project_wrenches(m, d, d.qfrc_fluid)
    else:
        for i in range(m.nv):
            d.qfrc_fluid[i] = 0.0


@kernel
def has_fluid(m):
    """True where there is a medium."""
    return any_lane((m.opt_density > 0.0) | (m.opt_viscosity > 0.0))


@kernel
def feels_fluid(m, b):
    """True for a moving body with mass."""
    return m.body_treeid[b] >= 0 and any_lane(m.body_mass[b] >= MASSLESS)


@kernel
def body_fluid(m, d, b):
    """Add the fluid's force on body b to its wrench."""
    if has_ellipsoids(m, b):
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if m.geom_fluid[g, ACTIVE] > 0.0:
                R = d.geom_xmat[g]
                u = velocity_in_fluid(m, d, b, d.geom_xpos[g], R)
                f = ellipsoid_fluid_force(m, g, angular(u), linear(u))
                add_local_wrench(m, d, b, R, f, d.geom_xpos[g])
    else:
        R = d.ximat[b]
        f = box_fluid_force(m, b, velocity_in_fluid(m, d, b, d.xipos[b], R))
        add_local_wrench(m, d, b, R, f, d.xipos[b])


@kernel
def has_ellipsoids(m, b):
    """True where some geom of body b is an ellipsoid to the fluid."""
    found = False
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_fluid[g, ACTIVE] > 0.0:
            found = True
    return found


@kernel
def velocity_in_fluid(m, d, b, point, R):
    """(ω; v) of body b at a world point, relative to the wind, in the frame R. [rad/s, m/s]"""
    u = d.cvel[b]
    w = angular(u)
    v = add3(linear(u), cross3(w, sub3(point, d.subtree_com[m.body_rootid[b]])))
    return join6(mat_t_mul_vec(R, w), mat_t_mul_vec(R, sub3(v, m.opt_wind)))


@kernel
def add_local_wrench(m, d, b, R, f, point):
    """Add a wrench given in the frame R, at a world point, to body b."""
    add_wrench(m, d, b, mat_mul_vec(R, angular(f)), mat_mul_vec(R, linear(f)), point)
