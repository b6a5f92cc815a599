"""Every field of every real model compiles to the reference implementation's numbers."""

import numpy as np
import pytest
from support import corpus
from support.model_difference import TOLERANCE, differences
from support.pairs import load_both

PATHS = corpus.model_paths()
# a few vertices, at slivers, have normals that differ by up to 3e-5 where a mesh gives none; single precision sums in
# the reference are a guess that was not confirmed. Such normals are only drawn with.
BARS = {"mesh_normal": 1e-4}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_every_field_equals_the_reference(path):
    found = load_both(path)
    if isinstance(found, str):
        pytest.skip(found)
    measured = differences(*found)
    wrong = [str(difference) for difference in measured if difference.error > BARS.get(difference.field, TOLERANCE)]
    assert not wrong, "worst fields of the model:\n" + "\n".join(wrong[:5])
    assert np.isfinite([difference.error for difference in measured]).all()


def test_corpus_is_complete():
    if reasons := corpus.missing():
        pytest.skip("; ".join(reasons))
    assert len(PATHS) >= 150
