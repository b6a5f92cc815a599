"""A batch that keeps few fields gives the same numbers as one that keeps all."""

import numpy as np
import pytest
from support.systems import model
from support.worlds import batch_of, states

import knuckle as kn

NWORLD = 21
STATE = ("qpos", "qvel", "qacc", "time")


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("keep", [["qacc"], ["qacc", "geom_xpos"], ["qacc", "site_xmat", "cam_xpos", "light_xdir"]])
def test_kept_fields_are_those_of_a_full_batch(dtype, keep):
    m = model("everything", integrator="implicitfast")
    worlds = states(m, NWORLD)
    full, lean = batch_of(m, worlds, dtype), batch_of(m, worlds, dtype, keep=keep, threads=2)
    for batch in (full, lean):
        batch.step(5)
    for name in {*STATE, *keep}:
        np.testing.assert_array_equal(lean.read(name), full.read(name), err_msg=name)


def test_fields_that_are_not_kept_are_refused_by_name():
    batch = kn.Batch(model("everything"), 3, keep=["qacc"])
    with pytest.raises(KeyError, match=r"does not keep 'xpos'.*keep=\['xpos'\]"):
        batch.read("xpos")
    with pytest.raises(kn.KnuckleError, match="'kinematics' alone needs"):
        batch.run("kinematics")


def test_an_unknown_field_in_keep_is_told_with_the_nearest_name():
    with pytest.raises(KeyError, match="did you mean 'qacc'"):
        kn.Batch(model("everything"), 3, keep=["qac"])


@pytest.mark.parametrize("make", [list, tuple, set, iter, lambda names: (name for name in names), dict.fromkeys])
def test_names_are_taken_from_anything_that_yields_them(make):
    batch = kn.Batch(model("everything"), 3, keep=make(["qacc", "xpos"]))
    batch.forward()
    assert {"qacc", "xpos"} <= set(batch.fields) and "xmat" not in batch.fields
    assert batch.read("xpos").any()


@pytest.mark.parametrize(
    ("keep", "words"),
    [
        ("qacc", r"several names of fields, found the text 'qacc'; for one field: \['qacc'\]"),
        (3, "names of fields, found 3"),
        ([3], "names of fields, found 3 among them"),
        ([["qacc"]], "found \\['qacc'\\] among them"),
        (b"qacc", "found 113 among them"),
    ],
)
def test_what_is_not_names_is_refused(keep, words):
    with pytest.raises(TypeError, match=f"keep: expected.*{words}"):
        kn.Batch(model("everything"), 3, keep=keep)


def test_a_fluid_that_is_switched_on_later_finds_the_frames_of_its_geoms():
    m = model("everything")
    m.geom_fluid[:] = 0
    worlds = states(m, 4)
    full, lean = batch_of(m, worlds, "float64"), batch_of(m, worlds, "float64", keep=["qacc"])
    m.geom_fluid[:] = model("everything").geom_fluid
    for batch in (full, lean):
        batch.forward()
    np.testing.assert_array_equal(lean.read("qacc"), full.read("qacc"))


ROTOR = """
<mujoco>
  <worldbody>
    <body><freejoint/><geom size=".1"/><site name="rotor" pos=".2 0 0" euler="10 0 0"/></body>
    <body pos="1 0 0"><joint name="crank" axis="0 1 0"/><geom size=".1"/><site name="pin" pos="0 0 .3"/></body>
    <site name="slider" pos="1 0 1"/>
  </worldbody>
  <actuator>
    <general site="rotor" gear="0 0 1 0 0 .1"/>
    <general cranksite="pin" slidersite="slider" cranklength="1"/>
  </actuator>
</mujoco>
"""


def test_sites_that_actuators_need_are_found_though_nobody_keeps_them():
    m = kn.load(ROTOR)
    full, lean = kn.Batch(m, 3), kn.Batch(m, 3, keep=["qacc"])
    for batch in (full, lean):
        batch.ctrl[:] = 1.0
        batch.step(5)
    assert np.abs(full.qacc).max() > 0
    np.testing.assert_array_equal(lean.qacc, full.qacc)
