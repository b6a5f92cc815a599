"""The range of lengths of an actuator: given, taken from its target, or found by simulation."""

import mujoco
import numpy as np
import pytest
from support.model_difference import assert_same

import knuckle as kn

MODEL = """
<mujoco>
  <compiler><lengthrange {settings}/></compiler>
  <worldbody>
    <site name="fixed" pos="0 .3 .4"/>
    <body name="arm">
      <joint name="hinge" axis="1 0 0" range="-60 90"/><geom size=".1" pos="0 .2 0"/><site name="elbow" pos="0 .2 .1"/>
      <body pos="0 .4 0"><joint name="ball" type="ball" range="0 60"/><geom size=".05" pos="0 .1 0"/>
        <site name="tip" pos="0 .2 .1"/></body>
      <body pos="0 .3 .4"><joint name="slide" type="slide"/><geom size=".1"/></body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="string" range=".2 1"><site site="fixed"/><site site="elbow"/><site site="tip"/></spatial>
  </tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
SHORT = 'inttotal="0.5" interval="0.1" tolrange="10"'
TARGETS = (
    '<motor tendon="string" gear="2"/><motor joint="hinge" gear="-2"/><motor joint="ball" gear="1 0 0"/>'
    '<motor site="tip" refsite="fixed" gear="1 0 0 0 0 0"/><motor cranksite="tip" slidersite="fixed" cranklength="1"/>'
    '<orientation joint="ball"/><motor joint="hinge" lengthrange="1 2"/>'
)
MUSCLES = (
    '<muscle joint="hinge"/><muscle tendon="string"/><motor joint="slide"/><general joint="hinge" gaintype="user"/>'
)


@pytest.mark.parametrize("settings", [f'mode="all" {more}' for more in ("", 'uselimit="true"', 'useexisting="false"')])
def test_ranges_are_the_references(settings):
    assert_same(MODEL.format(settings=f"{settings} {SHORT}", actuators=TARGETS))


@pytest.mark.parametrize(
    "settings", ['maxforce="0.5"', 'accel="1"', 'timestep="0.003"', 'timeconst="0.1"', 'timestep="0"']
)
def test_every_setting_counts(settings):
    assert_same(MODEL.format(settings=f'mode="all" {settings} {SHORT}', actuators=TARGETS))


@pytest.mark.parametrize("mode", ["none", "muscle", "muscleuser"])
def test_modes_choose_actuators(mode):
    assert_same(MODEL.format(settings=f'mode="{mode}" {SHORT}', actuators=MUSCLES))


def test_one_that_does_not_settle_is_told():
    with pytest.raises(kn.ModelError, match=r"did not settle.*limit the joints or tendons"):
        kn.load(MODEL.format(settings='inttotal="1" interval="0.5"', actuators='<muscle joint="slide"/>'))
    with pytest.raises(kn.ModelError, match="the length is always 0"):
        kn.load(MODEL.format(settings=f'mode="all" {SHORT}', actuators='<motor site="tip"/>'))


def test_a_range_is_found_anew_after_a_change():
    xml = MODEL.format(settings="", actuators='<muscle name="pull" joint="hinge" lengthrange="0 1"/>')
    m = kn.load(xml)
    kn.set_length_range(m, "pull", inttotal=0.5, interval=0.1, tolrange=10)
    again = xml.replace('lengthrange="0 1"', "").replace("<lengthrange />", f"<lengthrange {SHORT}/>")
    reference = mujoco.MjModel.from_xml_string(again)
    assert np.abs(m.actuator_lengthrange - reference.actuator_lengthrange).max() < 1e-12
    with pytest.raises(TypeError, match="unknown setting 'acel'; did you mean 'accel'"):
        kn.set_length_range(m, acel=3)
    before = m.actuator_lengthrange.copy()
    m.jnt_limited[:] = False
    with pytest.raises(kn.KnuckleError, match="actuator pull: the search for the range of lengths did not settle"):
        kn.set_length_range(m, inttotal=1, interval=0.5)
    assert np.array_equal(m.actuator_lengthrange, before)


@pytest.mark.parametrize(
    "settings",
    ['inttotal="1e18"', 'inttotal="-1"', 'timeconst="0"', 'timestep="1e-300"', 'accel="inf"', 'inttotal="nan"'],
)
def test_settings_with_which_no_search_ends_are_refused(settings):
    with pytest.raises(kn.ModelError, match=r"<lengthrange>: (lengthrange|\w+)"):
        kn.load(MODEL.format(settings=f'mode="all" {settings}', actuators='<motor joint="hinge"/>'))


def test_a_search_by_hand_is_refused_likewise():
    m = kn.load(MODEL.format(settings="", actuators='<motor joint="hinge"/>'))
    with pytest.raises(ValueError, match="inttotal=1e"):
        kn.set_length_range(m, inttotal=1e18)
