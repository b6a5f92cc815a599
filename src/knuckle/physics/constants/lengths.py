"""How far bodies reach, and the length by which the velocity of a dof becomes a speed."""

from knuckle.kernel import kernel, maximum
from knuckle.math.vec3 import norm3, sub3
from knuckle.schema.enums import JointType

SMALLEST_SIZE = 1e-5  # [m] of a body


@kernel
def body_sizes(m, d, q):
    """How far each body reaches from its centre of mass: to its geoms' bounds, to its joints and to its children's."""
    for b in range(m.nbody):
        q.body_size[b] = SMALLEST_SIZE
    for g in range(m.ngeom):
        if m.geom_rbound[g] > 0.0:
            reach(d, q, m.geom_bodyid[g], d.geom_xpos[g], m.geom_rbound[g])
    for j in range(m.njnt):
        b = m.jnt_bodyid[j]
        reach(d, q, b, d.xanchor[j], 0.0)
        reach(d, q, m.body_parentid[b], d.xanchor[j], 0.0)


@kernel
def reach(d, q, b, point, beyond):
    """Body b reaches a point, and some way beyond it."""
    q.body_size[b] = maximum(q.body_size[b], norm3(sub3(point, d.xipos[b])) + beyond)


@kernel
def dof_lengths(m, q):
    """dof_length: 1 for a dof that moves the body, the size of the body for one that turns it."""
    for i in range(m.nv):
        j = m.dof_jntid[i]
        kind = m.jnt_type[j]
        moves = kind == JointType.SLIDE or (kind == JointType.FREE and i < m.jnt_dofadr[j] + 3)
        q.dof_length[i] = 1.0 if moves else q.body_size[m.dof_bodyid[i]]
