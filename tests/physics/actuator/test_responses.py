"""Muscles, controllers and motors over a second of steps and ramps: their states and forces are the reference's."""

import mujoco
import numpy as np
import pytest
from support.actuator_scene import RandomScene

import knuckle as kn

BENCH = """
<mujoco>
  <option timestep="0.002" integrator="{integrator}" gravity="0 0 0"/>
  <worldbody><body><joint name="hinge" damping="0.5" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator>{actuator}</actuator>
</mujoco>
"""


class OnTheBench(RandomScene):
    """Actuators of one joint."""

    def target(self, sites: bool = True) -> str:
        return 'joint="hinge"'


@pytest.mark.parametrize("kind", ["muscle", "pid", "dcmotor"])
@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
def test_responses_to_steps_and_ramps_are_the_references(kind, integrator):
    scene = OnTheBench(7, (kind,))
    for _ in range(10):
        xml = BENCH.format(integrator=integrator, actuator=getattr(scene, kind)())
        m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
        d, theirs = kn.Data(m), mujoco.MjData(reference)
        force = state = 0.0
        for k in range(500):
            steps_then_ramps = 0.8 * (k // 100 % 2) if k < 300 else (k - 300) / 200
            d.ctrl[:] = theirs.ctrl[:] = steps_then_ramps
            kn.step(m, d)
            mujoco.mj_step(reference, theirs)
            force = max(force, np.abs(d.actuator_force - theirs.actuator_force).max())
            state = max(state, np.abs(d.act - theirs.act).max(initial=0), np.abs(d.qpos - theirs.qpos).max())
        assert state < 1e-10 and force < 1e-10 * max(1.0, np.abs(theirs.actuator_force).max()), xml
