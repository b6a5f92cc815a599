"""A Spec as text: in its own notation, or canonical; both engines read the model that it compiles to."""

import mujoco
import numpy as np
import pytest
from support.model_difference import TOLERANCE, differences

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.parse import load_file, load_string

TEXT = """<mujoco model="robot">
  <!-- what all geoms have -->
  <default><geom rgba="1 0 0 1"/><default class="thin"><geom size=".01"/></default></default>
  <worldbody>
    <frame euler="0 0 30">
      <body name="arm"> <!-- moves -->
        <joint name="j" range="-40 40"/>
        <geom name="g" size=".1" friction="0.5"/>
      </body>
    </frame>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
</mujoco>
"""


def edited() -> kn.Spec:
    spec = kn.Spec.from_string(TEXT)
    spec.find("geom", "g").friction = (0.9, 0.01, 0.001)
    spec.find("body", "arm").add_site(name="tip", pos=(0, 0, 0.2))
    return spec


@pytest.mark.parametrize("canonical", [False, True])
def test_both_engines_read_what_was_edited(canonical):
    spec = edited()
    text = spec.to_xml(canonical=canonical)
    ours, again = compile_spec(spec), compile_spec(load_string(text))
    for compiled in (ours, again):
        wrong = [str(d) for d in differences(compiled, mujoco.MjModel.from_xml_string(text)) if d.error > TOLERANCE]
        assert not wrong, wrong[:3]
    assert ("<!-- moves -->" in text) != canonical


def test_a_text_without_changes_is_the_same_text():
    assert kn.Spec.from_string(TEXT).to_xml() == TEXT
    assert kn.Spec.from_string(TEXT).copy().to_xml() == TEXT


def test_a_model_from_nothing_is_written(tmp_path):
    spec = kn.Spec("new")
    body = spec.worldbody.add_body(name="b")
    body.add_joint(name="j")
    body.add_geom(type="mesh", mesh="tetrahedron")
    spec.add_mesh(name="tetrahedron", vertex=(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1))
    assert kn.load(spec.to_xml()).names("body") == ["world", "b"]
    spec.save_xml(tmp_path / "new.xml")
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "new.xml")).njnt == 1


def test_files_are_named_from_where_the_model_lies(tmp_path):
    np.array([1]).tofile(tmp_path / "unused")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (tmp_path / "a.xml").write_text(
        "<mujoco><!-- mine --><asset><mesh file='parts/m.obj'/></asset><worldbody><geom type='mesh' mesh='m'/>"
        "</worldbody></mujoco>"
    )
    spec = kn.Spec.from_file(tmp_path / "a.xml")
    spec.save_xml(tmp_path / "b.xml")
    assert "<!-- mine -->" in (tmp_path / "b.xml").read_text()
    (tmp_path / "elsewhere").mkdir()
    spec.save_xml(tmp_path / "elsewhere/c.xml")
    for file in ("b.xml", "elsewhere/c.xml"):
        reference = mujoco.MjModel.from_xml_path(str(tmp_path / file))
        assert not [d for d in differences(compile_spec(load_file(tmp_path / file)), reference) if d.error > TOLERANCE]
