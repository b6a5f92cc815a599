"""Real models are parsed whole, also without everything that can be left out."""

import pytest
from support import corpus

from knuckle.errors import ModelError
from knuckle.parse import load_file
from knuckle.schema.mjcf import FEATURES

PATHS = corpus.outermost_paths()


@pytest.mark.skipif(not PATHS, reason="; ".join(corpus.missing()) or "no models")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_models_parse_when_everything_is_left_out_that_can_be(path):
    try:
        spec = load_file(path, omit=FEATURES)
    except ModelError as error:
        known = ("cannot read", "there is no", "is taken")  # what the model itself lacks
        assert all(any(words in problem.message for words in known) for problem in error.problems), str(error)
    else:
        assert not (spec.actuators or spec.tendons or spec.sensors)
