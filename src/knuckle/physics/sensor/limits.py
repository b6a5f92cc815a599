"""Sensors of the limits of joints and tendons: what the constraint row of a limit holds."""

from knuckle.kernel import kernel
from knuckle.physics.sensor.reading import store1
from knuckle.schema.enums import ConstraintType, SensorType


@kernel
def read_limit(m, d, s):
    """Distance, velocity or force of the first row of a limit; zero where it has none, as it is far away."""
    kind = m.sensor_type[s]
    r = limit_row(m, d, s)
    if r < 0:
        store1(m, d, s, 0.0)
    elif kind in (SensorType.JOINTLIMITPOS, SensorType.TENDONLIMITPOS):
        store1(m, d, s, d.efc_pos[r] - d.efc_margin[r])
    elif kind in (SensorType.JOINTLIMITVEL, SensorType.TENDONLIMITVEL):
        store1(m, d, s, d.efc_vel[r])
    else:
        store1(m, d, s, d.efc_force[r])


@kernel
def limit_row(m, d, s):
    """The first row of the limit of sensor s; −1 for none."""
    wanted = ConstraintType.LIMIT_TENDON
    if m.sensor_type[s] <= SensorType.JOINTLIMITFRC:
        wanted = ConstraintType.LIMIT_JOINT
    first = d.ne + d.nf
    for r in range(first, first + d.nl):
        if d.efc_type[r] == wanted and d.efc_id[r] == m.sensor_objid[s]:
            return r
    return -1
