"""`<replicate>`: the copies, their names and poses, and what refers to them are the reference's."""

import pytest
from support.copy_scenes import ASSETS, INNER, sections, tree
from support.verdict import assert_same_or_refused

import knuckle as kn

BODY = '<body name="b"><joint name="j"/><geom name="g" size=".1"/></body>'


def world(inner, rest=""):
    return f"<mujoco>{ASSETS}<worldbody>{inner}</worldbody>{rest}</mujoco>"


@pytest.mark.parametrize("after", [True, False], ids=["others after", "others before"])
@pytest.mark.parametrize("section", sections())
def test_what_refers_to_replicas_is_copied_with_them(section, after):
    copies = f'<replicate count="3" sep="_" offset="0 1 0" euler="90 0 0">{INNER}</replicate>'
    assert_same_or_refused(f"<mujoco>{ASSETS}{tree(copies, after)}{section}</mujoco>")


@pytest.mark.parametrize(
    "inner",
    [
        f'<replicate count="1">{BODY}</replicate>',
        f'<replicate count="10" offset=".3 0 0">{BODY}</replicate>',
        f'<replicate count="11" sep="-" offset=".3 0 0" euler="3 4 5">{BODY}</replicate>',
        f'<replicate count="2" offset="0 1 0" euler="90 0 0"><replicate count="2" sep="-" offset="1 0 0" '
        f'euler="0 90 0">{BODY}<geom size=".1" pos="1 2 3"/></replicate></replicate>',
        f'<replicate count="2" sep="_">{BODY}</replicate><replicate count="2" sep=".">'
        '<body name="c"><joint name="k"/><geom size=".1"/></body></replicate>',
        '<body name="p" pos="1 2 3"><joint/><geom size="1"/><frame pos="1 0 0" euler="1 2 3"><replicate count="3" '
        f'offset="1 0 0" euler="0 0 30"><camera name="c" mode="targetbody" target="b"/><light name="l"/>{BODY}'
        '<site name="s"/></replicate></frame></body>',
        f'<frame scale="2"><replicate count="2" offset="1 0 0" euler="0 0 45"><frame scale="0.5">{BODY}</frame>'
        "</replicate></frame>",
        f'<frame scale="1 2 3" scaling="geometry"><replicate count="2" offset="1 1 1">{BODY}</replicate></frame>',
        '<replicate count="2" offset="1 0 0"><body name="b"><freejoint/><inertial pos="0 0 0" mass="1" '
        'diaginertia="1 1 1"/></body></replicate>',
        '<replicate count="2" offset="1 0 0"><body name="b"><freejoint/><frame pos="1 0 0"><inertial pos="0 0 0" '
        'mass="1" diaginertia="1 1 1"/></frame></body></replicate>',
        f'<replicate count="2">{BODY}</replicate><body name="b0"/>',
    ],
)
def test_replicas_stand_where_the_reference_has_them(inner):
    rest = '<sensor><clock name="t"/><jointpos name="p" joint="j"/></sensor><keyframe><key qpos="1 2"/></keyframe>'
    assert_same_or_refused(world(inner, rest))


def test_radians_and_sequences_hold_for_the_turn():
    text = world(f'<replicate count="3" offset="1 0 0" euler=".1 .2 .3">{BODY}</replicate>')
    assert_same_or_refused(text.replace("<mujoco>", '<mujoco><compiler angle="radian" eulerseq="ZyX"/>'))


@pytest.mark.parametrize(
    ("inner", "place", "words"),
    [
        ("<replicate>\n<geom size='1'/></replicate>", "1:", 'attribute "count" is missing'),
        ("<replicate count='0'>\n<geom size='1'/></replicate>", "1:", "count must be positive, got 0"),
        ("<replicate count='2'>\n<joint/></replicate>", "2:1", "put a <body> around it, inside the <replicate>"),
        ("<replicate count='2'>\n<frame><freejoint/></frame></replicate>", "2:8", "put a <body> around it"),
        ("<replicate count='2'>\n<inertial pos='0 0 0' mass='1'/></replicate>", "2:1", "cannot have inertia"),
        ("<replicate count='2' sepp='_'/>", "1:", 'did you mean "sep"?'),
        ("<replicate count='999999999'><geom size='1'/></replicate>", "1:", "more than the 262144 elements"),
        ("<replicate count='999999999'/>", "1:", "more than the 262144 elements"),
    ],
)
def test_faults_are_told_with_their_place(inner, place, words):
    with pytest.raises(kn.ModelError) as caught:
        kn.load(f"<mujoco><worldbody>{inner}</worldbody></mujoco>")
    assert f"<string>:{place}" in str(caught.value) and words in str(caught.value)


def test_a_constraint_to_something_else_is_left_out_with_a_warning():
    rest = '<equality><joint name="e" joint1="j" joint2="k"/></equality>'
    other = '<body name="o"><joint name="k"/><geom size="1"/></body>'
    with pytest.warns(kn.ModelWarning, match='<joint name="e"> refers to what is replicated here and to something'):
        m = kn.load(world(f'{other}<replicate count="2">{BODY}</replicate>', rest))
    assert m.neq == 0
