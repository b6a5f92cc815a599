"""Entries that take a Model and its Data as they are: what they find in memory, and what goes the long way."""

import threading

import llvmlite.binding as llvm
import numpy as np
import pytest
from support.systems import model

import knuckle as kn
from knuckle.functions import calls
from knuckle.machine.entry import Entry, pair_trampoline
from knuckle.machine.pair_trampoline import SHORT, pair_trampoline_text
from knuckle.machine.world_object import can_be_entered
from knuckle.program import entries

BALLS = "".join(f'<body pos="{i} 0 1"><freejoint/><geom size=".1"/></body>' for i in range(SHORT))


def test_the_text_is_valid_code():
    for entry in entries():
        if isinstance(entry, Entry):
            ((name, text),) = pair_trampoline_text(entry.name, pair_trampoline(entry.name)).items()
            module = llvm.parse_assembly(text)
            module.verify()
            assert not module.get_function(name).is_declaration


def test_models_and_data_lie_in_memory_as_it_reads_them():
    m = model("double_pendulum")
    d = kn.Data(m)
    assert can_be_entered(m, d) and not can_be_entered(m.copy(), d)


def test_a_subclass_and_a_copy_of_the_model_go_the_long_way_to_the_same_place():
    class Mine(kn.Data):
        pass

    m = model("double_pendulum", gravity=(1.0, 0.0, -9.81))
    worlds = [(m, kn.Data(m)), (m, Mine(m)), (m.copy(), kn.Data(m))]
    for each, d in worlds:
        kn.step(each, d)
        kn.forward(each, d)
    assert all(np.array_equal(d.qacc, worlds[0][1].qacc) for _, d in worlds[1:])


def test_a_copy_of_the_model_counts_with_its_own_numbers():
    m = model("double_pendulum")
    d, twin = kn.Data(m), m.copy()
    d.qpos[:] = 0.5
    kn.forward(m, d)
    before = d.qacc.copy()
    assert before.any()
    twin.opt.gravity[:] = 0.0
    kn.forward(twin, d)
    assert not np.array_equal(d.qacc, before)


def test_without_it_results_are_the_same(monkeypatch):
    monkeypatch.setattr(calls, "can_be_entered", lambda m, d: False)
    plain = calls._compiled(next(entry for entry in entries() if entry.name == "step"))
    m = model("double_pendulum", gravity=(1.0, 0.0, -9.81))
    d, other = kn.Data(m), kn.Data(m)
    for _ in range(3):
        kn.step(m, d)
        plain(m, other)
    assert np.array_equal(d.qpos, other.qpos) and d.time == other.time == pytest.approx(3 * m.opt.timestep)


def test_long_steps_let_other_threads_run():
    """A large model is stepped in small calls while another thread counts."""
    m = kn.load(f"<mujoco><worldbody>{BALLS}</worldbody></mujoco>")
    d, counted, done = kn.Data(m), [], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted.append(0)

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(300):
        kn.step(m, d)
    done.set()
    thread.join()
    assert counted and d.time == pytest.approx(300 * m.opt.timestep)
