"""Scenes whose contacts a formula finds, in both engines: what differs comes from the solver."""

import mujoco
import numpy as np
from support.reference import both

import knuckle as kn
from knuckle.schema.enums import Cone, Solver

# three islands: a pile of spheres and capsules, a chain with limits and dry friction on its own, two welded bodies
PILE = """
<mujoco>
  <option jacobian="sparse"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1" condim="4"/></body>
    <body pos=".12 .01 .27"><freejoint/><geom size=".1" mass="20"/></body>
    <body pos=".2 0 .099"><freejoint/><geom type="capsule" size=".1 .05" condim="6" friction=".4 .02 .01"/></body>
    <body pos=".1 -.18 .099"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos="2 0 .6">
      <joint axis="0 1 0" range="-5 5" frictionloss=".3"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint axis="0 1 0" range="-5 5" frictionloss=".1"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body>
    </body>
    <body name="a" pos="-2 0 .098"><freejoint/><geom size=".1"/></body>
    <body name="b" pos="-2 .3 .098"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <equality><weld body1="a" body2="b"/></equality>
</mujoco>
"""
# a leaf that turns so fast and weighs so little that the norm of the gradient bounds how far directions of CG turn back
LEAF = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .0628" quat="-.5066 -.3591 .7053 .342"><freejoint/>
      <inertial pos="0 0 0" mass=".001335" diaginertia="4.65e-07 3.246e-07 1.451e-07"/>
      <geom size=".01" pos="-.11 -.009 -.023"/><geom size=".01" pos=".049 .031 -.07"/>
      <geom size=".01" pos=".061 .011 .012"/><geom size=".01" pos="-.017 .086 -.045"/>
    </body>
  </worldbody>
</mujoco>
"""
LEAF_VELOCITY = (1.0, -0.637, -1.589, 0.507, 0.179, 0.764)
SLIDING = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .0999"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>
"""
TOUCHING = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .09999999999999999"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <geom size=".1"/></body>
  </worldbody>
</mujoco>
"""


class Twin:
    """A scene in both engines, at the same state."""

    def __init__(self, xml: str, cone: Cone, steps: int = 10):
        self.m, self.reference_m = both(xml)
        self.d, self.reference_d = kn.Data(self.m), mujoco.MjData(self.reference_m)
        self.reference_m.opt.cone = self.m.opt.cone = cone
        self.reference_d.qvel[:] = np.random.default_rng(0).normal(0, 0.2, self.m.nv)
        mujoco.mj_step(self.reference_m, self.reference_d, steps)
        # what the last step left is too good a start to tell iterates apart
        self.start = 0.7 * self.reference_d.qacc_warmstart

    def solve(self, solver: Solver, iterations: int, tolerance: float = 0.0) -> None:
        """Solve in both, from the same start."""
        for m, d in ((self.m, self.d), (self.reference_m, self.reference_d)):
            m.opt.solver, m.opt.iterations, m.opt.tolerance = solver, iterations, tolerance
            d.qpos[:], d.qvel[:] = self.reference_d.qpos, self.reference_d.qvel
            d.qacc_warmstart[:] = self.start
        self.d._arrays["efc_force"][:] = np.nan
        self.d.qacc[:] = np.nan
        mujoco.mj_forward(self.reference_m, self.reference_d)
        kn.forward(self.m, self.d)

    @property
    def error(self) -> float:
        """Largest difference of a force, relative to the largest."""
        ours, theirs = self.d.efc_force, self.reference_d.efc_force
        assert ours.shape == theirs.shape
        return float(np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max() / np.abs(theirs).max())
