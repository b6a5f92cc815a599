"""python ≡ single ≡ every lane of lanes64 and lanes32, field by field, on every stage."""

from functools import cache

import pytest
from support.stage_runs import RUNS
from support.systems import model
from support.worlds import Singles, batch_of, differences, poison, states

from knuckle.batch.arguments import stage_names
from knuckle.machine import targets

MODELS = ["everything", "flight", "humanoid", "quadruped", "cart_pole", "spinning_top"]
PYTHON_WORLDS = 1  # the interpreter is slow


@cache
def worlds(name: str):
    """The model and its worlds: a whole group of the widest lanes and one world more."""
    m = model(name)
    data = states(m, targets.lanes(32).lanes + 1)
    for d in data:
        poison(d)
    return m, data


def worst(found, expected) -> tuple[str, float]:
    return next(iter(differences(found, expected).items()))


def test_every_stage_is_run():
    assert {stage for run in RUNS.values() for stage in run} == set(stage_names())


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("run", RUNS)
def test_python_agrees_to_rounding(name, run):
    """Python fuses no products: rounding of ten terms, times the condition of M (1e4) for what its factor solves."""
    m, data = worlds(name)
    single, python = Singles("single", m, data[:PYTHON_WORLDS]), Singles("python", m, data[:PYTHON_WORLDS])
    for stage in RUNS[run]:
        single.run(stage)
        python.run(stage)
        field, error = worst(python, single)
        assert error < 1e-12, f"{field} after {stage}"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("run", RUNS)
def test_float64_lanes_agree_to_the_bit(name, run):
    m, data = worlds(name)
    single, lanes = Singles("single", m, data), batch_of(m, data, "float64")
    for stage in RUNS[run]:
        single.run(stage)
        lanes.run(stage)
        field, error = worst(lanes, single)
        assert error == 0.0, f"{field} after {stage}"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("run", RUNS)
def test_float32_lanes_agree_with_float64(name, run):
    """Some hundred roundings of 6e-8, of the model and in sums of ten terms, times the condition of the arms' M."""
    m, data = worlds(name)
    single, lanes = Singles("single", m, data), batch_of(m, data, "float32")
    for stage in RUNS[run]:
        single.run(stage)
        lanes.run(stage)
        field, error = worst(lanes, single)
        assert error < 2e-5, f"{field} after {stage}"
