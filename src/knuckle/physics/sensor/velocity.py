"""Sensors of velocities."""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, linear
from knuckle.physics.kinematics.motion import object_velocity
from knuckle.physics.sensor.frames import frame_angular_velocity, frame_linear_velocity
from knuckle.physics.sensor.reading import store1, store3, within_cutoff
from knuckle.schema.enums import ObjType, SensorType


@kernel
def read_velocity(m, d, s):
    """The reading of sensor s, of a kind that needs no search."""
    kind, k = m.sensor_type[s], m.sensor_objid[s]
    if kind == SensorType.VELOCIMETER:
        store3(m, d, s, linear(object_velocity(m, d, ObjType.SITE, k, True)))
    elif kind == SensorType.GYRO:
        store3(m, d, s, angular(object_velocity(m, d, ObjType.SITE, k, True)))
    elif kind == SensorType.FRAMELINVEL:
        store3(m, d, s, frame_linear_velocity(m, d, s))
    elif kind == SensorType.FRAMEANGVEL:
        store3(m, d, s, frame_angular_velocity(m, d, s))
    elif kind == SensorType.JOINTVEL:
        store1(m, d, s, d.qvel[m.jnt_dofadr[k]])
    elif kind == SensorType.TENDONVEL:
        store1(m, d, s, d.ten_velocity[k])
    elif kind == SensorType.ACTUATORVEL:
        for o in range(m.actuator_outnum[k]):
            rate = d.actuator_velocity[m.actuator_outadr[k] + o]
            d.sensordata[m.sensor_adr[s] + o] = within_cutoff(m, s, rate)
    elif kind == SensorType.BALLANGVEL:
        i = m.jnt_dofadr[k]
        store3(m, d, s, (d.qvel[i], d.qvel[i + 1], d.qvel[i + 2]))
    elif kind == SensorType.SUBTREELINVEL:
        store3(m, d, s, d.subtree_linvel[k])
    elif kind == SensorType.SUBTREEANGMOM:
        store3(m, d, s, d.subtree_angmom[k])
