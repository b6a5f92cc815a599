"""Sensors that positions alone determine, by formula."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.quat import quat_unit
from knuckle.physics.force.spring import read4
from knuckle.physics.inertia.crb import quadratic_M
from knuckle.physics.sensor.frames import frame_axis, frame_position, frame_quat
from knuckle.physics.sensor.projection import pixel
from knuckle.physics.sensor.reading import store1, store3, within_cutoff
from knuckle.schema.enums import SensorType


@kernel
def read_position(m, d, s):
    """The reading of sensor s, of a kind that needs no search."""
    kind, k = m.sensor_type[s], m.sensor_objid[s]
    if kind == SensorType.FRAMEPOS:
        store3(m, d, s, frame_position(m, d, s))
    elif kind == SensorType.FRAMEQUAT:
        put4(m, d, s, frame_quat(m, d, s))
    elif SensorType.FRAMEXAXIS <= kind <= SensorType.FRAMEZAXIS:
        store3(m, d, s, frame_axis(m, d, s, kind - SensorType.FRAMEXAXIS))
    elif kind == SensorType.JOINTPOS:
        store1(m, d, s, d.qpos[m.jnt_qposadr[k]])
    elif kind == SensorType.TENDONPOS:
        store1(m, d, s, d.ten_length[k])
    elif kind == SensorType.ACTUATORPOS:
        for o in range(m.actuator_outnum[k]):
            length = d.actuator_length[m.actuator_outadr[k] + o]
            d.sensordata[m.sensor_adr[s] + o] = within_cutoff(m, s, length)
    elif kind == SensorType.BALLQUAT:
        put4(m, d, s, quat_unit(read4(d.qpos, m.jnt_qposadr[k])))
    elif kind == SensorType.SUBTREECOM:
        store3(m, d, s, d.subtree_com[k])
    else:
        read_surroundings(m, d, s)


@kernel
def read_surroundings(m, d, s):
    """Fields, images, energies and time."""
    kind, k = m.sensor_type[s], m.sensor_objid[s]
    if kind == SensorType.MAGNETOMETER:
        store3(m, d, s, mat_t_mul_vec(d.site_xmat[k], m.opt_magnetic))
    elif kind == SensorType.CAMPROJECTION:
        x, y = pixel(m, d, m.sensor_refid[s], d.site_xpos[k])
        d.sensordata[m.sensor_adr[s]] = within_cutoff(m, s, x)
        d.sensordata[m.sensor_adr[s] + 1] = within_cutoff(m, s, y)
    elif kind == SensorType.E_POTENTIAL:
        store1(m, d, s, d.energy[0])
    elif kind == SensorType.E_KINETIC:
        store1(m, d, s, 0.5 * quadratic_M(m, d, d.qvel))
    elif kind == SensorType.CLOCK:
        store1(m, d, s, d.time)


@kernel
def put4(m, d, s, q):
    """A quaternion as the reading of sensor s."""
    for i in range(4):
        d.sensordata[m.sensor_adr[s] + i] = q[i]
