"""One step from every state of a recorded rollout gives the reference implementation's next state."""

import pytest
from support import corpus
from support.compare import fewer, step_errors, worst
from support.pairs import load_pair

from knuckle.schema.enums import Integrator

PATHS = corpus.outermost_paths()
INTEGRATORS = tuple(Integrator)
NSTEP = 100
TOLERANCE = 1e-9
MOST_LEFT_OUT = (
    0.05  # of the steps: states in which the reference diverges, or explicit Runge-Kutta magnifies stiff servos
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_one_step_of_every_integrator_equals_the_reference(path):
    pair = load_pair(path)
    if isinstance(pair, str):
        pytest.skip(pair)
    found = step_errors(pair, INTEGRATORS, fewer(NSTEP, pair.m.nv), TOLERANCE)
    name, error = worst(found.errors)
    assert error <= TOLERANCE, f"worst field {name}: {error:.2e} of its scale"
    assert found.left_out <= MOST_LEFT_OUT * found.count, "the rollout diverges: too few steps were compared"
