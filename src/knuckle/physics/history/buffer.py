"""Ring buffers of samples with their times.

A buffer in d.history is: a number for the user, the slot written last, the times of `count` samples, and the samples,
`width` numbers each. The sample after the one written last is the oldest. Times ascend from there.
"""

from knuckle.kernel import kernel
from knuckle.physics.history.clock import tolerance
from knuckle.schema.enums import Interpolation


@kernel
def last_slot(d, start, count):
    """The slot written last; the last of all where a user's number is none."""
    for slot in range(count):
        if d.history[start + 1] == slot:
            return slot
    return count - 1


@kernel
def push(d, start, count, width, time):
    """Take a slot for a new sample; returns where its numbers go, in units of samples.

    It is that of the oldest sample, or of the one at the same time. A sample that is not the newest, as after a user
    has set the clock back, goes to its place among the others.
    """
    oldest = (last_slot(d, start, count) + 1) % count
    k = first_from(d, start, count, oldest, time)
    if k == count:
        slot = oldest
        d.history[start + 1] = slot
    elif k == 0 or sample_time(d, start, count, oldest, k) - time < tolerance(time):
        slot = (oldest + k) % count
    else:
        for i in range(k - 1):
            move_sample(d, start, count, width, (oldest + i + 1) % count, (oldest + i) % count)
        slot = (oldest + k - 1) % count
    d.history[start + 2 + slot] = time
    return slot


@kernel
def move_sample(d, start, count, width, slot, to):
    """Write one sample over another."""
    d.history[start + 2 + to] = d.history[start + 2 + slot]
    values = start + 2 + count
    for e in range(width):
        d.history[values + to * width + e] = d.history[values + slot * width + e]


@kernel
def clear_buffer(d, start, count, width, period, first):
    """Zeros, but for the first number of each sample, sampled at every period before time zero."""
    d.history[start] = 0.0
    d.history[start + 1] = count - 1
    for slot in range(count):
        d.history[start + 2 + slot] = (slot - count) * period
        for e in range(width):
            d.history[start + 2 + count + slot * width + e] = first if e == 0 else 0.0


@kernel
def sample_time(d, start, count, oldest, k):
    """The time of the k-th sample from the oldest on."""
    return d.history[start + 2 + (oldest + k) % count]


@kernel
def sample_value(d, start, count, width, oldest, k, e):
    """Number e of the k-th sample from the oldest on."""
    return d.history[start + 2 + count + ((oldest + k) % count) * width + e]


@kernel
def read(d, start, count, width, e, time, interpolation):
    """Number e of the buffer at a time; before the oldest and after the newest sample it is theirs."""
    oldest = last_slot(d, start, count) + 1
    same = tolerance(time)
    if time - sample_time(d, start, count, oldest, 0) < same:
        return sample_value(d, start, count, width, oldest, 0, e)
    if not sample_time(d, start, count, oldest, count - 1) - time >= same:
        return sample_value(d, start, count, width, oldest, count - 1, e)
    k = first_from(d, start, count, oldest, time)
    if sample_time(d, start, count, oldest, k) - time < same:
        return sample_value(d, start, count, width, oldest, k, e)
    if interpolation == Interpolation.ZOH:
        return sample_value(d, start, count, width, oldest, k - 1, e)
    return between(d, start, count, width, oldest, k, e, time, interpolation)


@kernel
def first_from(d, start, count, oldest, time):
    """The first sample, counted from the oldest on, that is not before a time; `count` where all are."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) // 2
        if sample_time(d, start, count, oldest, middle) >= time:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def between(d, start, count, width, oldest, k, e, time, interpolation):
    """Between samples k − 1 and k: a line, or the cubic that has the slopes of their neighbours (Catmull-Rom)."""
    t0, t1 = sample_time(d, start, count, oldest, k - 1), sample_time(d, start, count, oldest, k)
    x0, x1 = sample_value(d, start, count, width, oldest, k - 1, e), sample_value(d, start, count, width, oldest, k, e)
    h = t1 - t0
    s = (time - t0) / h
    if interpolation == Interpolation.LINEAR:
        return x0 + s * (x1 - x0)
    v0 = h * slope(d, start, count, width, oldest, k - 1, e)
    v1 = h * slope(d, start, count, width, oldest, k, e)
    r = 1.0 - s
    return (1.0 + 2.0 * s) * r * r * x0 + s * r * r * v0 + s * s * (3.0 - 2.0 * s) * x1 - s * s * r * v1


@kernel
def slope(d, start, count, width, oldest, k, e):
    """The slope at sample k, from the one before to the one after; zero at the ends."""
    if k == 0 or k == count - 1:
        return 0.0
    rise = sample_value(d, start, count, width, oldest, k + 1, e) - sample_value(
        d, start, count, width, oldest, k - 1, e
    )
    return rise / (sample_time(d, start, count, oldest, k + 1) - sample_time(d, start, count, oldest, k - 1))
