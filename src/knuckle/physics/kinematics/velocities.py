"""Spatial velocities of bodies, and how fast the joint axes move with them."""

from knuckle.kernel import kernel, stage
from knuckle.math.spatial import add_scaled6, cross_motion
from knuckle.physics.sleep.runs import run_bodies, run_count
from knuckle.schema.enums import JointType


@stage
def com_vel(m, d):
    """cvel of every body and cdof_dot of every dof, in the com-based frame.

        v_b = v_parent + Σ cdof_i q̇_i,   cdof_dot_i = v × cdof_i

    where v is the velocity of what dof i is mounted on: parent and earlier dofs.
    """
    d.cvel[0] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for s in range(run_count(m, d)):
        body_velocities(m, d, run_bodies(m, d, s))


@kernel
def body_velocities(m, d, run):
    """The velocities of a run of bodies."""
    for b in range(run[0], run[1]):
        v = d.cvel[m.body_parentid[b]]
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            i = m.jnt_dofadr[j]
            kind = m.jnt_type[j]
            if kind == JointType.FREE:
                # its translations are along fixed axes, and carry the three turns
                for k in range(i, i + 3):
                    d.cdof_dot[k] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                    v = add_scaled6(v, d.cdof[k], d.qvel[k])
                v = turn(d, i + 3, v)
            elif kind == JointType.BALL:
                v = turn(d, i, v)
            else:
                d.cdof_dot[i] = cross_motion(v, d.cdof[i])
                v = add_scaled6(v, d.cdof[i], d.qvel[i])
        d.cvel[b] = v


@kernel
def turn(d, i, v):
    """Velocity after three dofs from i on that turn about one frame: none of them carries the others."""
    after = v
    for k in range(i, i + 3):
        d.cdof_dot[k] = cross_motion(v, d.cdof[k])
        after = add_scaled6(after, d.cdof[k], d.qvel[k])
    return after
