"""Kernels that use what kernels have not: `python foreign_kernels.py` tries each, and prints what the compiler says."""

import json

import numpy as np

from knuckle.kernel import kernel
from knuckle.machine.entry import Entry
from knuckle.machine.targets import SINGLE
from knuckle.machine.unit import entry_unit


@kernel
def comprehension(m, d):
    d.qvel[0] = sum([d.qpos[i] for i in range(m.nq)])


@kernel
def nested(m, d):
    def twice(x):
        return x + x

    d.qvel[0] = twice(d.qpos[0])


@kernel
def steps(m, d):
    yield d.qpos[0]


@kernel
def attempt(m, d):
    try:
        d.qvel[0] = d.qpos[0]
    finally:
        d.qvel[1] = d.qpos[1]


@kernel
def inner_attempt(m, d):
    attempt(m, d)


@kernel
def unknown_field(m, d):
    d.qvel[0] = d.nonsense[0]


@kernel
def numpy_function(m, d):
    d.qvel[0] = np.sin(d.qpos[0])


@kernel
def allocation(m, d):
    d.qvel[0] = np.zeros(3)[0]


@kernel
def mixed_types(m, d):
    x = d.qpos[0]
    if m.nq > 3:
        x = (1.0, 2.0)
    d.qvel[0] = x


@kernel
def power(m, d):
    d.qvel[0] = d.qpos[0] ** 2


@kernel
def a_list(m, d):
    d.qvel[0] = [1.0, 2.0][m.nq]


@kernel
def printing(m, d):
    print(m.nq)


FOREIGN = (
    *(comprehension, nested, steps, attempt, inner_attempt),
    *(unknown_field, numpy_function, allocation, mixed_types, power, a_list, printing),
)


def said(emitter, function) -> str:
    """What the compiler says of a kernel; nothing where it compiles it."""
    try:
        emitter.bitcode(entry_unit(Entry(function.__name__, function)))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


if __name__ == "__main__":
    from knuckle.machine.emit import Emitter

    emitter = Emitter(SINGLE)
    print(json.dumps({function.__name__: said(emitter, function) for function in FOREIGN}))
