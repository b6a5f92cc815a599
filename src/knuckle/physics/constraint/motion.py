"""Relative motion of two bodies by each dof that moves them: the columns of a block of constraint rows."""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, join6, linear
from knuckle.math.vec3 import add3, cross3, neg3, sub3
from knuckle.physics.kinematics.chain import last_dof


@kernel
def contact_motion(m, d, b1, b2, point):
    """Dofs that move body b2 against b1, with the motion at a point: v_i + ω_i × arm and ω_i. Returns their place.

    A dof that moves both bodies moves them alike, so the walk from the leaves to the root ends where the chains meet.
    """
    arm1 = sub3(point, d.subtree_com[m.body_rootid[b1]])
    arm2 = sub3(point, d.subtree_com[m.body_rootid[b2]])
    i = last_dof(m, b1)
    k = last_dof(m, b2)
    e = m.nv
    while i != k:
        e -= 1
        if k > i:
            d.row_dof[e] = k
            d.row_motion[e] = motion_at(d.cdof[k], arm2)
            k = m.dof_parentid[k]
        else:
            d.row_dof[e] = i
            d.row_motion[e] = motion_at(reversed6(d.cdof[i]), arm1)
            i = m.dof_parentid[i]
    return e


@kernel
def pair_motion(m, d, b1, point1, b2, point2):
    """Dofs that move body b1 or b2, with the motion of a point of b1 against a point of b2. Returns their place.

    A dof that moves both turns the one point about the other: ω_i × (point1 − point2).
    """
    arm1 = sub3(point1, d.subtree_com[m.body_rootid[b1]])
    arm2 = sub3(point2, d.subtree_com[m.body_rootid[b2]])
    across = sub3(point1, point2)
    i = last_dof(m, b1)
    k = last_dof(m, b2)
    e = m.nv
    while i >= 0 or k >= 0:
        e -= 1
        if i == k:
            d.row_dof[e] = i
            d.row_motion[e] = join6(cross3(angular(d.cdof[i]), across), (0.0, 0.0, 0.0))
            i = m.dof_parentid[i]
            k = i
        elif i > k:
            d.row_dof[e] = i
            d.row_motion[e] = motion_at(d.cdof[i], arm1)
            i = m.dof_parentid[i]
        else:
            d.row_dof[e] = k
            d.row_motion[e] = motion_at(reversed6(d.cdof[k]), arm2)
            k = m.dof_parentid[k]
    return e


@kernel
def motion_at(cdof, arm):
    """(linear; angular) velocity of the point at the end of the arm."""
    w = angular(cdof)
    return join6(add3(linear(cdof), cross3(w, arm)), w)


@kernel
def reversed6(cdof):
    """The opposite motion."""
    return join6(neg3(angular(cdof)), neg3(linear(cdof)))
