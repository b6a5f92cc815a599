"""Past readings: sensors with a delay tell what they read before, sensors with a period what they read last.

The number for the user at the start of a sensor's buffer is the time at which its last period began.
"""

from knuckle.kernel import floor, kernel, maximum, per_world, precision
from knuckle.physics.history.buffer import push, read
from knuckle.physics.history.clock import later, tolerance
from knuckle.schema.enums import DisableBit


@per_world
def tell_past_readings(m, d, stage):
    """Keep what the sensors of a stage read, and put in its place what they tell."""
    for s in range(m.nsensor):
        start = m.sensor_historyadr[s]
        if start >= 0 and m.sensor_needstage[s] == stage:
            first, width, count = m.sensor_adr[s], m.sensor_dim[s], m.sensor_history[s, 0]
            time = d.time - m.sensor_delay[s]
            for e in range(width):
                d.sensor_now[first + e] = d.sensordata[first + e]
                if m.sensor_delay[s] > 0.0 or not is_due(m, d, s):
                    d.sensordata[first + e] = read(d, start, count, width, e, time, m.sensor_history[s, 1])


@per_world
def remember_readings(m, d):
    """Add the readings and their time to the buffers of sensors that are due."""
    if m.opt_disableflags & DisableBit.SENSOR:
        return
    for s in range(m.nsensor):
        start = m.sensor_historyadr[s]
        if start >= 0 and is_due(m, d, s):
            count, width = m.sensor_history[s, 0], m.sensor_dim[s]
            if m.sensor_interval[s, 0] > 0.0:
                d.history[start] = later(d.history[start], m.sensor_interval[s, 0])
            slot = push(d, start, count, width, d.time)
            for e in range(width):
                d.history[start + 2 + count + slot * width + e] = d.sensor_now[m.sensor_adr[s] + e]


@kernel
def is_due(m, d, s):
    """Whether sensor s is read in this step: always, or when its period is over."""
    period = m.sensor_interval[s, 0]
    due = d.history[m.sensor_historyadr[s]] + period
    if precision(due) == 32:
        due = due - tolerance(due)
    return period <= 0.0 or d.time >= due


@kernel
def clear_readings(m, d):
    """Zeros, at the times before time zero at which sensors would have been read."""
    h = m.opt_timestep
    for s in range(m.nsensor):
        start = m.sensor_historyadr[s]
        if start >= 0:
            count = m.sensor_history[s, 0]
            period = maximum(m.sensor_interval[s, 0], h)
            phase = m.sensor_interval[s, 1]
            phased = phase < 0.0 and m.sensor_interval[s, 0] > 0.0
            begin = phase if phased else -period
            d.history[start] = -m.sensor_interval[s, 0] if not phased and m.sensor_interval[s, 0] > 0.0 else begin
            d.history[start + 1] = count - 1
            for slot in range(count):
                # rounded up to whole steps
                steps = -floor((tolerance(count * period) - begin + (count - 1 - slot) * period) / h)
                d.history[start + 2 + slot] = steps * h
            for e in range(start + 2 + count, start + 2 + count + count * m.sensor_dim[s]):
                d.history[e] = 0.0
