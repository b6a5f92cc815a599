"""Jacobians of whole subtrees: of the centre of mass, and of the angular momentum about it."""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, inertia_mul, linear
from knuckle.math.vec3 import add3, cross3, scale3, sub3
from knuckle.physics.kinematics.chain import last_dof
from knuckle.physics.kinematics.jacobian import clear
from knuckle.physics.kinematics.momentum import about

MASSLESS = 1e-15  # the centre of a lighter subtree does not count as moving


@kernel
def jac_subtree_com(m, d, b):
    """jacp of the centre of mass of the subtree at b; jacr becomes zero.

    A dof above or at b moves the subtree as one body. A dof of a body k inside it moves the subtree at k, and the
    common centre by the share of its mass: M_k / M_b times the Jacobian of its own centre.
    """
    clear(m, d)
    mass = m.body_subtreemass[b]
    if mass >= MASSLESS:
        i = last_dof(m, b)
        while i >= 0:
            d.jacp[i] = point_motion(m, d, i, d.subtree_com[b])
            i = m.dof_parentid[i]
        k = b + 1
        # the bodies of a subtree follow each other
        while k < m.nbody and m.body_parentid[k] >= b:
            for i in range(m.body_dofadr[k], m.body_dofadr[k] + m.body_dofnum[k]):
                motion = point_motion(m, d, i, d.subtree_com[k])
                d.jacp[i] = scale3(motion, m.body_subtreemass[k] / mass)
            k += 1


@kernel
def point_motion(m, d, i, point):
    """Velocity of a world point that moves with the body of dof i, for a unit velocity of it."""
    cdof = d.cdof[i]
    arm = sub3(point, d.subtree_com[m.body_rootid[m.dof_bodyid[i]]])
    return add3(linear(cdof), cross3(angular(cdof), arm))


@kernel
def angmom_mat(m, d, b):
    """jacr becomes the angular momentum matrix H of the subtree at b, a row for each dof; jacp becomes zero.

    L = Hᵀ q̇ is the subtree's angular momentum about its centre of mass. Needs `crb`. [kg m²/s per unit of velocity]
    """
    clear(m, d)
    i = last_dof(m, b)
    while i >= 0:
        d.jacr[i] = angular_momentum(m, d, b, b, i)
        i = m.dof_parentid[i]
    k = b + 1
    while k < m.nbody and m.body_parentid[k] >= b:
        for i in range(m.body_dofadr[k], m.body_dofadr[k] + m.body_dofnum[k]):
            d.jacr[i] = angular_momentum(m, d, b, k, i)
        k += 1


@kernel
def angular_momentum(m, d, b, k, i):
    """Angular momentum about the centre of subtree b, when dof i moves all of subtree k with unit velocity."""
    h = inertia_mul(d.crb[k], d.cdof[i])
    o = d.subtree_com[m.body_rootid[k]]
    return about(angular(h), linear(h), o, d.subtree_com[b])
