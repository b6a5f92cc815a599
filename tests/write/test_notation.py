"""A Spec from a text is written in that text's own notation: only what was changed is changed."""

import difflib

import numpy as np
import pytest

from knuckle import models
from knuckle.compile import compile_spec
from knuckle.parse import load_file, load_string
from knuckle.spec.tree import Actuator, Body, Geom, Numeric
from knuckle.write import in_own_notation, spec_to_xml

TEXT = """<!-- a robot -->
<mujoco model="robot">
  <option timestep='0.005'/>  <!-- slow -->
  <default>
    <geom rgba="1 0 0 1" density="500"/>
    <default class="leg"><geom size=".05"/></default>
  </default>

  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <frame euler="0 0 90">
      <body name="b" pos="0 0 1" childclass="leg">
        <joint name="j"
               axis="0 1 0"/>  <!-- the hip; </body> is not here -->
        <geom name="g" pos=".1 0 0"/>
        <body name="c" pos=".2 0 0"><joint name="k"/><geom name="h"/></body>
      </body>
    </frame>
    <body name="empty" pos="1 1 1"/>
  </worldbody>
  <actuator>
    <position name="p" joint="j" kp="10"/><motor name="m" joint="k"/>
  </actuator>
</mujoco>
"""


def node(spec, name: str):
    nodes = [*spec.walk(), *spec.actuators]
    return next(each for each in nodes if getattr(each, "name", "") == name)


def changed(edit) -> tuple[str, list[str], list[str]]:
    """The new text, the lines that are gone and those that are new."""
    spec = load_string(TEXT)
    edit(spec)
    text = in_own_notation(spec)
    assert text is not None
    before, after = compile_spec(spec), compile_spec(load_string(text))
    assert before.names == after.names
    assert all(np.array_equal(before.arrays[name], after.arrays[name]) for name in before.arrays)
    lines = list(difflib.ndiff(TEXT.splitlines(), text.splitlines()))
    return text, [x[2:] for x in lines if x[0] == "-"], [x[2:] for x in lines if x[0] == "+"]


def test_without_changes_the_text_is_the_same():
    assert in_own_notation(load_string(TEXT)) == TEXT


@pytest.mark.parametrize("name", models.names())
def test_a_file_of_the_package_changes_where_it_is_changed(name):
    """One body is moved: one attribute is another, and all else is as it was."""
    path = models.path(name)
    text, spec = path.read_text(encoding="utf-8"), load_file(path)
    assert in_own_notation(spec) == text
    body = next(each for each in spec.walk() if each.key == "body" and each is not spec.worldbody)
    body.pos = (0.125, 0.25, 0.5)
    new = in_own_notation(spec)
    assert new is not None and len([x for x in difflib.ndiff(text.splitlines(), new.splitlines()) if x[0] == "+"]) == 1


def test_a_changed_attribute_is_changed_in_place():
    def edit(spec):
        spec.option.timestep = 0.002
        node(spec, "j").axis = (1.0, 0.0, 0.0)

    _, gone, new = changed(edit)
    assert gone == [
        "  <option timestep='0.005'/>  <!-- slow -->",
        '               axis="0 1 0"/>  <!-- the hip; </body> is not here -->',
    ]
    assert new == [
        "  <option timestep='0.002'/>  <!-- slow -->",
        '               axis="1 0 0"/>  <!-- the hip; </body> is not here -->',
    ]


def test_a_new_attribute_stands_behind_the_others():
    _, _, new = changed(lambda spec: setattr(node(spec, "g"), "friction", (0.5, 0.1, 0.1)))
    assert new == ['        <geom name="g" pos=".1 0 0" friction="0.5 0.1 0.1"/>']


def test_an_attribute_of_a_shortcut_stays_one():
    _, _, new = changed(lambda spec: setattr(node(spec, "p"), "ctrlrange", (-1.0, 1.0)))
    assert '<position name="p" joint="j" kp="10" ctrlrange="-1 1"/>' in new[0]


def test_a_deleted_element_goes_with_its_line():
    def edit(spec):
        node(spec, "b").children.remove(node(spec, "c"))
        spec.actuators.pop()

    text, gone, _ = changed(edit)
    assert '<body name="c"' not in text and "<motor" not in text and "the hip" in text and len(gone) == 2


def test_an_added_element_says_what_its_class_does_not():
    def edit(spec):
        node(spec, "b").children.append(
            Geom(name="new", class_name="leg", rgba=(1.0, 0.0, 0.0, 1.0), density=1000.0, size=(0.05, 0.0, 0.0))
        )

    _, gone, new = changed(edit)
    assert not gone and new == ['        <geom name="new" density="1000"/>']


def test_an_element_without_content_gets_some():
    def edit(spec):
        inner = Body(name="inside", pos=(0.0, 0.0, 0.5))
        inner.children.append(Geom(size=(0.1, 0.0, 0.0)))
        node(spec, "empty").children.append(inner)

    _, gone, new = changed(edit)
    assert gone == ['    <body name="empty" pos="1 1 1"/>'] and new[0] == '    <body name="empty" pos="1 1 1">'
    assert new[-1] == "    </body>" and '      <body name="inside" pos="0 0 0.5">' in new


def test_a_new_section_ends_the_model():
    _, gone, new = changed(lambda spec: spec.numerics.append(Numeric(name="n", size=2, data=(1.0, 2.0))))
    assert not gone and new == ["  <custom>", '    <numeric name="n" size="2" data="1 2"/>', "  </custom>"]


def test_an_actuator_is_added_to_its_section():
    _, gone, new = changed(
        lambda spec: spec.actuators.append(Actuator(name="q", joint="k", gear=(3.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
    )
    assert not gone and new == ['    <general name="q" gear="3 0 0 0 0 0" joint="k"/>']


def test_what_a_shortcut_cannot_say_is_said_by_general():
    def edit(spec):
        node(spec, "p").gainprm = (3.0,) * 10

    text, _, new = changed(edit)
    assert '<general name="p" joint="j"' in new[0] and '<motor name="m" joint="k"/>' in text


def test_a_text_that_does_not_belong_to_the_spec_is_no_use():
    spec = load_string(TEXT)
    spec.sources = {"<string>": "<mujoco/>"}
    assert in_own_notation(spec) is None
    assert compile_spec(load_string(spec_to_xml(spec))).names == compile_spec(spec).names
