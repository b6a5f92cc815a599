"""Centres of mass, and inertias and joint axes about them.

The com-based frame of a kinematic tree has the world's axes and its origin at the tree's centre of mass:
`subtree_com[body_rootid[b]]`. All spatial vectors (angular; linear) are expressed there.
"""

from knuckle.kernel import kernel, stage, where
from knuckle.math.mat3 import rotate_diagonal
from knuckle.math.spatial import join6
from knuckle.math.vec3 import add3, cross3, scale3, sub3
from knuckle.physics.sleep.runs import run_bodies, run_count, run_joints
from knuckle.physics.sleep.state import may_sleep
from knuckle.schema.enums import JointType

MASSLESS = 1e-15  # a lighter subtree has its root body's centre


@stage
def com_pos(m, d):
    """subtree_com of every body, cinert of every body, cdof of every dof."""
    subtree_com(m, d)
    d.cinert[0] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for s in range(run_count(m, d)):
        first, end = run_bodies(m, d, s)
        for b in range(first, end):
            d.cinert[b] = body_inertia(m, d, b)
        first, end = run_joints(m, d, s)
        for j in range(first, end):
            joint_motion(m, d, j)


@kernel
def subtree_com(m, d):
    """Centre of mass of each subtree: Σ mᵢ xᵢ / Σ mᵢ. [m]"""
    d.subtree_com[0] = scale3(d.xipos[0], m.body_mass[0])
    for s in range(run_count(m, d) - 1, -1, -1):
        first, end = run_bodies(m, d, s)
        for b in range(first, end):
            d.subtree_com[b] = scale3(d.xipos[b], m.body_mass[b])
        for b in range(end - 1, first - 1, -1):
            moment = d.subtree_com[b]
            p = m.body_parentid[b]
            d.subtree_com[p] = add3(d.subtree_com[p], moment)
            if p == 0 and may_sleep(m):
                d.root_moment[b] = moment
            divide_by_mass(m, d, b, moment)
    if may_sleep(m):
        world_moment(m, d)
    divide_by_mass(m, d, 0, d.subtree_com[0])


@kernel
def divide_by_mass(m, d, b, moment):
    """Centre of mass of the subtree at b, whose moment is Σ mᵢ xᵢ."""
    mass = m.body_subtreemass[b]
    light = mass < MASSLESS
    d.subtree_com[b] = where(light, d.xipos[b], scale3(moment, 1.0 / where(light, 1.0, mass)))


@kernel
def world_moment(m, d):
    """Σ mᵢ xᵢ over all bodies in subtree_com of the world, in the same order wherever some of them sleep."""
    d.subtree_com[0] = scale3(d.xipos[0], m.body_mass[0])
    for b in range(m.nbody - 1, 0, -1):
        if m.body_parentid[b] == 0:
            d.subtree_com[0] = add3(d.subtree_com[0], d.root_moment[b])


@kernel
def body_inertia(m, d, b):
    """Spatial inertia of body b in its tree's com-based frame.

        I = R diag(body_inertia) Rᵀ + m (h·h 1 − h hᵀ),   h = xipos − com

    Ten numbers: xx yy zz xy xz yz [kg m²], m h [kg m], m [kg].
    """
    mass = m.body_mass[b]
    h = sub3(d.xipos[b], d.subtree_com[m.body_rootid[b]])
    I = rotate_diagonal(d.ximat[b], m.body_inertia[b])
    mh = scale3(h, mass)
    xx, yy, zz = mh[0] * h[0], mh[1] * h[1], mh[2] * h[2]
    return (
        I[0] + (yy + zz),
        I[1] + (xx + zz),
        I[2] + (xx + yy),
        I[3] - mh[0] * h[1],
        I[4] - mh[0] * h[2],
        I[5] - mh[1] * h[2],
        mh[0],
        mh[1],
        mh[2],
        mass,
    )


@kernel
def joint_motion(m, d, j):
    """cdof of joint j: the spatial velocity of its body for a unit velocity of each of its dofs.

    Turning about an axis through the anchor: (axis; axis × (com − anchor)). Sliding: (0; axis).
    """
    b = m.jnt_bodyid[j]
    i = m.jnt_dofadr[j]
    kind = m.jnt_type[j]
    arm = sub3(d.subtree_com[m.body_rootid[b]], d.xanchor[j])
    if kind == JointType.SLIDE:
        d.cdof[i] = join6((0.0, 0.0, 0.0), d.xaxis[j])
    elif kind == JointType.FREE:
        d.cdof[i] = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        d.cdof[i + 1] = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
        d.cdof[i + 2] = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        turn_about_body_axes(d, b, i + 3, arm)
    elif kind == JointType.BALL:
        turn_about_body_axes(d, b, i, arm)
    else:
        axis = d.xaxis[j]
        d.cdof[i] = join6(axis, cross3(axis, arm))


@kernel
def turn_about_body_axes(d, b, i, arm):
    """cdof of three dofs from i on, that turn about the axes of body b."""
    R = d.xmat[b]
    x, y, z = (R[0], R[3], R[6]), (R[1], R[4], R[7]), (R[2], R[5], R[8])
    d.cdof[i] = join6(x, cross3(x, arm))
    d.cdof[i + 1] = join6(y, cross3(y, arm))
    d.cdof[i + 2] = join6(z, cross3(z, arm))
