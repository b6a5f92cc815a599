"""Nothing in a file is dropped in silence: wherever an element stands, what it cannot hold is reported."""

import mujoco
import pytest

from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema import mjcf


def ways():
    """Every element of the schema with the elements around it, from the root on."""
    found, pending = {"mujoco": ("mujoco",)}, ["mujoco"]
    while pending:
        parent = pending.pop(0)
        for tag, (key, _) in mjcf.elements()[parent].children.items():
            if key not in found:
                found[key] = (*found[parent], tag)
                pending.append(key)
    return found


WAYS = ways()
OWN_RULES = ("equality.distance",)  # elements that the reference does not have


def document(key, attributes="", inner=""):
    *outer, last = WAYS[key]
    text = f"<{last} {attributes}>{inner}</{last}>"
    for tag in reversed(outer):
        text = f"<{tag}>{text}</{tag}>"
    return text


def messages(text, **options):
    with pytest.raises(ModelError) as caught:
        load_string(text, **options)
    return [problem.message for problem in caught.value.problems]


def test_every_element_of_the_schema_has_a_way_to_it():
    assert set(WAYS) == set(mjcf.elements())


@pytest.mark.parametrize("key", WAYS)
def test_an_unknown_child_is_reported_once(key):
    found = messages(document(key, inner="<nonsense/>"))
    assert sum("unknown element" in message for message in found) == 1, found


@pytest.mark.parametrize("key", WAYS)
def test_an_unknown_attribute_is_reported_once(key):
    found = messages(document(key, attributes='nonsense="1"'))
    assert sum("attribute" in message and '"nonsense"' in message for message in found) == 1, found


@pytest.mark.parametrize("key", [key for key in WAYS if key not in OWN_RULES])
def test_the_reference_refuses_an_unknown_child_too(key):
    with pytest.raises(ValueError):
        mujoco.MjSpec.from_string(document(key, inner="<nonsense/>"))


def test_a_geom_inside_an_inertial_is_no_geom():
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"><geom size=".3"/></inertial>'
    found = messages(f"<mujoco><worldbody><body>{inertial}<joint/></body></worldbody></mujoco>")
    assert found == ["unknown element, <inertial> has no children"]


def test_what_is_left_out_knowingly_is_not_looked_into():
    text = '<mujoco><default><motor><x/></motor></default><actuator x="1"><y/><motor z="1"/></actuator></mujoco>'
    assert load_string(text, omit=["actuator"]).actuators == []
    assert len(messages(text)) == 5
