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


@pytest.mark.parametrize(("record", "kind"), [("qpos", TypeError), (3, TypeError), (["qpo"], KeyError)])
def test_what_cannot_be_recorded_is_told_by_the_name_of_its_argument(record, kind):
    batch = kn.Batch(kn.load("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"), 2)
    with pytest.raises(kind, match="record: "):
        batch.rollout(2, record=record)
    assert not batch.time.any()
