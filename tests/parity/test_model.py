"""Every field of every real model compiles to the reference implementation's numbers."""

import mujoco
import pytest
from support import corpus
from support.model_difference import TOLERANCE, differences
from support.pairs import whole_model
from support.reduce import reduce_xml

from knuckle.compile import compile_spec
from knuckle.parse import load_string

PATHS = corpus.model_paths()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_every_field_equals_the_reference(path):
    whole = whole_model(path)
    if isinstance(whole, str):
        pytest.skip(f"{corpus.model_id(path)}: the reference does not load it: {whole}")
    text = reduce_xml(path, whole)
    found = differences(compile_spec(load_string(text)), mujoco.MjModel.from_xml_string(text))
    wrong = [str(difference) for difference in found if difference.error > TOLERANCE]
    assert not wrong, "worst fields of the model:\n" + "\n".join(wrong[:5])


def test_corpus_is_complete():
    if reasons := corpus.missing():
        pytest.skip("; ".join(reasons))
    assert len(PATHS) >= 150
