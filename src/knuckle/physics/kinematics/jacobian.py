"""Jacobians of points: how fast they move and turn for a unit velocity of each dof.

Row i of `jacp` and `jacr` belongs to dof i, so they are the transposes of the published 3 × nv matrices.
"""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def jac(m, d, b, point):
    """jacp and jacr of a world point that moves with body b. [m/s, rad/s per unit of velocity]

        jacp_i = v_i + ω_i × (point − com),   jacr_i = ω_i,   (ω_i; v_i) = cdof_i

    for the dofs that move b; the others have none.
    """
    clear(m, d)
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    i = last_dof(m, b)
    while i >= 0:
        cdof = d.cdof[i]
        d.jacp[i] = add3(linear(cdof), cross3(angular(cdof), arm))
        d.jacr[i] = angular(cdof)
        i = m.dof_parentid[i]


@kernel
def jac_body(m, d, b):
    """Jacobian of the origin of body b."""
    jac(m, d, b, d.xpos[b])


@kernel
def jac_body_com(m, d, b):
    """Jacobian of the centre of mass of body b."""
    jac(m, d, b, d.xipos[b])


@kernel
def jac_geom(m, d, g):
    """Jacobian of the centre of geom g."""
    jac(m, d, m.geom_bodyid[g], d.geom_xpos[g])


@kernel
def jac_site(m, d, s):
    """Jacobian of the centre of site s."""
    jac(m, d, m.site_bodyid[s], d.site_xpos[s])


@kernel
def clear(m, d):
    """No dof moves anything, to begin with."""
    for i in range(m.nv):
        d.jacp[i] = (0.0, 0.0, 0.0)
        d.jacr[i] = (0.0, 0.0, 0.0)
