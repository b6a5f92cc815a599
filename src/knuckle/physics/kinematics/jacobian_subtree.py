"""Jacobians of whole subtrees: of the centre of mass, and of the angular momentum about it."""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, inertia_mul, linear
from knuckle.math.vec3 import add3, cross3, scale3, sub3
from knuckle.physics.kinematics.chain import last_dof
from knuckle.physics.kinematics.jacobian import clear_columns, put_column
from knuckle.physics.kinematics.momentum import about

MASSLESS = 1e-15  # the centre of a lighter subtree does not count as moving


@kernel
def jac_subtree_com(m, d, q):
    """jacp, 3 × nv, of the centre of mass of the subtree that starts at a body.

    A dof above or at b moves the subtree as one body. A dof of a body k inside it moves the subtree at k, and the
    common centre by the share of its mass: M_k / M_b times the Jacobian of its own centre.
    """
    clear_columns(m, q.jacp)
    b = q.body
    mass = m.body_subtreemass[b]
    if mass >= MASSLESS:
        i = last_dof(m, b)
        while i >= 0:
            put_column(m, q.jacp, i, point_motion(m, d, i, d.subtree_com[b]))
            i = m.dof_parentid[i]
        k = b + 1
        # the bodies of a subtree follow each other
        while k < m.nbody and m.body_parentid[k] >= b:
            for i in range(m.body_dofadr[k], m.body_dofadr[k] + m.body_dofnum[k]):
                motion = point_motion(m, d, i, d.subtree_com[k])
                put_column(m, q.jacp, i, scale3(motion, m.body_subtreemass[k] / mass))
            k += 1


@kernel
def point_motion(m, d, i, point):
    """Velocity of a world point that moves with the body of dof i, for a unit velocity of it."""
    cdof = d.cdof[i]
    arm = sub3(point, d.subtree_com[m.body_rootid[m.dof_bodyid[i]]])
    return add3(linear(cdof), cross3(angular(cdof), arm))


@kernel
def angmom_mat(m, d, q):
    """H, 3 × nv: the angular momentum of the subtree at a body about its centre of mass is H q̇. [kg m²]

    Needs `crb`.
    """
    clear_columns(m, q.H)
    b = q.body
    i = last_dof(m, b)
    while i >= 0:
        put_column(m, q.H, i, angular_momentum(m, d, b, b, i))
        i = m.dof_parentid[i]
    k = b + 1
    while k < m.nbody and m.body_parentid[k] >= b:
        for i in range(m.body_dofadr[k], m.body_dofadr[k] + m.body_dofnum[k]):
            put_column(m, q.H, i, angular_momentum(m, d, b, k, i))
        k += 1


@kernel
def angular_momentum(m, d, b, k, i):
    """Angular momentum about the centre of subtree b, when dof i moves all of subtree k with unit velocity."""
    h = inertia_mul(d.crb[k], d.cdof[i])
    o = d.subtree_com[m.body_rootid[k]]
    return about(angular(h), linear(h), o, d.subtree_com[b])
