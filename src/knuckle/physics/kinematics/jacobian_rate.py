"""Time derivatives of Jacobians."""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, cross_motion, linear
from knuckle.math.vec3 import add3, cross3, sub3
from knuckle.physics.kinematics.chain import last_dof
from knuckle.physics.kinematics.jacobian import clear_columns, put_column
from knuckle.physics.kinematics.points import velocity_at
from knuckle.schema.enums import JointType


@kernel
def jac_dot(m, d, q):
    """Time derivatives of (jacp, jacr) of a world point that moves with a body.

        d/dt jacp_i = v̇_i + ω̇_i × arm + ω_i × ẋ,   d/dt jacr_i = ω̇_i

    (ω̇_i; v̇_i) is the rate of cdof_i, arm = point − com, and ẋ the point's velocity. Needs velocities.
    """
    clear_columns(m, q.jacp)
    clear_columns(m, q.jacr)
    b, point = q.body, q.point
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    velocity = linear(velocity_at(m, d, b, point))
    i = last_dof(m, b)
    while i >= 0:
        rate = axis_rate(m, d, i)
        turning = cross3(angular(d.cdof[i]), velocity)
        put_column(m, q.jacp, i, add3(add3(linear(rate), cross3(angular(rate), arm)), turning))
        put_column(m, q.jacr, i, angular(rate))
        i = m.dof_parentid[i]


@kernel
def axis_rate(m, d, i):
    """d/dt cdof_i. The turning axes of ball and free joints are fixed in the body they move, the others in what they
    are mounted on; `cdof_dot` takes all of them as mounted, which is the same in the sum over a joint only."""
    j = m.dof_jntid[i]
    kind = m.jnt_type[j]
    if kind == JointType.BALL or (kind == JointType.FREE and i >= m.jnt_dofadr[j] + 3):
        return cross_motion(d.cvel[m.dof_bodyid[i]], d.cdof[i])
    else:
        return d.cdof_dot[i]
