"""How the fluid's forces depend on the velocities.

Each body's fluid wrench has a derivative K = ∂(τ; f)/∂(ω; v) about the origin of its com-based frame, stored in
`fluid_rate` as four 3×3 blocks: τω, τv, fω, fv. K of a subtree is the sum over its bodies.
"""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.mat3_algebra import (
    cross_mat,
    mat_add,
    mat_cross_right,
    mat_diagonal,
    mat_scale,
    mat_sub,
    mat_transpose,
    mat_turn,
)
from knuckle.math.spatial import add6, angular, join6, linear
from knuckle.math.vec3 import add3, sub3
from knuckle.physics.derivative.ellipsoid import (
    angular_drag_slope,
    drag_slope,
    force_by_flow,
    force_by_spin,
    torque_by_flow,
    torque_by_spin,
)
from knuckle.physics.derivative.free_body import is_free_body
from knuckle.physics.force.fluid import feels_fluid, has_ellipsoids, velocity_in_fluid
from knuckle.physics.force.fluid_box import box_fluid_slope
from knuckle.physics.force.fluid_shape import ACTIVE, semi_axes


@kernel
def fluid_rates(m, d, symmetric):
    """K of every subtree; with `symmetric`, ½(K + Kᵀ) but for free bodies that stand alone."""
    clear_rates(m, d)
    for b in range(1, m.nbody):
        if feels_fluid(m, b):
            even = symmetric and not is_free_body(m, m.body_treeid[b])
            body_fluid_rate(m, d, b, even)
    sum_rates(m, d)


@kernel
def drag_rates(m, d):
    """K of the drag alone, which takes energy, of every subtree: symmetric."""
    clear_rates(m, d)
    for b in range(1, m.nbody):
        if feels_fluid(m, b):
            if has_ellipsoids(m, b):
                body_drag_rate(m, d, b)
            else:
                body_fluid_rate(m, d, b, True)
    sum_rates(m, d)


@kernel
def clear_rates(m, d):
    """K = 0 for all bodies."""
    for b in range(m.nbody):
        for e in range(36):
            d.fluid_rate[b, e] = 0.0


@kernel
def sum_rates(m, d):
    """K of subtrees from those of bodies."""
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        if p > 0 and m.body_treeid[b] >= 0:
            for e in range(36):
                d.fluid_rate[p, e] = d.fluid_rate[p, e] + d.fluid_rate[b, e]


@kernel
def body_drag_rate(m, d, b):
    """Add the derivative of the drag of ellipsoids on body b to its K."""
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_fluid[g, ACTIVE] > 0.0:
            R = d.geom_xmat[g]
            x = d.geom_xpos[g]
            u = velocity_in_fluid(m, d, b, x, R)
            none = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            tw = mat_turn(R, angular_drag_slope(m, g, semi_axes(m, g), angular(u)))
            fv = mat_turn(R, drag_slope(m, g, semi_axes(m, g), linear(u)))
            add_rate(m, d, b, x, tw, none, none, fv, True)


@kernel
def body_fluid_rate(m, d, b, symmetric):
    """Add the derivative of the fluid's force on body b to its K."""
    if has_ellipsoids(m, b):
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if m.geom_fluid[g, ACTIVE] > 0.0:
                R = d.geom_xmat[g]
                x = d.geom_xpos[g]
                u = velocity_in_fluid(m, d, b, x, R)
                w, v = angular(u), linear(u)
                tw = mat_turn(R, torque_by_spin(m, g, w))
                tv = mat_turn(R, torque_by_flow(m, g, v))
                fw = mat_turn(R, force_by_spin(m, g, v))
                fv = mat_turn(R, force_by_flow(m, g, w, v))
                add_rate(m, d, b, x, tw, tv, fw, fv, symmetric)
    else:
        R = d.ximat[b]
        none = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        s = box_fluid_slope(m, b, velocity_in_fluid(m, d, b, d.xipos[b], R))
        tw = mat_turn(R, mat_diagonal((s[0], s[1], s[2])))
        fv = mat_turn(R, mat_diagonal((s[3], s[4], s[5])))
        add_rate(m, d, b, d.xipos[b], tw, none, none, fv, False)


@kernel
def add_rate(m, d, b, point, tw, tv, fw, fv, symmetric):
    """Add to K of body b the blocks of a derivative about a world point, moved to the com-based frame.

    With the arm r from the origin: v_point = v − [r]× ω and τ = τ_point + [r]× f.
    """
    r = sub3(point, d.subtree_com[m.body_rootid[b]])
    TV = mat_add(tv, cross_mat(r, fv))
    FW = mat_sub(fw, mat_cross_right(fv, r))
    TW = mat_add(mat_sub(tw, mat_cross_right(tv, r)), cross_mat(r, FW))
    FV = fv
    if symmetric:
        TW = mat_scale(mat_add(TW, mat_transpose(TW)), 0.5)
        FV = mat_scale(mat_add(FV, mat_transpose(FV)), 0.5)
        TV = mat_scale(mat_add(TV, mat_transpose(FW)), 0.5)
        FW = mat_transpose(TV)
    add_block(d, b, 0, TW)
    add_block(d, b, 9, TV)
    add_block(d, b, 18, FW)
    add_block(d, b, 27, FV)


@kernel
def add_block(d, b, e, X):
    """Add a 3×3 block to K of body b at element e."""
    d.fluid_rate[b, e] = d.fluid_rate[b, e] + X[0]
    d.fluid_rate[b, e + 1] = d.fluid_rate[b, e + 1] + X[1]
    d.fluid_rate[b, e + 2] = d.fluid_rate[b, e + 2] + X[2]
    d.fluid_rate[b, e + 3] = d.fluid_rate[b, e + 3] + X[3]
    d.fluid_rate[b, e + 4] = d.fluid_rate[b, e + 4] + X[4]
    d.fluid_rate[b, e + 5] = d.fluid_rate[b, e + 5] + X[5]
    d.fluid_rate[b, e + 6] = d.fluid_rate[b, e + 6] + X[6]
    d.fluid_rate[b, e + 7] = d.fluid_rate[b, e + 7] + X[7]
    d.fluid_rate[b, e + 8] = d.fluid_rate[b, e + 8] + X[8]


@kernel
def block(d, b, e):
    """The 3×3 block of K of body b at element e."""
    return (
        d.fluid_rate[b, e],
        d.fluid_rate[b, e + 1],
        d.fluid_rate[b, e + 2],
        d.fluid_rate[b, e + 3],
        d.fluid_rate[b, e + 4],
        d.fluid_rate[b, e + 5],
        d.fluid_rate[b, e + 6],
        d.fluid_rate[b, e + 7],
        d.fluid_rate[b, e + 8],
    )


@kernel
def add_fluid_rates(m, d):
    """dof_force_rate_i += K S_i and dof_force_row_i += Kᵀ S_i, with K of the subtree at dof i."""
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        S = d.cdof[i]
        s, t = angular(S), linear(S)
        TW, TV, FW, FV = block(d, b, 0), block(d, b, 9), block(d, b, 18), block(d, b, 27)
        rate = join6(add3(mat_mul_vec(TW, s), mat_mul_vec(TV, t)), add3(mat_mul_vec(FW, s), mat_mul_vec(FV, t)))
        row = join6(add3(mat_t_mul_vec(TW, s), mat_t_mul_vec(FW, t)), add3(mat_t_mul_vec(TV, s), mat_t_mul_vec(FV, t)))
        d.dof_force_rate[i] = add6(d.dof_force_rate[i], rate)
        d.dof_force_row[i] = add6(d.dof_force_row[i], row)
