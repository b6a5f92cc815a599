"""Questions about motions of objects, and forces on bodies as generalized forces."""

from knuckle.kernel import kernel
from knuckle.physics.kinematics.motion import object_acceleration as acceleration_of
from knuckle.physics.kinematics.motion import object_velocity as velocity_of
from knuckle.physics.kinematics.points import apply_ft as add_wrench
from knuckle.schema.enums import ObjType


@kernel
def apply_ft(m, d, q):
    """Generalized force of a force at a world point and a torque on a body. [N, N m]"""
    for i in range(m.nv):
        q.qfrc[i] = 0.0
    add_wrench(m, d, q.force, q.torque, q.point, q.body, q.qfrc)


@kernel
def object_velocity(m, d, q):
    """(angular, linear) velocity of an object, in world axes or its own. [rad/s, m/s]"""
    q.motion = velocity_of(m, d, q.kind, q.key, q.local)


@kernel
def object_acceleration(m, d, q):
    """(angular, linear) acceleration of an object from `cacc`, in world axes or its own. [rad/s², m/s²]"""
    q.motion = acceleration_of(m, d, q.kind, q.key, q.local)


@kernel
def is_object(m, q):
    """Whether there is an object of that kind (ObjType) and index."""
    kind = q.kind
    if kind == ObjType.BODY or kind == ObjType.XBODY:
        count = m.nbody
    elif kind == ObjType.GEOM:
        count = m.ngeom
    elif kind == ObjType.SITE:
        count = m.nsite
    elif kind == ObjType.CAMERA:
        count = m.ncam
    else:
        count = 0
    return 0 <= q.key < count
