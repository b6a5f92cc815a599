"""Jacobians of points: how fast they move and turn for a unit velocity of each dof.

`q` is the question: its outputs `jacp` and `jacr` are 3 × nv, by rows.
"""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def jac(m, d, q):
    """(jacp, jacr), each 3 × nv, of a world point that moves with a body: ṗ = jacp q̇, ω = jacr q̇."""
    point_jacobian(m, d, q, q.body, q.point)


@kernel
def jac_body(m, d, q):
    """(jacp, jacr) of the origin of a body."""
    point_jacobian(m, d, q, q.body, d.xpos[q.body])


@kernel
def jac_body_com(m, d, q):
    """(jacp, jacr) of the centre of mass of a body."""
    point_jacobian(m, d, q, q.body, d.xipos[q.body])


@kernel
def jac_geom(m, d, q):
    """(jacp, jacr) of the centre of a geom."""
    point_jacobian(m, d, q, m.geom_bodyid[q.geom], d.geom_xpos[q.geom])


@kernel
def jac_site(m, d, q):
    """(jacp, jacr) of the centre of a site."""
    point_jacobian(m, d, q, m.site_bodyid[q.site], d.site_xpos[q.site])


@kernel
def point_jacobian(m, d, q, b, point):
    """jacp and jacr of a world point that moves with body b. [m/s, rad/s per unit of velocity]

        jacp_i = v_i + ω_i × (point − com),   jacr_i = ω_i,   (ω_i; v_i) = cdof_i

    for the dofs that move b; the others have none.
    """
    clear_columns(m, q.jacp)
    clear_columns(m, q.jacr)
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    i = last_dof(m, b)
    while i >= 0:
        cdof = d.cdof[i]
        put_column(m, q.jacp, i, add3(linear(cdof), cross3(angular(cdof), arm)))
        put_column(m, q.jacr, i, angular(cdof))
        i = m.dof_parentid[i]


@kernel
def clear_columns(m, matrix):
    """No dof moves anything, to begin with."""
    for k in range(3 * m.nv):
        matrix[k] = 0.0


@kernel
def put_column(m, matrix, i, vector):
    """Column i of a 3 × nv matrix."""
    matrix[i] = vector[0]
    matrix[m.nv + i] = vector[1]
    matrix[2 * m.nv + i] = vector[2]
