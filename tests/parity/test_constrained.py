"""Constraint rows, their solution, steps and inverse dynamics equal the reference's along rollouts of real models."""

import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import corpus
import numpy as np
import pytest
from parity.constrained import inverse_residual, record, row_errors, solution_errors, step_result
from parity.pairs import Pair, load_constrained

from knuckle.schema.enums import Cone, Solver

PATHS = corpus.model_paths()
NSTEP, EVERY = 500, 10  # steps of the recorded rollout, and every how many a state is taken
ROW_TOLERANCE = 1e-9
SOLUTION_TOLERANCE = 1e-7
INVERSE_TOLERANCE = 1e-9
EXACT, CLOSE = (1e-6, 0.99), (1e-3, 0.95)  # error of accelerations, and share of steps within it
# models on which the first-order solvers are run to the end; on stiffer ones they need more than 20,000 iterations
CONVERGING = {
    "archive/mujoco/humanoid/humanoid.xml",
    "archive/menagerie/agility_cassie/scene.xml",
    "gymnasium/ant.xml",
    "gymnasium/half_cheetah.xml",
    "gymnasium/hopper.xml",
    "gymnasium/walker2d.xml",
}

FIRST_ORDER = "its solver is PGS with few sweeps, whose order is the reference's own"
FEW_ITERATIONS = "it allows the solver so few iterations or evaluations that where it stops is a matter of detail"
MANY_FLAT = (
    "hundreds of contacts between flat faces or searched shapes: one choice of other points in any of them counts"
)
TOUCHING = "its sphere touches the floor exactly: a rounding decides whether there is a contact"
DEEP = "random controls drive its hulls deep into each other, where which points touch is a matter of detail"
STEPS_EXPLAINED = {
    "dm_control/third_party/kinova/jaco_arm.xml": DEEP,
    "gymnasium/point.xml": TOUCHING,
    "gymnasium/humanoid.xml": FIRST_ORDER,
    "gymnasium/humanoidstandup.xml": FIRST_ORDER,
    "dm_control/mujoco/testing/assets/humanoid.xml": FIRST_ORDER,
    "archive/menagerie/anybotics_anymal_c/anymal_c_mjx.xml": FEW_ITERATIONS,
    "archive/menagerie/anybotics_anymal_c/scene_mjx.xml": FEW_ITERATIONS,
    "archive/menagerie/google_barkour_vb/scene_mjx.xml": FEW_ITERATIONS,
    "archive/mujoco/replicate/bunnies.xml": MANY_FLAT,
    "archive/mujoco/cube/cube_3x3x3.xml": MANY_FLAT,
}

# models that are known to miss a bar: of steps (other points of flat contacts, ties), of Newton's solution (where the
# reference itself stops earlier), or of the inverse (forces that cancel)
SHORT = {
    "archive/menagerie/anybotics_anymal_c/scene.xml",
    "archive/menagerie/google_barkour_vb/scene_hfield_mjx.xml",
    "archive/menagerie/iit_softfoot/scene.xml",
    "archive/menagerie/leap_hand/right_hand.xml",
    "archive/menagerie/leap_hand/scene_right.xml",
    "archive/menagerie/ms_human_700/MS-Human-700-Locomotion.xml",
    "archive/menagerie/ms_human_700/MS-Human-700.xml",
    "archive/menagerie/ms_human_700/scene.xml",
    "archive/menagerie/ms_human_700/scene_locomotion.xml",
    "archive/menagerie/pal_tiago/scene_motor.xml",
    "archive/menagerie/pal_tiago/scene_position.xml",
    "archive/menagerie/pal_tiago/tiago.xml",
    "archive/menagerie/robotiq_2f85/2f85.xml",
    "archive/menagerie/robotiq_2f85/scene.xml",
    "archive/mujoco/adhesion/active_adhesion.xml",
    "archive/mujoco/adhesion/sand_castle.xml",
    "archive/mujoco/cards/cards.xml",
    "archive/mujoco/cube/cube_3x3x3.xml",
    "archive/mujoco/replicate/bowl.xml",
    "archive/mujoco/replicate/bunnies.xml",
    "archive/mujoco/replicate/leaves.xml",
    "archive/mujoco/replicate/newton_cradle.xml",
    "archive/mujoco/replicate/particle.xml",
    "archive/mujoco/replicate/particle_free2d.xml",
    "archive/mujoco/surfacevel/carousel.xml",
}


@cache
def recorded(path: Path) -> tuple[Pair, list[np.ndarray]] | str:
    """A model in both engines and the states of its rollout; the last one asked for stays loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pair = load_constrained(path)
        if not isinstance(pair, Pair):
            return pair
        return pair, list(record(pair, NSTEP, EVERY))


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
        check_solution(pair, states[4::20], corpus.model_id(path) in CONVERGING)
        error = inverse_residual(pair, iter(states[::5]))
        assert error <= INVERSE_TOLERANCE, f"inverse(forward) is off by {error:.1e} of the largest force"
    except AssertionError as shortfall:
        if corpus.model_id(path) not in SHORT:
            raise
        pytest.xfail(f"known to fall short: {shortfall}")
    finally:
        recorded.cache_clear()


def check_steps(path: Path, pair: Pair, states: list[np.ndarray]) -> None:
    result = step_result(pair, iter(states))
    bar, share = EXACT if result.unique else CLOSE
    if result.share(bar) < share:
        reason = STEPS_EXPLAINED.get(corpus.model_id(path))
        assert reason, f"{result.share(bar):.0%} of steps within {bar:g}, worst {max(result.errors):.1e}"


def check_rows(pair: Pair, states: Iterator[np.ndarray]) -> None:
    name, error = row_errors(pair, states).summary
    assert error <= ROW_TOLERANCE, f"worst field {name}: {error:.2e} of its scale"


def check_solution(pair: Pair, states: list[np.ndarray], first_order: bool) -> None:
    for cone in Cone:
        for solver in Solver if first_order else (Solver.NEWTON,):
            name, error = solution_errors(pair, iter(states), solver, cone).summary
            assert error <= SOLUTION_TOLERANCE, f"{solver.name}, {cone.name}: {name} is off by {error:.1e}"
