"""Constraint rows, their solution, steps and inverse dynamics equal the reference's along rollouts of real models.

First-order solvers are compared at states of up to 600 rows; `KNUCKLE_WHOLE_SOLUTIONS=1` takes all states and all
iterations, a quarter of an hour in all.
"""

import os
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support import corpus
from support.compare import fewer
from support.constrained import inverse_residual, record, row_errors, solution_errors, step_result
from support.pairs import Pair, load_constrained

from knuckle.schema.enums import Cone, Solver

PATHS = corpus.outermost_paths()
NSTEP, EVERY = 500, 20  # steps of the recorded rollout, and every how many a state is taken
ROW_TOLERANCE = 1e-9
SOLUTION_TOLERANCE = 1e-7
INVERSE_TOLERANCE = 1e-9
EXACT, CLOSE = (1e-6, 0.99), (1e-3, 0.95)  # error of accelerations, and share of steps within it
MOST_ROWS = np.inf if os.environ.get("KNUCKLE_WHOLE_SOLUTIONS") else 600  # that first-order solvers are given
MOST_ITERATIONS = np.inf if os.environ.get("KNUCKLE_WHOLE_SOLUTIONS") else 200_000
# Iterations until forces are the reference's to 1e-7, where 20,000 do not do: on the hand forces of contacts cancel.
PATIENCE = {
    ("archive/menagerie/leap_hand/right_hand.xml", Solver.PGS): 4_000_000,
    ("archive/menagerie/leap_hand/scene_right.xml", Solver.PGS): 4_000_000,
}
# Where 20,000 iterations of the dual solver leave forces of both engines 1e-4 apart, and more take too long for
# a test: 700 muscles pull the same joints both ways.
SLOWEST = {f"archive/menagerie/ms_human_700/{name}.xml" for name in ("scene", "scene_locomotion")}

# why steps of a model miss their bar; they must meet it with the contacts of the reference
TOUCHING = "its sphere touches the floor exactly: a rounding decides about the contact"
FLAT = "faces or round sides lie flat on each other: of equal points roundings of the poses choose"
MIRRORED = "flat ellipsoids meet in one plane: of two mirrored sides of the polytope roundings of the poses choose"
OTHER_COLLIDER = "it asks for the older collider (nativeccd off), which finds other points of hulls deep in each other"
STEPS_EXPLAINED = {
    "archive/menagerie/iit_softfoot/scene.xml": FLAT,
    "archive/mujoco/replicate/bunnies.xml": FLAT,
    "archive/mujoco/replicate/particle_free2d.xml": MIRRORED,
    "dm_control/third_party/kinova/jaco_arm.xml": OTHER_COLLIDER,
    "gymnasium/point.xml": TOUCHING,
}


@cache
def recorded(path: Path) -> tuple[Pair, list[np.ndarray]] | str:
    """A model in both engines and the states of its rollout; the last one asked for stays loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pair = load_constrained(path)
        if not isinstance(pair, Pair):
            return pair
        return pair, list(record(pair, fewer(NSTEP, pair.m.nv), EVERY))


def states_of(path: Path) -> tuple[Pair, list[np.ndarray]]:
    found = recorded(path)
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_rows_solution_steps_and_inverse_equal_the_reference(path):
    pair, states = states_of(path)
    try:
        check_steps(path, pair, states)
        check_rows(pair, iter(states))
        check_solution(path, pair, states[2::10])
        check_inverse(pair, iter(states[::3]))
    finally:
        recorded.cache_clear()


def check_steps(path: Path, pair: Pair, states: list[np.ndarray]) -> None:
    result = step_result(pair, iter(states))
    bar, share = EXACT if result.unique else CLOSE
    if result.share(bar) >= share:
        return
    reason = STEPS_EXPLAINED.get(corpus.model_id(path))
    assert reason, f"{result.share(bar):.0%} of steps within {bar:g}, worst {max(result.errors):.1e}"
    result = step_result(pair, iter(states), their_contacts=True)
    assert result.share(bar) >= share, f"{result.share(bar):.0%} of steps within {bar:g}, although {reason}"


def check_rows(pair: Pair, states: Iterator[np.ndarray]) -> None:
    name, error = row_errors(pair, states).summary
    assert error <= ROW_TOLERANCE, f"worst field {name}: {error:.2e} of its scale"


def check_solution(path: Path, pair: Pair, states: list[np.ndarray]) -> None:
    for cone in Cone:
        for solver in Solver:
            if solver == Solver.PGS and corpus.model_id(path) in SLOWEST:
                continue
            most_rows = np.inf if solver == Solver.NEWTON else MOST_ROWS
            iterations = PATIENCE.get((corpus.model_id(path), solver), 20_000)
            if iterations > MOST_ITERATIONS:
                continue
            errors = solution_errors(pair, iter(states), solver, cone, most_rows, iterations)
            name, error = errors.summary
            assert error <= SOLUTION_TOLERANCE, f"{solver.name}, {cone.name}: {name} is off by {error:.1e}"


def check_inverse(pair: Pair, states: Iterator[np.ndarray]) -> None:
    error, rounding = inverse_residual(pair, states)
    bar = max(INVERSE_TOLERANCE, rounding)  # rows of enormous weight turn a rounding of qacc into a force
    assert error <= bar, f"inverse(forward) is off by {error:.1e} of the largest force"
