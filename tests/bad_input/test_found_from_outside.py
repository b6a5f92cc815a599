"""What hostile users found: each was an error of Python's own or a wrong answer, and is told or right now."""

import pytest

import knuckle as kn
from knuckle.errors import ModelError


@pytest.mark.parametrize("given", ["damping", "armature"])
@pytest.mark.parametrize("target", ['site="s9"', 'cranksite="s9" slidersite="s8" cranklength="1"'])
def test_only_joints_and_tendons_are_lent_damping_and_armature(given, target):
    """The number of a site is no number of a joint: with more sites than joints it was an IndexError."""
    sites = "".join(f'<site name="s{k}" pos="0 0 .{k}"/>' for k in range(10))
    text = f"""<mujoco><worldbody><body><joint/><geom size=".1"/>{sites}</body></worldbody>
    <actuator><motor {target} {given}="1"/></actuator></mujoco>"""
    with pytest.raises(ModelError, match=f"{given} needs a joint or tendon to act on"):
        kn.load(text)
