"""Random models with every attribute compile to the reference implementation's numbers."""

import re

import mujoco
import pytest
from support.model_difference import TOLERANCE, differences
from support.random_model import RandomModel

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema import mjcf

ELEMENTS = ("geom", "site", "joint", "freejoint", "camera", "light", "inertial", "body", "frame")
ELSEWHERE = {
    "joint.actuatorfrclimited",
    "geom.fitscale",
    "geom.mesh",
    "geom.hfield",
    "site.mesh",
    "light.directional",
    "light.texture",
    "body.sleep",
    "body.fuse",
}
ELSEWHERE |= {"frame.class"}
ILL_CONDITIONED = 1e6  # of M_ii (M⁻¹)_ii: beyond it, rounding of M shows in the inverse above the tolerance


def compare(xml: str) -> None:
    try:
        reference = mujoco.MjModel.from_xml_string(xml)
    except ValueError:
        with pytest.raises(ModelError):
            compile_spec(load_string(xml))
        return
    if reference.nv and (reference.dof_invweight0 * reference.dof_M0).max() > ILL_CONDITIONED:
        pytest.skip("the random inertia matrix is too close to singular")
    wrong = [str(d) for d in differences(compile_spec(load_string(xml)), reference) if d.error > TOLERANCE]
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("seed", range(60))
def test_random_model_equals_the_reference(seed):
    compare(RandomModel(seed).xml())


@pytest.mark.parametrize("seed", range(40))
def test_scaled_frames_equal_the_reference(seed):
    compare(RandomModel(seed, scaled=True).xml())


def test_random_models_use_every_attribute_of_the_tree():
    text = "".join(RandomModel(seed, scaled=True).xml() for seed in range(60))
    unused = []
    for element in ELEMENTS:
        found = set(re.findall(r"(\w+)=", "".join(re.findall(rf"<{element} [^>]*>", text))))
        wanted = {name for name, a in mjcf.elements()[element].attributes.items() if not a.later}
        unused += [f"{element}.{name}" for name in wanted - found]
    assert set(unused) - ELSEWHERE == set()
