"""Linear and angular momentum of subtrees."""

from knuckle.kernel import kernel, maximum, stage
from knuckle.math.spatial import angular, inertia_mul, linear
from knuckle.math.vec3 import add3, cross3, scale3, sub3

MASSLESS = 1e-15  # a lighter subtree counts as this heavy


@stage
def subtree_vel(m, d):
    """subtree_linvel, the velocity of each subtree's centre of mass, and subtree_angmom, the angular momentum about it.

        P = Σ m_b v_b,   linvel = P / Σ m_b,   L_c = Σ L_o + (o − c) × P

    o is the origin of the tree's com-based frame, where spatial momenta I v are (L_o; P), and c the subtree's centre.
    [m/s, kg m²/s]
    """
    for b in range(m.nbody):
        h = inertia_mul(d.cinert[b], d.cvel[b])
        d.subtree_linvel[b] = linear(h)
        d.subtree_angmom[b] = angular(h)
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        o = d.subtree_com[m.body_rootid[b]]
        P = d.subtree_linvel[b]
        L = d.subtree_angmom[b]
        d.subtree_linvel[p] = add3(d.subtree_linvel[p], P)
        if p > 0:
            d.subtree_angmom[p] = add3(d.subtree_angmom[p], L)
        else:
            # trees have different origins: the world collects about its own centre
            d.subtree_angmom[0] = add3(d.subtree_angmom[0], about(L, P, o, d.subtree_com[0]))
        d.subtree_angmom[b] = about(L, P, o, d.subtree_com[b])
        d.subtree_linvel[b] = scale3(P, 1.0 / maximum(m.body_subtreemass[b], MASSLESS))
    d.subtree_linvel[0] = scale3(d.subtree_linvel[0], 1.0 / maximum(m.body_subtreemass[0], MASSLESS))


@kernel
def about(L, P, o, c):
    """Angular momentum about c of what has (L, P) about o: L + (o − c) × P."""
    return add3(L, cross3(sub3(o, c), P))
