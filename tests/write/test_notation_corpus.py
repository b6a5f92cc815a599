"""Models of the corpus keep their texts: without a change as they are, with changes both engines read the same model.

KNUCKLE_WHOLE_CORPUS=1 takes every model of the corpus; else a few that include files and have much of everything.
"""

import os
import shutil

import mujoco
import pytest
from support import corpus
from support.round_trip import Reading

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
    spec.worldbody.add_geom(class_="a new class", type="sphere", size=0.1, pos=(0, 0, -9))
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
    shutil.copytree(path.parent, folder)
    try:
        copied = kn.Spec.from_file(folder / path.name)
    except kn.ModelError:
        return  # it names files of other folders; what it says was compared in memory
    change(copied)
    copied.save_xml(folder / "own.xml")
    copied.save_xml(folder / "canonical.xml", canonical=True)
    own, canonical = folder / "own.xml", folder / "canonical.xml"
    assert not Reading(compile_spec(copied)).changes(Reading(compile_spec(load_file(own))))
    theirs = [Reading(mujoco.MjModel.from_xml_path(str(file))) for file in (canonical, own)]
    assert not theirs[0].changes(theirs[1])
