"""The machines still agree after many steps of every integrator."""

import numpy as np
import pytest
from support.systems import model
from support.worlds import FIELDS, Singles, batch_of, differences, poison, states

STEPS = 50
INPUTS = [field for field in FIELDS if field.stage == "input"]
INTEGRATORS = ["euler", "implicit", "implicitfast", "rk4", "discrete"]


def prepared(name: str, integrator: str, update: str = "semiimplicit"):
    m = model(name, integrator=integrator, position_update=update)
    worlds = states(m, 5)
    for d in worlds:
        poison(d)
    return m, worlds


@pytest.mark.parametrize(("dtype", "bound"), [("float64", 0.0), ("float32", 1e-4)])
@pytest.mark.parametrize("name", ["everything", "humanoid", "quadruped"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_states_agree_after_many_steps(name, integrator, dtype, bound):
    """To the bit in float64. In float32 0.1 s of motion: too short for chaos, so that rounding grows by the number of
    steps and the stiffness only."""
    m, worlds = prepared(name, integrator)
    single = Singles("single", m, worlds)
    single.run("step", STEPS)
    assert np.isfinite(single.read("qpos")).all()
    batch = batch_of(m, worlds, dtype)
    batch.step(STEPS)
    field, error = next(iter(differences(batch, single, INPUTS).items()))
    assert error <= bound, field


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_interpreted_steps_agree(integrator):
    m, worlds = prepared("everything", integrator)
    single, python = Singles("single", m, worlds[:1]), Singles("python", m, worlds[:1])
    single.run("step", 10)
    python.run("step", 10)
    field, error = next(iter(differences(python, single, INPUTS).items()))
    assert error < 1e-12, field


@pytest.mark.parametrize("update", ["explicit", "midpoint"])
def test_older_position_updates_agree(update):
    m, worlds = prepared("everything", "euler", update)
    single, python, batch = (
        Singles("single", m, worlds),
        Singles("python", m, worlds[:1]),
        batch_of(m, worlds, "float64"),
    )
    for machine in (single, python, batch):
        machine.run("step", 5)
    for machine, bound in ((python, 1e-12), (batch, 0.0)):
        field, error = next(iter(differences(machine, single, INPUTS).items()))
        assert error <= bound, field


@pytest.mark.parametrize("worlds_on", ["single", "float32"])
def test_steps_at_once_are_steps_one_by_one(worlds_on):
    m, worlds = prepared("everything", "implicitfast")
    whole, parts = (
        Singles("single", m, worlds) if worlds_on == "single" else batch_of(m, worlds, worlds_on) for _ in range(2)
    )
    whole.run("step", 20)
    for _ in range(20):
        parts.run("step", 1)
    for name in ("qpos", "qvel", "time", "plastic"):
        assert (whole.read(name) == parts.read(name)).all(), name


def test_a_step_is_its_two_halves():
    m, worlds = prepared("quadruped", "implicit")
    whole, halves = (Singles("single", m, worlds) for _ in range(2))
    whole.run("step", 1)
    halves.run("step1")
    halves.run("step2")
    assert (whole.read("qvel") == halves.read("qvel")).all()
    assert (whole.read("qpos") == halves.read("qpos")).all()
