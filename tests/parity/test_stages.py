"""Every stage gives the reference implementation's numbers, in random states of all real models."""

import pytest
from support import corpus
from support.compare import fewer, stage_errors, worst
from support.pairs import load_pair

PATHS = corpus.outermost_paths()
NSTATE = 20
TOLERANCE = 1e-10  # of the field's scale: roundings, amplified by the conditioning of M


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_every_field_of_forward_equals_the_reference(path):
    pair = load_pair(path)
    if isinstance(pair, str):
        pytest.skip(pair)
    name, error = worst(stage_errors(pair, fewer(NSTATE, pair.m.nv)))
    assert error <= TOLERANCE, f"worst field {name}: {error:.2e} of its scale"
