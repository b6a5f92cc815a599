"""Random edits of a Spec give the models that the same edits of the reference's MjSpec give."""

import os

import mujoco
import pytest
from support.mirrored_edits import Mirror
from support.model_difference import TOLERANCE, differences

import knuckle as kn
from knuckle.compile import Compiled, compile_spec
from knuckle.parse import load_string

SEEDS = range(int(os.environ.get("KNUCKLE_RANDOM_EDITS", "40")))
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_are_those_of_the_reference(seed):
    mirror = Mirror(seed)
    done = mirror.run(20)
    mirror.ours.compile()
    ours, theirs = compile_spec(mirror.ours), mirror.theirs.compile()
    wrong = [str(d) for d in differences(in_their_order(ours, theirs), theirs) if d.error > TOLERANCE]
    assert not wrong, "\n".join([*wrong[:6], " ".join(done)])


def in_their_order(ours: Compiled, theirs: mujoco.MjModel) -> Compiled:
    """The keyframes in the order of the reference: a deletion puts those of attached models first there."""
    order = [ours.names["key"].index(theirs.key(k).name) for k in range(theirs.nkey)]
    ours.names["key"] = [ours.names["key"][k] for k in order]
    for name, array in ours.arrays.items():
        if name.startswith("key_"):
            array[...] = array[order]
    return ours


def test_a_moved_body_is_where_it_was_written():
    inner = '<body name="m" pos="1 0 0"><joint name="j"/><geom name="g" size=".1"/></body>'
    other = '<body name="o" pos="0 1 0"><joint name="k"/><geom size=".2"/>{}</body>'
    rest = '<sensor><jointpos joint="j"/></sensor>'
    spec = kn.Spec.from_string(f"<mujoco><worldbody>{inner}{other.format('')}</worldbody>{rest}</mujoco>")
    spec.move(spec.find("body", "m"), spec.find("body", "o"))
    text = f"<mujoco><worldbody>{other.format(inner)}</worldbody>{rest}</mujoco>"
    assert not [d for d in differences(compile_spec(spec), mujoco.MjModel.from_xml_string(text)) if d.error > TOLERANCE]
    assert load_string(text).sensors[0].joint == spec.sensors[0].joint
