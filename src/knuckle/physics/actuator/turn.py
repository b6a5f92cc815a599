"""Actuators with three outputs that turn: a ball joint, or one site against another."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_column
from knuckle.math.quat import quat_mul_conjugate, quat_to_vector, quat_unit
from knuckle.physics.actuator.site import put_row
from knuckle.physics.force.spring import read4


@kernel
def turn_transmission(m, d, k):
    """l = log(q), q the orientation of the joint, or of the site in the reference site; moments by the axes turned."""
    o = m.actuator_outadr[k]
    angle = quat_to_vector(orientation(m, d, k))
    d.actuator_length[o] = angle[0]
    d.actuator_length[o + 1] = angle[1]
    d.actuator_length[o + 2] = angle[2]
    for e in range(3):
        if m.actuator_trnid[k, 1] < 0:
            d.actuator_moment[m.trn_rowadr[o + e]] = 1.0
        else:
            s = m.actuator_trnid[k, 0]
            put_row(m, d, o + e, s, m.actuator_trnid[k, 1], (0.0, 0.0, 0.0), mat_column(d.site_xmat[s], e))


@kernel
def orientation(m, d, k):
    """The orientation that actuator k turns."""
    s = m.actuator_trnid[k, 0]
    if m.actuator_trnid[k, 1] < 0:
        return quat_unit(read4(d.qpos, m.jnt_qposadr[s]))
    return quat_mul_conjugate(d.site_xquat[m.actuator_trnid[k, 1]], d.site_xquat[s])
