"""Where the readings of a sensor go, and their bounds."""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.schema.enums import DataType


@kernel
def store1(m, d, s, x):
    """One number as the reading of sensor s, within its bounds."""
    d.sensordata[m.sensor_adr[s]] = within_cutoff(m, s, x)


@kernel
def store3(m, d, s, v):
    """A vector as the reading of sensor s, within its bounds."""
    a = m.sensor_adr[s]
    d.sensordata[a] = within_cutoff(m, s, v[0])
    d.sensordata[a + 1] = within_cutoff(m, s, v[1])
    d.sensordata[a + 2] = within_cutoff(m, s, v[2])


@kernel
def put3(d, a, v):
    """A vector from place a of the readings on, as it is."""
    d.sensordata[a] = v[0]
    d.sensordata[a + 1] = v[1]
    d.sensordata[a + 2] = v[2]


@kernel
def within_cutoff(m, s, x):
    """x within ±cutoff where sensor s has a cutoff, or below it where readings are positive; directions have none."""
    most = m.sensor_cutoff[s]
    kind = m.sensor_datatype[s]
    if most > 0.0 and kind == DataType.REAL:
        return minimum(maximum(x, -most), most)
    elif most > 0.0 and kind == DataType.POSITIVE:
        return minimum(x, most)
    else:
        return x
