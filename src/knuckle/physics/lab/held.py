"""A state as a phase of rigid contact sees it: dense inertia, equalities, and the contacts that it holds."""

from knuckle.kernel import absolute, kernel, maximum, minimum
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.vec3 import dot3, sub3
from knuckle.physics.lab.observe import lab_observe
from knuckle.physics.query.vector import full_M
from knuckle.schema.enums import EqType

FAR = 1e300


@kernel
def lab_held(m, d, q):
    """What a phase needs of the present state: M, rows of equality and their drift, rows of held contacts.

    A contact that is held is known by its geoms and by its point in the frames of both: `chosen` is the nearest one on
    either geom, −1 for none. `least` is the distance of the nearest contact that is not held, `turning` bounds how fast
    bodies turn that held contacts are of.
    """
    q.ne = 0
    q.least = FAR
    q.turning = 0.0
    for r in range(q.fixed):
        q.e[r] = 0.0
        q.drift[r] = 0.0
        for i in range(m.nv):
            q.J_E[r * m.nv + i] = 0.0
    lab_observe(m, d, q)
    if d.overflow > 0.0:
        return
    full_M(m, d, q)
    q.ne = d.ne
    for r in range(d.ne):
        put_equality(m, d, q, r)
    for k in range(q.held):
        q.chosen[k] = nearest(d, q, k)
        q.phi[k] = 0.0
        for i in range(3 * m.nv):
            q.J[3 * k * m.nv + i] = 0.0
        if q.chosen[k] >= 0:
            put_contact(m, d, q, k)
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0 and not is_held(q, c):
            q.least = minimum(q.least, d.efc_pos[d.contact_efc_address[c]])


@kernel
def put_equality(m, d, q, r):
    """Row r of J_E, its error, and J̇v as far as the engine knows it: the rows of other equalities are constant."""
    first = d.efc_J_rowadr[r]
    for a in range(first, first + d.efc_J_rownnz[r]):
        q.J_E[r * m.nv + d.efc_J_colind[a]] = d.efc_J[a]
    q.e[r] = d.efc_pos[r]
    kind = m.eq_type[d.efc_id[r]]
    if kind == EqType.CONNECT or kind == EqType.WELD:
        stiffness, damping, impedance, _ = d.efc_KBIP[r]
        pull = stiffness * impedance * (d.efc_pos[r] - d.efc_margin[r])
        q.drift[r] = -(d.efc_aref[r] + damping * d.efc_vel[r] + pull)


@kernel
def nearest(d, q, k):
    """The contact that held contact k is now."""
    best = -1
    least = FAR
    for c in range(d.ncon):
        a, b = d.contact_geom[c, 0], d.contact_geom[c, 1]
        if d.contact_efc_address[c] >= 0 and a == q.geoms[k, 0] and b == q.geoms[k, 1]:
            away = minimum(moved(d, q, c, a, k, 0), moved(d, q, c, b, k, 1))
            if away < least:
                best = c
                least = away
    return best


@kernel
def moved(d, q, c, g, k, side):
    """The square of how far the point of contact c is, on geom g, from where held contact k was. [m²]"""
    here = mat_t_mul_vec(d.geom_xmat[g], sub3(d.contact_pos[c], d.geom_xpos[g]))
    there = q.places[2 * k + side]
    away = sub3(here, there)
    return dot3(away, away)


@kernel
def put_contact(m, d, q, k):
    """Distance and rows of held contact k, and how fast its bodies turn."""
    c = q.chosen[k]
    r = d.contact_efc_address[c]
    q.phi[k] = d.efc_pos[r]
    j = 0
    while j < q.count[k]:
        first = d.efc_J_rowadr[r + j]
        for a in range(first, first + d.efc_J_rownnz[r + j]):
            q.J[(3 * k + j) * m.nv + d.efc_J_colind[a]] = d.efc_J[a]
        j += 1
    for side in range(2):
        spin = d.cvel[m.geom_bodyid[d.contact_geom[c, side]]]
        for axis in range(3):
            q.turning = maximum(q.turning, absolute(spin[axis]))


@kernel
def is_held(q, c):
    """Whether a contact is one of the chosen."""
    for k in range(q.held):
        if q.chosen[k] == c:
            return True
    return False
