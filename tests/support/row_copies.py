"""Copies rows of worlds into a workspace of any width and back: `python row_copies.py BITS LANES`."""

import sys

import numpy as np
from conftest import ToyModel
from support import toy_kernels

from knuckle.batch.memory import BatchMemory
from knuckle.batch.plan import Course
from knuckle.kernel import STAGES
from knuckle.machine.artifact import Artifact
from knuckle.machine.emit import Emitter
from knuckle.machine.optimise import optimised_object
from knuckle.machine.processor import processor
from knuckle.machine.targets import Target
from knuckle.machine.unit import ROW_COPIES, entry_unit, stage_unit

bits, lanes = map(int, sys.argv[1:])
target, real = Target(f"lanes{bits}x{lanes}", bits, lanes), np.dtype(f"float{bits}")
entry = toy_kernels.entries()[0]
stages = [stage_unit(stage, target) for stage in STAGES if stage.__module__ == toy_kernels.__name__]
code = optimised_object(Emitter(target).bitcode(ROW_COPIES, *stages, entry_unit(entry)), target, processor())
run = Artifact(target, [code], [entry.name])[entry.name]

model, nworld = ToyModel(real), 2 * lanes + 3
memory, rng = BatchMemory(model.counts, nworld, real), np.random.default_rng(0)
for rows in memory.fields.values():
    rows[...] = rng.integers(0, 2 if rows.dtype.kind == "b" else 1000, rows.shape)
memory.fields["overflow"][:] = 0
before = {name: rows.copy() for name, rows in memory.fields.items()}

chosen = rng.permutation(nworld)[:-2]
plan = memory.plan(chosen, whole=False, lanes=lanes)
assert run(model.table.ctypes.data, plan.address(0), 0, plan.ngroup, 0) == 0
assert all((rows == before[name]).all() for name, rows in memory.fields.items())

# the workspace still holds the last group: its worlds, and the first of them in lanes without a world
held = plan.worlds[-lanes:].copy()
held[len(chosen) - lanes * (plan.ngroup - 1) :] = held[0]
for name in before:
    array = memory.workspaces(lanes)[0].arrays[name]
    assert (array == before[name][held].reshape(lanes, -1).T).all(), name

# a course of three steps: real numbers that are written before each, and recorded after it
name = next(field for field in memory.fields if memory.fields[field].dtype == real and memory.fields[field][0].size)
shape, steps = memory.fields[name].shape, 3
written = rng.integers(0, 1000, (nworld, steps + 1, *shape[1:])).astype(real)
course = Course({name: written}, {name: np.zeros_like(written)}, 1)
plan = memory.plan(chosen, whole=False, lanes=lanes, course=course)
plan.begin(0, 0, 0)
assert run(model.table.ctypes.data, plan.address(0), 0, plan.ngroup, steps) == 0
assert (course.recorded[name][chosen, 1:] == written[chosen, 1:]).all()
assert not course.recorded[name][:, 0].any() and not np.delete(course.recorded[name], chosen, axis=0).any()
assert (memory.fields[name][chosen] == written[chosen, -1]).all()
