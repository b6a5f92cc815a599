"""Sensors of accelerations and forces."""

from knuckle.kernel import kernel, real_of
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import cross3, sub3
from knuckle.physics.kinematics.motion import object_acceleration
from knuckle.physics.sensor.reading import store1, store3, within_cutoff
from knuckle.schema.enums import ObjType, SensorType, TrnType


@kernel
def read_acceleration(m, d, s):
    """The reading of sensor s, of a kind that needs no search."""
    kind, k = m.sensor_type[s], m.sensor_objid[s]
    if kind == SensorType.ACCELEROMETER:
        store3(m, d, s, linear(object_acceleration(m, d, ObjType.SITE, k, True)))
    elif kind == SensorType.FORCE:
        store3(m, d, s, mat_t_mul_vec(d.site_xmat[k], linear(d.cfrc_int[m.site_bodyid[k]])))
    elif kind == SensorType.TORQUE:
        store3(m, d, s, mat_t_mul_vec(d.site_xmat[k], torque_at(m, d, k)))
    elif kind == SensorType.FRAMELINACC:
        store3(m, d, s, linear(object_acceleration(m, d, m.sensor_objtype[s], k, False)))
    elif kind == SensorType.FRAMEANGACC:
        store3(m, d, s, angular(object_acceleration(m, d, m.sensor_objtype[s], k, False)))
    elif kind == SensorType.ACTUATORFRC:
        for o in range(m.actuator_outnum[k]):
            force = d.actuator_force[m.actuator_outadr[k] + o]
            d.sensordata[m.sensor_adr[s] + o] = within_cutoff(m, s, force)
    elif kind == SensorType.JOINTACTFRC:
        store1(m, d, s, d.qfrc_actuator[m.jnt_dofadr[k]])
    elif kind == SensorType.TENDONACTFRC:
        store1(m, d, s, tendon_force(m, d, k))


@kernel
def torque_at(m, d, k):
    """The torque between the body of site k and its parent, about the site: τ − (x − o) × f. [N m]"""
    b = m.site_bodyid[k]
    f = d.cfrc_int[b]
    arm = sub3(d.site_xpos[k], d.subtree_com[m.body_rootid[b]])
    return sub3(angular(f), cross3(arm, linear(f)))


@kernel
def tendon_force(m, d, t):
    """The force of all actuators on tendon t. [N]"""
    total = real_of(d.ten_length[t], 0.0)
    for k in range(m.nactuator):
        if m.actuator_trntype[k] == TrnType.TENDON and m.actuator_trnid[k, 0] == t:
            total = total + d.actuator_force[m.actuator_outadr[k]]
    return total
