"""Kernels with one fault each, which the `checked` machine must find."""

from knuckle.kernel import flat, four, kernel, stage, store_four
from knuckle.machine.entry import Entry
from knuckle.machine.query import Query


@kernel
def read_beyond(m, d):
    for i in range(m.nq):
        d.qvel[i] = d.qpos[i + 1]


@kernel
def write_before(m, d):
    d.qvel[m.nsite - 1] = 1.0


@kernel
def column_beyond(m, d):
    d.time = d.xpos[0, m.nbody]


@kernel
def set_all(field, n):
    for i in range(n):
        field[i] = 0.0


@kernel
def field_as_argument(m, d):
    set_all(d.qacc, m.nq + 5)


@kernel
def four_beyond(m, d):
    store_four(d.qvel, 0, four(d.qpos, m.nq - 3))


@kernel
def flat_beyond(m, d):
    d.time = flat(d.xpos)[3 * m.nbody]


@kernel
def divide_by_zero(m, d):
    d.status = m.nq // m.nsite


@kernel
def remainder_by_zero(m, d):
    d.status = m.nq % m.nsite


@stage
def faulty_stage(m, d):
    d.qvel[m.nq] = 1.0


@kernel
def through_a_stage(m, d):
    faulty_stage(m, d)
    d.time = 7.0  # is not reached


@kernel
def real_by_zero(m, d):
    """No fault: an infinity."""
    d.time = 1.0 / d.qpos[0]


@kernel
def output_beyond(m, d, q):
    """Writes to an output of a query wherever the caller says."""
    q.result[q.place] = (q.value, q.value, q.value)
    d.time = 7.0


def entries():
    faults = (
        read_beyond,
        write_before,
        column_beyond,
        field_as_argument,
        four_beyond,
        flat_beyond,
        divide_by_zero,
        remainder_by_zero,
    )
    return (
        *(Entry(f.__name__, f) for f in (*faults, through_a_stage, real_by_zero)),
        Query("output_beyond", output_beyond, "place: int, value: real", "result: real nv 3"),
    )
