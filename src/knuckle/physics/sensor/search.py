"""Sensors that look for something in each world by itself: rays, contacts, distances, rows of limits."""

from knuckle.kernel import kernel, per_world, stage_of_world
from knuckle.physics.kinematics.motion import object_position
from knuckle.physics.sensor.contact import read_contacts
from knuckle.physics.sensor.distance import read_distance
from knuckle.physics.sensor.enclosure import read_enclosure
from knuckle.physics.sensor.inside import inside_site
from knuckle.physics.sensor.limits import read_limit
from knuckle.physics.sensor.rangefinder import read_rangefinder
from knuckle.physics.sensor.reading import store1
from knuckle.physics.sensor.tactile import read_tactile
from knuckle.physics.sensor.touch import read_touch
from knuckle.schema.enums import SensorType


@kernel
def searches(kind):
    """Whether a kind of sensor looks for something that differs from world to world."""
    return (
        kind == SensorType.TOUCH
        or kind == SensorType.RANGEFINDER
        or SensorType.JOINTLIMITPOS <= kind <= SensorType.TENDONLIMITFRC
        or SensorType.INSIDESITE <= kind <= SensorType.CONTACT
        or kind == SensorType.TACTILE
    )


@kernel
def has_searches(m, stage):
    """Whether a sensor of that stage searches."""
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == stage and searches(m.sensor_type[s]):
            return True
    return False


@per_world
def search(m, d, stage):
    """The readings of all such sensors of a stage."""
    read_searching(m, d, stage)


@stage_of_world
def read_searching(m, d, stage):
    """The same in one world."""
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == stage and searches(m.sensor_type[s]):
            read_search(m, d, s)


@kernel
def read_search(m, d, s):
    """The reading of sensor s."""
    kind = m.sensor_type[s]
    if kind == SensorType.RANGEFINDER:
        read_rangefinder(m, d, s)
    elif SensorType.JOINTLIMITPOS <= kind <= SensorType.TENDONLIMITFRC:
        read_limit(m, d, s)
    elif kind == SensorType.TOUCH:
        read_touch(m, d, s)
    elif SensorType.GEOMDIST <= kind <= SensorType.GEOMFROMTO:
        read_distance(m, d, s)
    elif kind == SensorType.CONTACT:
        read_contacts(m, d, s)
    elif kind == SensorType.TACTILE:
        read_tactile(m, d, s)
    elif kind == SensorType.INSIDESITE:
        read_inside(m, d, s)


@kernel
def read_inside(m, d, s):
    """1 where the origin of a frame is inside of a site, else 0; or how far the object juts out of it."""
    if m.sensor_intprm[s, 0]:
        read_enclosure(m, d, s)
        return
    point = object_position(d, m.sensor_objtype[s], m.sensor_objid[s])
    store1(m, d, s, 1.0 if inside_site(m, d, m.sensor_refid[s], point) else 0.0)
