"""Models of the corpus keep their texts: without a change as they are, with changes both engines read the same model.

KNUCKLE_WHOLE_CORPUS=1 takes every model of the corpus; else a few that include files and have much of everything.
"""

import os
import shutil

import mujoco
import pytest
from support import corpus
from support.model_difference import TOLERANCE, differences

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.parse import load_file
from knuckle.write import in_own_notation

SAMPLE = ("agility_cassie/scene.xml", "car/car.xml", "suite/manipulator.xml", "trossen_vx300s/scene.xml")
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_CORPUS"))
PATHS = [path for path in corpus.model_paths() if WHOLE or str(path).endswith(SAMPLE)]

pytestmark = pytest.mark.filterwarnings("ignore")


def change(spec: kn.Spec) -> None:
    """A flag, an attribute deep in the tree, a class, a new element, a deletion."""
    spec.option.disableflags ^= kn.DisableBit.FRICTIONLOSS
    bodies = [node for node in spec.walk("body") if node is not spec.worldbody and node.origin is None]
    if bodies:
        bodies[-1].gravcomp = 0.5
        bodies[0].add_site(name="a new site", pos=(0, 0, 0.1))
    spec.add_default("a new class").geom.friction = 0.3
    spec.worldbody.add_geom(class_="a new class", size=0.1, pos=(0, 0, -9))
    if spec.sensors:
        spec.delete(spec.sensors[0])


@pytest.mark.parametrize("path", PATHS, ids=[corpus.model_id(path) for path in PATHS])
def test_a_model_of_the_corpus_keeps_its_text(path, tmp_path):
    try:
        mujoco.MjModel.from_xml_path(str(path))
        spec = kn.Spec.from_file(path)
    except (ValueError, kn.ModelError) as error:
        pytest.skip(str(error)[:200])
    assert in_own_notation(spec) == next(iter(spec.sources.values()))
    has_replicas = any("<replicate" in text for text in spec.sources.values())
    change(spec)
    if in_own_notation(spec) is None:
        assert has_replicas  # the last body may be one of several that one element stands for
        return
    folder = tmp_path / "copy"
    shutil.copytree(path.parent, folder, ignore=shutil.ignore_patterns("*.pdf"))
    copied = kn.Spec.from_file(folder / path.name)
    change(copied)
    copied.save_xml(folder / "saved.xml")
    theirs = mujoco.MjModel.from_xml_path(str(folder / "saved.xml"))
    for ours in (compile_spec(copied), compile_spec(load_file(folder / "saved.xml"))):
        assert not [str(d) for d in differences(ours, theirs) if d.error > TOLERANCE]
