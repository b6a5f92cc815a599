"""Sensors that look for something in each world by itself: rays, contacts, distances, rows of limits."""

from knuckle.kernel import kernel, per_world
from knuckle.physics.sensor.limits import read_limit
from knuckle.physics.sensor.rangefinder import read_rangefinder
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
