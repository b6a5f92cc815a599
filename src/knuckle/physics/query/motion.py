"""Questions with one integer argument: the other arguments and the answers are the `query_` fields of Data."""

from knuckle.kernel import kernel
from knuckle.physics.kinematics.jacobian import jac
from knuckle.physics.kinematics.jacobian_rate import jac_dot
from knuckle.physics.kinematics.motion import object_acceleration, object_velocity
from knuckle.physics.kinematics.points import apply_ft


@kernel
def query_jac(m, d, b):
    """jacp and jacr of query_point on body b."""
    jac(m, d, b, d.query_point)


@kernel
def query_jac_dot(m, d, b):
    """d/dt of jacp and jacr of query_point on body b."""
    jac_dot(m, d, b, d.query_point)


@kernel
def query_apply_ft(m, d, b):
    """query_dof ← the generalized force of query_force at query_point and query_torque, on body b."""
    for i in range(m.nv):
        d.query_dof[i] = 0.0
    apply_ft(m, d, d.query_force, d.query_torque, d.query_point, b, d.query_dof)


@kernel
def query_velocity(m, d, code):
    """query_motion ← the velocity of the object that the code names."""
    d.query_motion = object_velocity(m, d, code // 2 % 32, code // 64, code % 2)


@kernel
def query_acceleration(m, d, code):
    """query_motion ← the acceleration of the object that the code names."""
    d.query_motion = object_acceleration(m, d, code // 2 % 32, code // 64, code % 2)


def object_code(kind: int, k: int, local: bool) -> int:
    """One integer for object k of a kind (ObjType), and whether the answer is in its own axes."""
    return 64 * k + 2 * kind + int(local)
