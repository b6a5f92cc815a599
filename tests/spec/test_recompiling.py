"""Spec.recompile: time, state and inputs of what stayed go on, as MuJoCo's do."""

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.data.carrying import OWNERS
from knuckle.schema.fields import data_fields

WORLD = """<mujoco><option timestep=".01"/><size nuserdata="3"/><worldbody>
<body name="target" mocap="true" pos="0 0 5"><geom size=".1"/></body>
<body name="a"><joint name="j" axis="0 1 0" springyield=".1" stiffness="3"/><geom size=".1" pos=".3 0 0"/>
<body name="b" pos="0 0 1"><joint name="k" axis="0 1 0"/><geom size=".1"/><site name="s"/></body></body>
<body name="c" pos="3 0 0"><freejoint/><geom size=".1"/><site name="t"/>
<body name="fixed" pos="0 0 1"><geom size=".1"/></body></body></worldbody>
<tendon><spatial name="st" springyield=".1" stiffness="9"><site site="s"/><site site="t"/></spatial></tendon>
<equality><joint joint1="j" joint2="k"/><joint joint1="k" active="false"/></equality>
<actuator><motor name="m" joint="j" delay=".1" nsample="12"/><motor name="n" joint="k" delay=".1" nsample="11"/>
<general name="o" joint="k" dyntype="integrator"/></actuator>
<sensor><jointpos name="p" joint="j" delay=".05" nsample="7"/><jointpos name="q" joint="k"/>
<jointvel name="r" joint="k" interval=".05 0" nsample="3"/><framepos name="f" objtype="xbody" objname="b" delay=".02"
nsample="3"/></sensor></mujoco>"""
FIELDS = ("time", "userdata", *dict.fromkeys(owner.field for owner in OWNERS))


def find(spec, kind: str, name: str):
    """An element of a Spec here or in MuJoCo."""
    return spec.find(kind, name) if isinstance(spec, kn.Spec) else getattr(spec, kind)(name)


def delete(kind: str, name: str):
    return lambda spec: spec.delete(find(spec, kind, name))


def change(kind: str, name: str, **attributes):
    return lambda spec: [setattr(find(spec, kind, name), *item) for item in attributes.items()]


def resize_userdata(spec, count: int) -> None:
    (spec.size if isinstance(spec, kn.Spec) else spec).nuserdata = count


def add_body(spec) -> None:
    body = find(spec, "body", "a").add_body(name="new")
    body.add_joint(name="nj")
    body.add_geom(size=[1, 0, 0])


def add_actuator(spec) -> None:
    if isinstance(spec, kn.Spec):
        spec.add_actuator("motor", name="new", joint="k", delay=0.02, nsample=4)
    else:
        spec.add_actuator(name="new", target="k", trntype=mujoco.mjtTrn.mjTRN_JOINT, delay=0.02, nsample=4)


def slide(spec) -> None:
    slides = kn.JointType.SLIDE if isinstance(spec, kn.Spec) else mujoco.mjtJoint.mjJNT_SLIDE
    find(spec, "joint", "k").type = slides


GONE = (("actuator", "body", "sensor"), ("m", "c", "p"))
EDITS = {
    "nothing": lambda spec: None,
    "a geom more": lambda spec: find(spec, "body", "a").add_geom(size=[0.03, 0, 0]),
    "a body more": add_body,
    "a body less": delete("body", "b"),
    "a free body less": delete("body", "c"),
    "no mocap body": delete("body", "target"),
    "a mocap body that stays still": change("body", "target", mocap=False),
    "a mocap body elsewhere": change("body", "target", pos=[1, 1, 1]),
    "an actuator more": add_actuator,
    "an actuator less": delete("actuator", "m"),
    "a sensor less": delete("sensor", "p"),
    "more past controls": change("actuator", "m", nsample=20),
    "no past controls": change("actuator", "m", nsample=0, delay=0),
    "a shorter delay": change("actuator", "m", delay=0.05),
    "more past readings": change("sensor", "p", nsample=20),
    "a shorter delay of readings": change("sensor", "p", delay=0.02),
    "past readings of wider ones": change("sensor", "f", nsample=4),
    "another switch at the start": lambda spec: setattr(spec.equalities[1], "active", True),
    "an equality less": lambda spec: spec.delete(spec.equalities[0]),
    "a hinge that slides": slide,
    "a plastic spring less": change("joint", "j", springyield=0),
    "a plastic spring more": change("joint", "k", springyield=0.2),
    "a tendon less": delete("tendon", "st"),
    "more numbers of the user": lambda spec: resize_userdata(spec, 5),
    "fewer numbers of the user": lambda spec: resize_userdata(spec, 2),
    "several at once": lambda spec: [edit(spec) for edit in (add_body, add_actuator, *map(delete, *GONE))],
    "static bodies that are fused": lambda spec: setattr(spec.compiler, "fusestatic", True),
}


def fill(d) -> None:
    """Something in all that is carried."""
    d.time = 9.0
    for field in FIELDS[1:]:
        getattr(d, field).flat = 1 + np.arange(getattr(d, field).size) % 7
    d.eq_active[:] = [0, 1]


def test_every_input_of_data_is_carried():
    assert {field.name for field in data_fields() if field.stage == "input"} == set(FIELDS)


@pytest.mark.parametrize(
    "text", [WORLD, WORLD.replace("<option", '<compiler fusestatic="true"/><option')], ids=["", "fused"]
)
@pytest.mark.parametrize("edit", EDITS)
def test_state_and_inputs_of_what_stayed_go_on_as_in_mujoco(edit, text):
    ours, theirs = kn.Spec.from_string(text), mujoco.MjSpec.from_string(text)
    m, reference_m = ours.compile(), theirs.compile()
    d, reference_d = kn.Data(m), mujoco.MjData(reference_m)
    for spec, data in ((ours, d), (theirs, reference_d)):
        fill(data)
        EDITS[edit](spec)
    m, d = ours.recompile(m, d)
    _, reference_d = theirs.recompile(reference_m, reference_d)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(d, field), getattr(reference_d, field), err_msg=field)


def test_a_world_of_an_unchanged_spec_goes_on_as_if_nothing_had_been_done():
    spec = kn.Spec.from_string(WORLD)
    m = spec.compile()
    d = kn.Data(m)
    d.ctrl[:] = [1, 2, 3]
    kn.step(m, d, 20)
    after_m, after_d = spec.recompile(m, d)
    kn.step(m, d, 20)
    kn.step(after_m, after_d, 20)
    np.testing.assert_array_equal(kn.get_state(after_m, after_d), kn.get_state(m, d))
    np.testing.assert_array_equal(after_d.sensordata, d.sensordata)


def test_recompiling_is_refused_with_what_belongs_to_another_model():
    spec = kn.Spec.from_string(WORLD)
    first = spec.compile()
    m = spec.compile()
    with pytest.raises(kn.KnuckleError, match="compiled to last"):
        spec.recompile(first, kn.Data(first))
    with pytest.raises(kn.KnuckleError, match="not of this model"):
        spec.recompile(m, kn.Data(first))
    with pytest.raises(TypeError, match="recompile: expected a Data, found NoneType"):
        spec.recompile(m, None)
