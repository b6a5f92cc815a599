"""Models with every passive force, beside the reference engine at random states, constraints off."""

import mujoco
import numpy as np
from support.smooth_reference import Bench

from knuckle.machine.python import DataView, ModelView
from knuckle.schema.fields import capacities, data_fields, model_fields, sizes

CONSTRAINT, ACTUATION = 1, 2048
INPUTS = (
    "time",
    "qpos",
    "qvel",
    "plastic",
    "qacc_warmstart",
    "qfrc_applied",
    "xfrc_applied",
    "mocap_pos",
    "mocap_quat",
)

EVERY_JOINT = """
<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.003" gravity="0.3 -0.2 -9.7" density="1.2" viscosity="0.05" wind="0.4 -0.3 0.2"/>
  <worldbody>
    <body pos="0 0 2" gravcomp="0.7">
      <joint type="free" stiffness="3 1 0.5" damping="0.4 0.2 0.1"/>
      <geom type="box" size="0.1 0.2 0.3" pos="0.02 0.03 0.01" euler="0.3 0.2 0.1"/>
      <body pos="0.3 0.1 0" gravcomp="0.5">
        <joint type="ball" stiffness="2 0.7 0.3" damping="0.3 0.15 0.05" pos="0.05 0 0" armature="0.02"/>
        <geom type="ellipsoid" size="0.05 0.1 0.15" fluidshape="ellipsoid" fluidcoef="0.5 0.3 1.2 0.9 1.1"
              pos="0.01 0.02 0.03" euler="0.1 0.2 0.3"/>
        <body pos="0 0.2 0.1">
          <joint axis="0 1 0.3" stiffness="1.5 0.5 0.2" springref="0.3" damping="0.2 0.1 0.05" ref="0.2"/>
          <joint type="slide" axis="1 0 0.3" stiffness="0 1 0.6" springref="0.1" damping="0 0.3 0.1"/>
          <geom type="capsule" size="0.05 0.1" fluidshape="ellipsoid" pos="0.01 0.02 0.03" euler="0.1 0.2 0.3"/>
          <geom type="cylinder" size="0.04 0.1" fluidshape="ellipsoid" pos="0.1 0.02 0.03" euler="0.5 0.2 0.3"/>
          <geom type="box" size="0.04 0.1 0.06" fluidshape="ellipsoid" pos="0.1 0.02 0.03" euler="0.5 0.2 0.3"/>
          <geom type="sphere" size="0.04" fluidshape="ellipsoid" pos="0.1 0.02 0.03"/>
        </body>
      </body>
    </body>
    <body pos="1 0 0" gravcomp="1.2">
      <joint name="lifted" axis="1 0 0" damping="0.1" actuatorgravcomp="true" actuatorfrcrange="-2 2"/>
      <geom type="capsule" size="0.05 0.2" pos="0 0.2 0"/>
      <body pos="0 0.4 0" gravcomp="0.3">
        <joint axis="0 0 1" stiffness="1"/>
        <geom type="box" size="0.1 0.05 0.1" pos="0 0.2 0.1"/>
        <body pos="0.1 0.1 0" gravcomp="0.4"><geom size="0.05"/></body>
      </body>
    </body>
    <body pos="3 0 0"><joint type="ball" damping="0.3"/><geom type="box" size="0.1 0.2 0.05" pos="0 0 0.3"/></body>
  </worldbody>
</mujoco>
"""

SWIMMERS = """
<mujoco>
  <option timestep="0.01" density="50" viscosity="0.3" wind="0.1 0.2 0.3"/>
  <worldbody>
    <body><freejoint/><geom type="box" size="0.1 0.2 0.3" fluidshape="ellipsoid"/></body>
    <body pos="1 0 0"><freejoint/><geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0 0 1"><geom type="ellipsoid" size="0.1 0.2 0.1" fluidshape="ellipsoid"/></body>
    </body>
    <body pos="1 1 0"><joint type="free" damping="1 0.5 0.2"/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/></body>
    <body pos="2 0 0"><joint type="slide"/><joint type="slide" axis="1 0 0"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3" fluidshape="ellipsoid"/>
    </body>
    <body pos="3 0 0"><joint type="ball"/><geom type="ellipsoid" size="0.1 0.2 0.3" fluidshape="ellipsoid"/></body>
    <body pos="4 0 0"><joint axis="0 0 1"/><geom type="cylinder" size="0.1 0.2"/></body>
    <body pos="5 0 0"><geom size="0.1"/>
      <body><joint axis="0 0 1"/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.2 0.3"/>
        <body pos="1 0 0"><joint type="ball"/><geom type="box" size="0.1 0.1 0.1"/></body>
        <body pos="1 1 0"><joint/><joint axis="1 1 0"/><joint axis="1 0 0" type="slide"/>
          <geom type="box" size="0.1 0.1 0.1" pos="0.1 0.1 0.1" fluidshape="ellipsoid"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

YIELDING = """
<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.01"/>
  <worldbody>
    <body><joint axis="0 0 1" stiffness="2 0.3 0.1" springref="0.2" springyield="0.5"/><geom size="0.1" pos="0.3 0 0"/>
    </body>
    <body pos="1 0 0"><joint type="slide" stiffness="2 0.3 0.1" springref="0.2" springyield="0.4"/><geom size="0.1"/>
    </body>
    <body pos="2 0 0"><joint type="ball" stiffness="2 0.3 0.1" springyield="0.6"/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0 0 1"><joint type="ball" stiffness="2" springyield="2.6"/><joint type="slide" axis="1 2 3"/>
        <geom type="box" size="0.1 0.2 0.3" pos="0.3 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

XML = {"every_joint": EVERY_JOINT, "swimmers": SWIMMERS, "yielding": YIELDING}


class Pair(Bench):
    """The reference at a random state, nothing computed yet, and our views at the same state, all else poisoned."""

    def __init__(self, xml: str, seed: int = 0, disable: int = 0, **options):
        self.model = mujoco.MjModel.from_xml_string(XML.get(xml, xml))
        self.model.opt.disableflags |= disable | CONSTRAINT | ACTUATION
        position_update = options.pop("position_update", 0)
        for name, value in options.items():
            setattr(self.model.opt, name, value)
        self.data = mujoco.MjData(self.model)
        self.random = np.random.default_rng(seed)
        m, d, normal = self.model, self.data, self.random.normal
        d.qpos[:] += 0.6 * normal(size=m.nq)
        mujoco.mj_normalizeQuat(m, d.qpos)
        d.qvel[:] = 1.5 * normal(size=m.nv)
        d.qfrc_applied[:], d.xfrc_applied[1:] = normal(size=m.nv), normal(size=(m.nbody - 1, 6))
        d.plastic[:] += 0.01 * normal(size=d.plastic.shape)
        self.counts = {size: int(getattr(m, size, 0)) for size in sizes()} | dict.fromkeys(capacities(), 0)
        self.m = ModelView({f.name: self._model_array(f) for f in model_fields()}, self.counts)
        self.m._arrays["opt_position_update"][...] = position_update
        self.copy_state()

    def copy_state(self) -> None:
        """Our data at the reference's state; what stages compute is NaN."""
        self.arrays = {f.name: self._data_array(f) for f in data_fields()}
        self.poison(*(f.name for f in data_fields() if f.kind == "real" and f.name not in INPUTS))
        self.d = DataView(self.arrays)

    def errors(self, names: str) -> dict[str, float]:
        return {name: self.error(name) for name in names.split()}
