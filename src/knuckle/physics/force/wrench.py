"""Cartesian forces on bodies, gathered along the tree and projected on the dofs.

`body_wrench` holds a spatial force (torque; force) on each body, about the origin of its tree's com-based frame. All
bodies of a tree share that origin, so forces of subtrees are plain sums and one pass serves any number of bodies.
"""

from knuckle.kernel import kernel
from knuckle.math.spatial import add6, dot6, join6
from knuckle.math.vec3 import add3, cross3, sub3


@kernel
def clear_wrenches(m, d):
    """No force on any body."""
    for b in range(m.nbody):
        d.body_wrench[b] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def add_wrench(m, d, b, torque, force, point):
    """Add a world-frame torque and a force at a world point to body b."""
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    moment = add3(torque, cross3(arm, force))
    d.body_wrench[b] = add6(d.body_wrench[b], join6(moment, force))


@kernel
def project_wrenches(m, d, result):
    """result_i = cdof_i · Σ wrenches over the subtree at dof i. [N, N m] Uses the wrenches up."""
    for b in range(m.nbody - 1, 0, -1):
        f = d.body_wrench[b]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            result[i] = dot6(d.cdof[i], f)
        p = m.body_parentid[b]
        if p > 0:
            d.body_wrench[p] = add6(d.body_wrench[p], f)
