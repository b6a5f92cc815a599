"""Real models: with their unsupported sections removed, the reference loads them, and so do we."""

import sys

import mujoco
import pytest
from support import corpus
from support.pairs import whole_model
from support.reduce import reduce_xml

from knuckle.errors import ModelError
from knuckle.parse import load_file, load_string
from knuckle.schema.mjcf import FEATURES

PATHS = corpus.model_paths()
KINDS = {"body": "nbody", "geom": "ngeom", "site": "nsite", "camera": "ncam", "light": "nlight"}


def outcome(path):
    """Why a model is out of reach, or nothing."""
    whole = whole_model(path)
    if isinstance(whole, str):
        return f"the reference does not load it: {whole}"
    text = reduce_xml(path, whole)
    try:
        reduced = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        return f"REDUCED MODEL FAILS in the reference: {str(error).splitlines()[0]}"
    spec = load_string(text)
    nodes = [node.tag for node in spec.walk()]
    counts = {kind: nodes.count(kind) for kind in KINDS}
    assert counts == {kind: getattr(reduced, size) for kind, size in KINDS.items()}
    assert nodes.count("joint") + nodes.count("freejoint") == reduced.njnt
    keys = max(len(spec.keys), spec.size.nkey)  # the size section may reserve more than are written
    assert (len(spec.materials), len(spec.textures), keys) == (reduced.nmat, reduced.ntex, reduced.nkey)
    assert reduced.nv == whole.nv and reduced.nbody == whole.nbody
    return ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not PATHS, reason="; ".join(corpus.missing()) or "no models")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_reduced_models_load_in_both_engines(path):
    reason = outcome(path)
    assert not reason.startswith("REDUCED"), reason
    if reason:
        pytest.skip(reason)


@pytest.mark.skipif(not PATHS, reason="; ".join(corpus.missing()) or "no models")
@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_whole_models_parse_when_unsupported_features_are_omitted(path):
    whole = whole_model(path)
    if isinstance(whole, str):
        pytest.skip(f"the reference does not load it: {whole}")
    try:
        load_file(path, omit=FEATURES)
    except ModelError as error:
        # a target that an attached model or copy would have brought
        assert all("there is no body" in problem.message for problem in error.problems), str(error)


if __name__ == "__main__":
    reasons = {corpus.model_id(path): outcome(path) for path in PATHS}
    for name, reason in reasons.items():
        if reason:
            print(f"{name}: {reason}")
    print(f"{sum(not reason for reason in reasons.values())} of {len(reasons)} models in reach")
    sys.exit(any(reason.startswith("REDUCED") for reason in reasons.values()))
