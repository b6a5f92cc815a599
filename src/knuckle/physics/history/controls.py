"""Past controls: actuators with a delay take theirs from the past."""

from knuckle.kernel import per_world
from knuckle.physics.history.buffer import push, read


@per_world
def read_delayed(m, d):
    """control ← the control that was given `actuator_delay` ago, of actuators that have one."""
    for k in range(m.nactuator):
        count = m.actuator_history[k, 0]
        if m.actuator_historyadr[k] >= 0 and m.actuator_delay[k] > 0.0:
            c = m.actuator_ctrladr[k]
            width = m.actuator_ctrlnum[k]
            time = d.time - m.actuator_delay[k]
            for e in range(width):
                d.control[c + e] = read(d, m.actuator_historyadr[k], count, width, e, time, m.actuator_history[k, 1])


@per_world
def remember_controls(m, d):
    """Add the controls and their time to the buffers of actuators."""
    for k in range(m.nactuator):
        start = m.actuator_historyadr[k]
        if start >= 0:
            count = m.actuator_history[k, 0]
            width = m.actuator_ctrlnum[k]
            slot = push(d, start, count, width, d.time)
            for e in range(width):
                d.history[start + 2 + count + slot * width + e] = d.ctrl[m.actuator_ctrladr[k] + e]
