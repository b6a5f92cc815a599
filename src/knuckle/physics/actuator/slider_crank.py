"""Slider-cranks: a slider on the z axis of one site, tied to another site, the crank, by a rod."""

from knuckle.kernel import kernel, sqrt, where
from knuckle.math.mat3 import mat_column
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, dot3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def crank_transmission(m, d, k):
    """l = gear (a·v − √((a·v)² + rod² − v²)), v from slider to crank, a the axis; a·v where the rod is too short."""
    crank = m.actuator_trnid[k, 0]
    slider = m.actuator_trnid[k, 1]
    o = m.actuator_outadr[k]
    rod = m.actuator_cranklength[k]
    axis = mat_column(d.site_xmat[slider], 2)
    v = sub3(d.site_xpos[crank], d.site_xpos[slider])
    along = dot3(axis, v)
    square = along * along + rod * rod - dot3(v, v)
    short = square <= 0.0
    root = sqrt(where(short, 1.0, square))
    length = where(short, along, along - root)
    d.actuator_length[o] = m.actuator_gear[o, 0] * length
    by_along = where(short, 1.0, 1.0 - along / root)
    by_v = where(short, 0.0, 1.0 / root)
    put_crank_row(m, d, k, axis, v, by_along, by_v)


@kernel
def put_crank_row(m, d, k, axis, v, by_along, by_v):
    """dl = by_along d(a·v) + by_v v·dv, by each dof that moves slider or crank."""
    o = m.actuator_outadr[k]
    b = m.site_bodyid[m.actuator_trnid[k, 0]]
    c = m.site_bodyid[m.actuator_trnid[k, 1]]
    tip = sub3(d.site_xpos[m.actuator_trnid[k, 0]], d.subtree_com[m.body_rootid[b]])
    base = sub3(d.site_xpos[m.actuator_trnid[k, 1]], d.subtree_com[m.body_rootid[c]])
    i = last_dof(m, b)
    j = last_dof(m, c)
    a = m.trn_rowadr[o] + m.trn_rownnz[o]
    g = m.actuator_gear[o, 0]
    while i >= 0 or j >= 0:
        a -= 1
        if i == j:
            # slider and crank turn alike: nothing changes
            d.actuator_moment[a] = 0.0 * g * by_v
            i = m.dof_parentid[i]
            j = i
        elif i > j:
            moved = add3(linear(d.cdof[i]), cross3(angular(d.cdof[i]), tip))
            d.actuator_moment[a] = g * (by_along * dot3(axis, moved) + by_v * dot3(v, moved))
            i = m.dof_parentid[i]
        else:
            moved = add3(linear(d.cdof[j]), cross3(angular(d.cdof[j]), base))
            turned = dot3(cross3(angular(d.cdof[j]), axis), v)
            d.actuator_moment[a] = g * (by_along * (turned - dot3(axis, moved)) - by_v * dot3(v, moved))
            j = m.dof_parentid[j]
