"""knuckle.Spec: a model built in Python is the one that a file describes, and edits leave nothing behind."""

import mujoco
import numpy as np
import pytest
from support.model_difference import TOLERANCE, differences
from support.spec_scene import TEXT

import knuckle as kn
from knuckle.compile import compile_spec


def assert_same(spec: kn.Spec, reference: mujoco.MjModel) -> None:
    wrong = [str(d) for d in differences(compile_spec(spec), reference) if d.error > TOLERANCE]
    assert not wrong, "\n".join(wrong[:6])


def test_a_model_from_nothing_is_the_one_of_a_file():
    spec = kn.Spec("m")
    spec.compiler.angle = "radian"
    spec.option.integrator = "implicitfast"
    big = spec.add_default("big")
    big.geom.size = (0.3, 0.2)
    big.geom.rgba = [1, 0, 0, 1]
    spec.add_mesh(name="me", builtin="sphere", params=[1])
    spec.add_material(name="mat", rgba=(0, 1, 0, 1))
    body = spec.worldbody.add_body(name="b", pos=(1, 2, 3), euler=(0.1, 0.2, 0.3))
    joint = body.add_joint(name="j", type=kn.JointType.HINGE, axis=np.array([0, 1, 0]), range=(-1, 1), damping=0.1)
    body.add_geom(class_=big, type="capsule", material="mat")
    body.add_inertial(pos=(0, 0, 0), mass=2, diaginertia=(1, 1, 1))
    frame = spec.worldbody.add_frame(pos=(0, 0, 1), scale=2)
    inner = frame.add_body(name="c")
    inner.add_freejoint(name="f")
    inner.add_geom(type="mesh", mesh="me")
    site = inner.add_site(name="s", pos=(0.1, 0, 0))
    inner.add_camera(name="cam", fovy=30)
    inner.add_light(name="l", dir=(1, 0, 0))
    other = body.add_site(name="o")
    tendon = spec.add_tendon("spatial", name="t", width=0.1)
    tendon.add_site(other)
    tendon.add_site(site)
    spec.add_actuator("position", name="p", joint=joint, kp=10, kv=1)
    spec.add_actuator("motor", name="q", tendon=tendon)
    spec.add_sensor("framepos", name="fp", objtype="site", objname="s")
    spec.add_equality("connect", name="e", body1="c", anchor=(0, 0, 0))
    spec.add_exclude(name="x", body1=body, body2="c")
    spec.add_key(name="k", ctrl=[1, 2])
    spec.add_numeric(name="n", data=[1, 2])
    spec.add_text(name="tx", data="hello")
    spec.add_tuple([("body", body, 2.0), ("site", "s")], name="tu")
    text = """<mujoco model="m"><compiler angle="radian"/><option integrator="implicitfast"/>
    <default><default class="big"><geom size=".3 .2" rgba="1 0 0 1"/></default></default>
    <asset><mesh name="me" builtin="sphere" params="1"/><material name="mat" rgba="0 1 0 1"/></asset><worldbody>
    <body name="b" pos="1 2 3" euler=".1 .2 .3"><joint name="j" axis="0 1 0" range="-1 1" damping=".1"/>
    <geom class="big" type="capsule" material="mat"/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
    <site name="o"/></body>
    <frame pos="0 0 1" scale="2"><body name="c"><freejoint name="f"/><geom type="mesh" mesh="me"/>
    <site name="s" pos=".1 0 0"/><camera name="cam" fovy="30"/><light name="l" dir="1 0 0"/></body></frame></worldbody>
    <tendon><spatial name="t" width=".1"><site site="o"/><site site="s"/></spatial></tendon>
    <actuator><position name="p" joint="j" kp="10" kv="1"/><motor name="q" tendon="t"/></actuator>
    <sensor><framepos name="fp" objtype="site" objname="s"/></sensor>
    <equality><connect name="e" body1="c" anchor="0 0 0"/></equality>
    <contact><exclude name="x" body1="b" body2="c"/></contact><keyframe><key name="k" ctrl="1 2"/></keyframe>
    <custom><numeric name="n" data="1 2"/><text name="tx" data="hello"/><tuple name="tu">
    <element objtype="body" objname="b" prm="2"/><element objtype="site" objname="s"/></tuple></custom></mujoco>"""
    assert_same(spec, mujoco.MjModel.from_xml_string(text))


@pytest.mark.parametrize("kind", ["body", "frame"])
def test_deleting_a_part_of_the_tree_is_what_the_reference_does(kind):
    text = TEXT.replace('<body name="b"', '<frame name="fb"><body name="b"').replace(
        '<body name="d">', '</frame><body name="d">'
    )
    ours, theirs = kn.Spec.from_string(text), mujoco.MjSpec.from_string(text)
    for both in (("camera", "cam"), (kind, "b" if kind == "body" else "fb")):
        ours.delete(ours.find(*both))
        theirs.delete(getattr(theirs, both[0])(both[1]))
    assert_same(ours, theirs.compile())


@pytest.mark.parametrize(
    ("kind", "name", "gone"),
    [
        ("joint", "jb", {"jb", "e", "e2", "mb", "smb"}),
        ("site", "sb", {"sb", "t", "mt"}),
        ("tendon", "t", {"t", "mt"}),
        ("actuator", "mb", {"mb", "smb"}),
        ("body", "b", {"b", "jb", "gb", "sb", "c", "jc", "gc", "cam", "xab", "e", "e2", "t", "mb", "mt", "smb", "tu"}),
        ("mesh", "me", {"me", "gm"}),
        ("material", "mat", {"mat"}),
        ("texture", "tex", {"tex"}),
        ("key", "k", {"k"}),
    ],
)
def test_what_refers_to_a_deleted_element_goes_with_it(kind, name, gone):
    spec = kn.Spec.from_string(TEXT)
    deleted = spec.delete(spec.find(kind, name))
    assert {node.name for node in deleted if node.name} == gone
    spec.compile()
    with pytest.raises(KeyError):
        spec.find(kind, name)


def test_nothing_can_be_added_to_what_is_deleted():
    spec = kn.Spec.from_string(TEXT)
    body = spec.find("body", "b")
    spec.delete(body)
    with pytest.raises(kn.KnuckleError, match="deleted"):
        body.add_geom(size=1)
    for use in (spec.delete, lambda node: spec.rename(node, "c"), lambda node: spec.move(node, spec.worldbody)):
        with pytest.raises(kn.KnuckleError, match="not part of this Spec"):
            use(body)


def test_renaming_reaches_all_references():
    spec = kn.Spec.from_string(TEXT)
    for kind, name in (
        ("body", "b"),
        ("joint", "ja"),
        ("site", "sa"),
        ("tendon", "t"),
        ("actuator", "mb"),
        ("mesh", "me"),
    ):
        spec.rename(spec.find(kind, name), f"new-{name}")
    m = spec.compile()
    assert m.names("body")[2] == "new-b" and spec.find("camera", "cam").target == "new-b"
    with pytest.raises(kn.ModelError, match='the name "a" is taken'):
        spec.rename(spec.find("body", "c"), "a")


def test_moving_into_itself_is_refused_and_changes_nothing():
    spec = kn.Spec.from_string(TEXT)
    with pytest.raises(kn.ModelError, match="cannot be moved into itself"):
        spec.move(spec.find("body", "b"), spec.find("body", "c"))
    assert_same(spec, mujoco.MjModel.from_xml_string(TEXT))


def test_a_copy_is_independent():
    spec = kn.Spec.from_string(TEXT)
    twin = spec.copy()
    twin.delete(twin.find("body", "a"))
    twin.option.timestep = 1
    twin.default().geom.size = 3
    twin.worldbody.add_geom(size=1)
    assert_same(spec, mujoco.MjModel.from_xml_string(TEXT))
    assert twin.compile().nbody == 4
    assert spec.default().geom.size == (0, 0, 0)


def test_keyframes_speak_of_elements_when_these_move():
    spec = kn.Spec.from_string(TEXT)
    spec.move(spec.find("body", "a"), spec.find("body", "d"))
    m = spec.compile()
    assert dict(zip(m.names("joint"), m.key_qpos[0], strict=True)) == {"ja": 1, "jb": 2, "jc": 3, "jd": 4}


def test_attaching_to_a_site_and_attaching_a_part():
    child = (
        '<mujoco><worldbody><body name="h" pos="0 0 .1"><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    ours, theirs = kn.Spec.from_string(TEXT), mujoco.MjSpec.from_string(TEXT)
    ours.attach(kn.Spec.from_string(child), ours.find("site", "sa"), prefix="x-")
    theirs.attach(mujoco.MjSpec.from_string(child), site="sa", prefix="x-")
    assert_same(ours, theirs.compile())
    other = kn.Spec.from_string(child)
    hand = ours.attach(other, ours.find("body", "d"), prefix="y-", suffix="-z", part=other.find("body", "h"))
    hand.add_geom(size=0.2)
    assert hand.name == "y-h-z" and ours.compile().nbody == 7
    again = ours.attach(ours, ours.find("body", "a"), prefix="again-", part=hand)
    assert again.name == "again-y-h-z" and ours.compile().nbody == 8


def test_an_attached_part_keeps_the_settings_it_was_attached_with():
    child = kn.Spec()
    child.worldbody.add_body(name="h", euler=(90, 0, 0)).add_geom(size=1)
    spec = kn.Spec()
    spec.compiler.angle = "radian"
    spec.attach(child, prefix="x-")
    child.compiler.angle = "radian"
    np.testing.assert_allclose(spec.compile().body_quat[1], np.sqrt([0.5, 0.5, 0, 0]), atol=1e-15)


def test_a_conflict_of_settings_is_refused_and_changes_nothing():
    spec, other = kn.Spec.from_string(TEXT), kn.Spec()
    spec.compiler.conflict = "merge"
    spec.option.gravity = spec.option.gravity
    other.option.timestep = 0.001
    other.option.gravity = (0, 0, 0)
    with pytest.raises(kn.ModelError, match=r"test_editing.py:\d+: conflict=.*: gravity is 0 0 -9.81 here and 0 0 0"):
        spec.attach(other, prefix="x-")
    assert_same(spec, mujoco.MjModel.from_xml_string(TEXT))


def test_a_name_that_is_taken_refuses_an_attachment_and_changes_nothing():
    spec = kn.Spec.from_string(TEXT)
    with pytest.raises(kn.ModelError, match=r'test_editing.py:\d+: <.*> *: the name ".*" is taken'):
        spec.attach(spec.copy())
    assert_same(spec, mujoco.MjModel.from_xml_string(TEXT))


@pytest.mark.parametrize(
    ("edit", "kind", "words"),
    [
        (lambda s, b: b.add_geom(frction=1), TypeError, "'frction'; did you mean 'friction'?"),
        (lambda s, b: setattr(b, "poss", 1), AttributeError, "'poss'; did you mean 'pos'?"),
        (lambda s, b: setattr(b, "pos", (1, 2)), kn.ModelError, "pos needs 3 numbers, found 2"),
        (lambda s, b: setattr(b, "pos", "here"), kn.ModelError, "pos needs 3 numbers, found 'here'"),
        (lambda s, b: setattr(b, "mocap", 3), kn.ModelError, "mocap needs True or False, found 3"),
        (lambda s, b: b.add_geom(type="bux"), kn.ModelError, "found 'bux'; did you mean 'box'?"),
        (lambda s, b: b.add_geom(size=float("nan")), kn.ModelError, "size must be finite"),
        (lambda s, b: b.add_geom(class_="bog"), kn.ModelError, 'unknown default class "bog"'),
        (lambda s, b: b.add_geom(euler=(1, 2, 3), quat=(1, 0, 0, 0)), kn.ModelError, "give only one of"),
        (lambda s, b: s.add_sensor("jointps"), ValueError, "did you mean 'jointpos'?"),
        (lambda s, b: s.add_actuator(3), ValueError, "there is no actuator 3"),
        (lambda s, b: s.add_sensor("jointpos"), kn.ModelError, 'attribute "joint" is missing'),
        (lambda s, b: s.add_actuator("motor"), kn.ModelError, "acts on nothing"),
        (lambda s, b: s.add_equality("connect", body1="a"), kn.ModelError, 'attribute "anchor" is missing'),
        (lambda s, b: s.find("joint", "jaa"), KeyError, "did you mean 'ja'?"),
        (lambda s, b: s.default("man"), KeyError, "did you mean 'main'?"),
        (lambda s, b: setattr(s.default().geom, "frction", 1), AttributeError, "did you mean 'friction'?"),
        (lambda s, b: s.delete(s.worldbody), kn.ModelError, "cannot be deleted"),
        (lambda s, b: s.delete("a"), TypeError, "use spec.find(kind, name)"),
        (lambda s, b: s.move(b, None), kn.ModelError, "can be moved into a body or a frame"),
        (lambda s, b: s.rename(b, 3), kn.ModelError, "name needs a text, found 3"),
        (lambda s, b: b.add_geom(name=3), kn.ModelError, "name needs a text, found 3"),
        (lambda s, b: s.attach("a"), TypeError, "expected a Spec, found str"),
        (lambda s, b: s.attach(kn.Spec(), s.find("geom", "ga")), kn.ModelError, "to: expected a body, frame or site"),
        (lambda s, b: s.attach(kn.Spec(), part=b), kn.ModelError, "part: expected a body or frame of the Spec"),
        (lambda s, b: s.attach(s), kn.ModelError, "only be attached to itself in parts"),
        (lambda s, b: s.walk("geo"), ValueError, "did you mean 'geom'?"),
        (lambda s, b: s.add_default("main"), kn.ModelError, 'the default class "main" is there already'),
        (lambda s, b: s.add_tuple([("body",)], name="x"), kn.ModelError, "an element is (kind, name)"),
        (lambda s, b: setattr(s, "optoin", 1), AttributeError, "did you mean 'option'?"),
        (lambda s, b: s.worldbody.add_inertial(pos=(0, 0, 0), mass=1), kn.ModelError, "world body cannot"),
    ],
)
def test_faults_say_what_is_wrong_and_change_nothing(edit, kind, words):
    spec = kn.Spec.from_string(TEXT)
    with pytest.raises(kind) as caught:
        edit(spec, spec.find("body", "a"))
    assert words in str(caught.value)
    if kind is kn.ModelError:
        assert "test_editing.py:" in str(caught.value)
    assert_same(spec, mujoco.MjModel.from_xml_string(TEXT))


def test_faults_found_by_the_compiler_name_the_line_of_the_program():
    spec = kn.Spec()
    body = spec.worldbody.add_body(name="b")
    body.add_joint()
    spec.add_sensor("jointpos", joint="nothing")
    with pytest.raises(kn.ModelError, match=r'test_editing.py:\d+: <jointpos>: joint: there is no joint "nothing"'):
        spec.compile()
    spec.sensors.clear()
    with pytest.raises(kn.ModelError, match=r'test_editing.py:\d+: <body name="b">: a body with joints needs mass'):
        spec.compile()
