"""A Spec can be sent to another process: what comes back is the same model and can be edited on."""

import copy
import pickle

import numpy as np
import pytest
from support.spec_scene import TEXT

import knuckle as kn

COPIES = {"pickle": lambda spec: pickle.loads(pickle.dumps(spec)), "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_copy_is_the_same_model_and_is_edited_alone(copied):
    spec = kn.Spec.from_string(TEXT)
    spec.worldbody.add_body(name="added").add_geom(size=0.1)
    before = spec.to_xml()
    other = copied(spec)
    assert other.to_xml() == before and other.compile().to_xml() == spec.compile().to_xml()
    other.worldbody.add_body(name="further").add_geom(size=0.1)
    assert "further" in other.to_xml() and spec.to_xml() == before


def test_keyframes_and_frames_of_inertials_lead_to_the_elements_of_the_copy():
    inside = '<frame euler="0 0 90"><inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/></frame><joint name="j"/>'
    key = '<keyframe><key qpos="0.5"/></keyframe>'
    text = f'<mujoco><worldbody><body name="b">{inside}</body></worldbody>{key}</mujoco>'
    spec = kn.Spec()
    spec.attach(kn.Spec.from_string(text), prefix="p-")
    other = pickle.loads(pickle.dumps(spec))
    other.worldbody.add_body(name="first").add_freejoint()
    other.find("body", "first").add_geom(size=0.1)
    other.move(other.find("body", "first"), other.worldbody)
    m = other.compile()
    assert m.key_qpos[0, 0] == 0.5
    np.testing.assert_allclose(m.body("p-b").ipos, (0, 1, 0), atol=1e-15)


def test_a_tree_of_any_depth_can_be_pickled():
    spec = kn.Spec()
    body = spec.worldbody
    for _ in range(3000):
        body = body.add_body()
    assert sum(1 for _ in pickle.loads(pickle.dumps(spec)).walk()) == 3001
