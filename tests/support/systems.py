"""Models for tests without an oracle: small ones by name, those of the package, and random states of them."""

from functools import cache

import numpy as np

import knuckle as kn
from knuckle import models

# every joint type, several joints on one body, several trees, springs and dampers with polynomials, both fluids
EVERYTHING = """
<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.002" gravity="0.3 -0.2 -9.7" density="1.2" viscosity="0.05" wind="0.4 -0.3 0.2">
    <flag energy="enable"/>
  </option>
  <worldbody>
    <camera mode="targetbody" target="arm" pos="1 2 3"/>
    <light mode="targetbodycom" target="hand" pos="-1 2 3" dir="0 0.6 -0.8"/>
    <body name="trunk" pos="0 0 2" gravcomp="0.7">
      <joint type="free" stiffness="3 1 0.5" damping="0.4 0.2 0.1"/>
      <geom name="chest" type="box" size="0.1 0.2 0.3" pos="0.02 0.03 0.01" euler="0.3 0.2 0.1"/>
      <camera mode="track" pos="0 -3 0"/>
      <light mode="trackcom" pos="0 0 2"/>
      <body name="arm" pos="0.3 0.1 0">
        <joint type="ball" stiffness="2 0.7 0.3" damping="0.3 0.15 0.05" pos="0.05 0 0" armature="0.02"/>
        <geom type="ellipsoid" size="0.05 0.1 0.15" fluidshape="ellipsoid" pos="0.01 0.02 0.03" euler="0.1 0.2 0.3"/>
        <site name="elbow" pos="0.1 0.2 0.1" euler="0.3 0.1 0"/>
        <body name="hand" pos="0 0.2 0.1" gravcomp="0.5">
          <joint axis="0 1 0.3" stiffness="1.5 0.5 0.2" springref="0.3" damping="0.2 0.1 0.05" ref="0.2"/>
          <joint type="slide" axis="1 0 0.3" stiffness="0.5 1 0.6" springref="0.1" damping="0.1 0.3 0.1"/>
          <geom type="capsule" size="0.05 0.1" fluidshape="ellipsoid" pos="0.01 0.02 0.03" euler="0.1 0.2 0.3"/>
          <geom name="palm" type="box" size="0.04 0.1 0.06" pos="0.1 0.02 0.03" euler="0.5 0.2 0.3"/>
          <camera mode="trackcom" pos="0 0 -1"/>
        </body>
      </body>
      <body name="leg" pos="0 0 -0.4">
        <joint axis="1 0 0" damping="0.1" armature="0.01"/>
        <joint axis="0 1 0" pos="0 0 0.1" damping="0.1"/>
        <geom type="capsule" size="0.05 0.2" pos="0 0 -0.2"/>
        <site name="foot" pos="0 0 -0.4"/>
      </body>
    </body>
    <body name="crane" pos="1 0 0">
      <joint axis="1 0 0" damping="0.1" springyield="0.2" stiffness="2"/>
      <geom type="capsule" size="0.05 0.2" pos="0 0.2 0"/>
      <body name="hook" pos="0 0.4 0">
        <joint axis="0 0 1" stiffness="1"/>
        <geom type="box" size="0.1 0.05 0.1" pos="0 0.2 0.1"/>
      </body>
    </body>
    <body name="ball" pos="3 0 0">
      <joint type="ball" stiffness="2 0.3" damping="0.3"/><geom type="box" size="0.1 0.2 0.05" pos="0 0 0.3"/>
    </body>
    <body name="stone" pos="-2 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.05" euler="0.4 0 0.2"/></body>
    <body name="seen" mocap="true" pos="-1 0 1" quat="0.8 0 0.6 0">
      <geom size="0.1"/>
      <body pos="0.2 0 0" euler="0.3 0.2 0.1"><geom type="box" size="0.1 0.2 0.1"/><site pos="0.1 0 0"/></body>
    </body>
  </worldbody>
</mujoco>
"""

# bodies in free flight, tied by joints and springs, and by nothing to the world
FLIGHT = """
<mujoco>
  <option timestep="0.002" gravity="0 0 0" integrator="RK4"><flag energy="enable"/></option>
  <worldbody>
    <body name="root" pos="0 0 1">
      <freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.05 0 0"/>
      <body pos="0.3 0 0"><joint type="ball" stiffness="5 1" pos="0.1 0 0"/><geom type="box" size="0.2 0.05 0.1"/>
        <body pos="0.3 0 0"><joint axis="0 1 0" stiffness="3" springref="20"/>
          <geom type="capsule" size="0.05 0.2" pos="0 0 0.2"/>
        </body>
      </body>
      <body pos="-0.3 0 0"><joint type="slide" axis="1 1 0" stiffness="40"/><joint axis="0 0 1" stiffness="1"/>
        <geom type="box" size="0.1 0.05 0.1" pos="0 0.1 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

TUMBLING = """
<mujoco>
  <option timestep="0.002" integrator="RK4"><flag energy="enable"/></option>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.35" mass="2"/></body>
  </worldbody>
</mujoco>
"""

SPRING_MASS = """
<mujoco>
  <option timestep="0.001" gravity="0 0 0" integrator="RK4"/>
  <worldbody><body><joint type="slide" stiffness="50" damping="0.8"/><geom size="0.1" mass="2"/></body></worldbody>
</mujoco>
"""

TEXTS = {"everything": EVERYTHING, "flight": FLIGHT, "tumbling": TUMBLING, "spring mass": SPRING_MASS}
FEATURES = ("actuator", "sensor", "tendon")  # sections that the smooth dynamics do without


@cache
def _compiled(name: str) -> kn.Model:
    m = kn.load(TEXTS[name]) if name in TEXTS else kn.load(models.path(name), omit=FEATURES)
    m.opt.disableflags = kn.DisableBit.CONSTRAINT
    return m


def model(name: str, **options) -> kn.Model:
    """A model of its own, without constraints, with the given options."""
    m = _compiled(name).copy()
    for option, value in options.items():
        setattr(m.opt, option, value)
    return m


def random_state(m: kn.Model, seed: int, *, speed: float = 1.0, forces: bool = False) -> kn.Data:
    """Data in a random pose and motion, with the applied forces and mocap poses also random where asked for."""
    rng = np.random.default_rng(seed)
    d = kn.Data(m)
    d.qpos[:] = kn.integrate_pos(m, m.qpos0, rng.normal(size=m.nv), 0.5)
    d.qvel[:] = speed * rng.normal(size=m.nv)
    if forces:
        d.qfrc_applied[:] = rng.normal(size=m.nv)
        d.xfrc_applied[:] = rng.normal(size=(m.nbody, 6))
        d.mocap_pos[:] += rng.normal(size=(m.nmocap, 3))
        d.mocap_quat[:] = rng.normal(size=(m.nmocap, 4))
        d.plastic[:] += 0.1 * rng.normal(size=m.nplastic)
    return d


def forward_data(name: str, seed: int = 0, **options) -> tuple[kn.Model, kn.Data]:
    """A model and its data after forward dynamics at a random state."""
    m = model(name, **options)
    d = random_state(m, seed)
    kn.forward(m, d)
    return m, d
