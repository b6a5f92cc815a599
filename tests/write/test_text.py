"""What the written text says: numbers, names, files, and what was changed after loading."""

import math

import mujoco
import numpy as np
import pytest
from support.round_trip import Reading, read_both

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.model.model import Model
from knuckle.parse import load_string
from knuckle.write import save_spec_xml, spec_to_xml
from knuckle.write.values import number

ODD = "a&b <c> \"d\" 'e' ümlaut\tline\nend"
MESH = """
<mujoco>
  <asset><mesh name="m" vertex="0 0 0 .3 0 0 0 .4 .01 .1 .1 .7 .2 .1 -.3"/>
    <hfield name="h" nrow="2" ncol="3" elevation="0 .5 1 .25 .75 0" size="1 1 .5 .1"/></asset>
  <worldbody><geom type="hfield" hfield="h"/>
    <body pos="0 0 1"><freejoint/><geom type="mesh" mesh="m" euler="10 20 30"/></body></worldbody>
</mujoco>
"""


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.1, "0.1"), (-0.0, "-0"), (1e-9, "1e-09"), (1 / 3, "0.3333333333333333"), (1e22, "1e+22"), (3, "3")],
)
def test_numbers_are_the_shortest_that_read_back(value, text):
    assert number(value) == text and float(text) == value and math.copysign(1, float(text)) == math.copysign(1, value)


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_numbers_without_bound_are_words(value):
    assert float(number(value)) == value


def test_names_and_texts_may_hold_what_xml_reserves():
    escaped = ODD.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("\n", "&#10;")
    escaped = escaped.replace("\t", "&#9;")
    text = f'<mujoco model="{escaped}"><custom><text name="{escaped}" data="{escaped}"/></custom></mujoco>'
    m = kn.load(text)
    assert m.names("text") == [ODD]
    for again in (m.to_xml(), spec_to_xml(load_string(text))):
        ours, theirs = kn.load(again), mujoco.MjModel.from_xml_string(again)
        assert (
            ours.names("text") == [ODD] and ours.model_name == ODD and ours.text_data.tobytes() == m.text_data.tobytes()
        )
        assert mujoco.mj_id2name(theirs, mujoco.mjtObj.mjOBJ_TEXT, 0) == ODD


def test_a_text_needs_no_files():
    m = kn.load(MESH)
    before, after = read_both(MESH, {}), read_both(m.to_xml(), {})
    assert not [fault for old, new in zip(before, after, strict=True) for fault in old.changes(new)]


def test_files_carry_the_data_where_they_are_wanted():
    files: dict[str, bytes] = {}
    text = kn.load(MESH).to_xml(files)
    assert sorted(files) == ["hfield_0.bin", "mesh_0.msh"] and "vertex" not in text and "elevation" not in text


def test_a_model_is_saved_with_its_files(tmp_path):
    m = kn.load(MESH)
    m.save_xml(tmp_path / "scene.xml")
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        "hfield_0.bin",
        "mesh_0.msh",
        "scene.xml",
    ]
    again = kn.load(tmp_path / "scene.xml")
    assert np.array_equal(again.mesh_vert, m.mesh_vert) and np.array_equal(again.hfield_data, m.hfield_data)
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "scene.xml")).nmeshvert == m.nmeshvert


def test_a_spec_is_saved_with_the_files_it_was_handed(tmp_path):
    text = '<mujoco><compiler meshdir="x"/><asset><mesh file="a.obj"/></asset></mujoco>'
    spec = load_string(text, {"x/a.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"})
    save_spec_xml(spec, tmp_path / "b.xml")
    assert kn.load(tmp_path / "b.xml").nmeshvert == 4 and (tmp_path / "b_assets" / "a.obj").is_file()


def test_what_was_changed_after_loading_is_written():
    m = kn.load(MESH)
    m.body_mass[1], m.opt.timestep, m.geom_friction[1] = 7.5, 0.001, (0.3, 0.2, 0.1)
    m.opt.flags.gravity = False
    m.vis.map.znear = 0.02
    again = kn.load(m.to_xml())
    assert again.body_mass[1] == 7.5 and again.opt.timestep == 0.001 and not again.opt.flags.gravity
    assert again.geom_friction[1].tolist() == [0.3, 0.2, 0.1] and again.vis.map.znear == 0.02


def test_vertices_that_were_changed_are_written():
    m = kn.load(MESH)
    m.mesh_vert *= 1.5
    again = kn.load(m.to_xml())
    spread, wanted = np.ptp(again.mesh_vert, axis=0), np.ptp(m.mesh_vert, axis=0)
    assert spread == pytest.approx(wanted, rel=1e-5)


def test_arrays_alone_give_the_model_to_single_precision(tmp_path):
    """A compiled file has no sources of meshes: their frames are found again from single precision."""
    m = kn.load(MESH)
    m.save(tmp_path / "m.knm")
    stored = kn.load(tmp_path / "m.knm")
    again = kn.load(stored.to_xml())
    assert again.geom_pos == pytest.approx(m.geom_pos, abs=1e-12) and again.geom_quat == pytest.approx(m.geom_quat)
    assert again.mesh_vert == pytest.approx(m.mesh_vert, abs=1e-6) and again.mesh_pos == pytest.approx(m.mesh_pos)


def test_elements_get_names_where_they_are_referred_to():
    """No text can make such a model; a user who knows the arrays can."""
    m = kn.load('<mujoco><worldbody><geom size="1"/><body><joint/><geom name="geom_0" size="1"/></body></worldbody>'
                '<contact><pair geom1="geom_0" geom2="b"/></contact></mujoco>'.replace('"b"', '"geom_1"').replace(
                    '<geom size="1"/>', '<geom name="geom_1" size="1"/>', 1))  # fmt: skip
    m._names["geom"][0] = ""
    again = kn.load(m.to_xml())
    assert again.names("geom") == ["geom_0_0", "geom_0"] and again.npair == 1


def test_frames_and_units_of_a_spec_are_kept():
    text = (
        '<mujoco><worldbody><frame euler="0 90 0" name="f"><geom size=".1" pos="1 0 0"/></frame></worldbody></mujoco>'
    )
    written = spec_to_xml(load_string(text))
    assert '<frame name="f" euler="0 90 0">' in written and 'pos="1 0 0"' in written


def test_an_inertial_stays_in_its_frames():
    text = """<mujoco><worldbody><body><joint/><frame pos="1 0 0"><frame euler="0 0 90">
      <inertial pos="0 1 0" mass="2" diaginertia="1 2 2.5"/></frame></frame></body></worldbody></mujoco>"""
    spec = load_string(text)
    before, after = Reading(compile_spec(spec)), Reading(compile_spec(load_string(spec_to_xml(spec))))
    assert not before.changes(after)


def test_only_fixed_tendons_need_classes_for_their_look():
    text = """<mujoco><default><tendon rgba="1 0 0 1" width=".01"/></default>
      <worldbody><body><joint name="j"/><geom size=".1"/><site name="a"/></body><site name="b" pos="1 0 0"/></worldbody>
      <tendon><fixed><joint joint="j" coef="1"/></fixed>
        <spatial><site site="a"/><site site="b"/></spatial></tendon></mujoco>"""
    spec = load_string(text)
    written = spec_to_xml(spec)
    assert (
        written.count("<default") == 2 and Model(compile_spec(load_string(written))).tendon_width.tolist() == [0.01] * 2
    )
