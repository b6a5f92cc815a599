"""What was attached is written in the units and under the rules of the whole model."""

import mujoco
import pytest
from support.round_trip import Reading, text_faults

from knuckle.compile import compile_spec
from knuckle.parse import load_string
from knuckle.write import spec_to_xml

CHILD = """
<mujoco>
  <compiler {compiler}/>
  <worldbody><body name="b" euler="1 .2 .3" pos="1 0 0">
    <inertial pos="0 0 .1" mass="3" diaginertia=".1 .1 .1" axisangle="1 1 0 .4"/>
    <joint name="j" range="-1 2" limited="true" ref=".1" springref=".2" springyield=".3"/>
    <geom type="box" size=".1 .2 .3" euler=".1 .2 .3"/><site name="s" euler="3 2 1"/>
    <body pos=".5 0 0"><joint name="k" type="slide" range="-1 1" limited="true"/><geom size=".1"/>
      <camera euler=".2 .1 .3"/></body>
  </body></worldbody>
  <actuator><motor joint="j" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <keyframe><key name="up" qpos=".5 .25" ctrl=".5"/></keyframe>
</mujoco>
"""
PARENT = """
<mujoco>
  <compiler angle="degree" eulerseq="xyz"/>
  <asset><model name="child" file="child.xml"/></asset>
  <worldbody><body name="own" euler="10 20 30"><joint name="o" range="-10 10"/><geom size=".1"/>
    <frame pos="0 0 1" euler="90 0 0"><attach model="child" body="b" prefix="a_"/></frame>
    <frame pos="0 0 -1"><attach model="child" body="b" prefix="c_"/></frame></body></worldbody>
</mujoco>
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "compiler",
    [
        'angle="radian"',
        'angle="radian" eulerseq="ZYX"',
        'angle="radian" autolimits="false"',
        'angle="radian" inertiafromgeom="true"',
        'angle="radian" boundmass="5" boundinertia="1"',
        'angle="degree"',
    ],
)
def test_an_attached_model_is_the_same_after_writing(compiler):
    files = {"child.xml": CHILD.format(compiler=compiler).encode()}
    spec = load_string(PARENT, files)
    before = Reading(compile_spec(spec)), Reading(mujoco.MjModel.from_xml_string(PARENT, files))
    assert not text_faults(spec_to_xml(spec), {}, before)
    assert not before[0].changes(Reading(compile_spec(spec)))  # writing changes nothing
