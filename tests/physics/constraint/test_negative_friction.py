"""Dry friction below zero, which drives a joint, is what the reference makes of it."""

import mujoco
import numpy as np
import pytest

import knuckle as kn

TEXT = """
<mujoco>
  <option solver="{solver}"/>
  <worldbody>
    <body><joint axis="0 1 0" frictionloss="-.3"/><geom size=".1" pos=".2 0 0"/>
      <body pos=".4 0 0"><joint axis="0 1 0" frictionloss=".05"/><geom size=".1" pos=".2 0 0"/></body>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.mark.filterwarnings("ignore::knuckle.ModelWarning")
@pytest.mark.parametrize("solver", ["Newton", "CG"])
def test_a_negative_dry_friction_drives_as_in_the_reference(solver):
    text = TEXT.format(solver=solver)
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, data = kn.Data(m), mujoco.MjData(reference)
    for _ in range(50):
        kn.step(m, d)
        mujoco.mj_step(reference, data)
        assert d.nf == data.nf == 2
    np.testing.assert_allclose(d.qpos, data.qpos, rtol=1e-9)  # what differs is the order of roundings
