"""A scene with every feature of tendons, in states that vary."""

import mujoco
import numpy as np

import knuckle as kn

SCENE = """
<mujoco>
  <option timestep="0.005" integrator="{integrator}">
    <flag energy="enable"/>
  </option>
  <worldbody>
    <site name="w" pos="0 0 2"/>
    <body name="a" pos="0 0 1">
      <joint name="a1" axis="0 1 0" damping=".3"/>
      <joint name="a2" axis="1 0 0"/>
      <geom name="g" type="sphere" size=".1"/>
      <site name="sa" pos="0 .3 0"/>
      <site name="side" pos="0 0 .2"/>
      <body name="b" pos=".3 0 0">
        <joint name="b1" axis="0 1 0"/>
        <geom name="cyl" type="cylinder" size=".05 .2" pos=".1 0 0"/>
        <site name="sb" pos=".2 .03 -.04"/>
      </body>
      <body name="c" pos="-.3 0 0">
        <joint name="c1" type="ball"/>
        <geom size=".05"/>
        <site name="sc" pos=".2 .05 .1"/>
      </body>
    </body>
    <body name="f" pos="2 0 1">
      <freejoint name="fj"/>
      <geom name="sg" type="sphere" size=".1"/>
      <site name="sf"/>
    </body>
    <body name="s" pos="3 0 1">
      <joint name="sl" type="slide"/>
      <geom type="sphere" size=".1"/>
      <site name="ss" pos=".1 0 0"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="t0" stiffness="20 3 4" springlength=".1 .5" damping="1 .2 .3">
      <site site="w"/>
      <geom geom="g" sidesite="side"/>
      <site site="sb"/>
      <pulley divisor="2"/>
      <site site="sc"/>
      <site site="sf"/>
    </spatial>
    <fixed name="t1" stiffness="5" armature=".3" frictionloss=".4" range="-1 .1">
      <joint joint="b1" coef="2"/>
      <joint joint="a1" coef="-1"/>
    </fixed>
    <spatial name="t2" stiffness="1" springyield=".1" damping=".5">
      <site site="sa"/>
      <geom geom="cyl"/>
      <site site="sb"/>
    </spatial>
    <spatial name="t3" range="0 .5" margin=".1" actuatorfrcrange="-1 1">
      <site site="sb"/>
      <site site="sc"/>
    </spatial>
    <spatial name="t4" armature=".4" stiffness="3" springlength="0 .2" springyield=".05" frictionloss=".2">
      <site site="sb"/>
      <site site="ss"/>
    </spatial>
    <fixed name="t5">
      <joint joint="sl" coef="1"/>
    </fixed>
  </tendon>
  <equality>
    <tendon tendon1="t1" tendon2="t5" polycoef=".1 1 .2 .3 .1"/>
    <tendon tendon1="t5" polycoef=".1"/>
  </equality>
  <actuator>
    <motor tendon="t0" gear="3"/>
    <position tendon="t3" kp="20" dampratio="1" forcerange="-9 9"/>
    <velocity tendon="t3" kv="3"/>
    <motor tendon="t1" armature=".2" damping=".3" gear="2"/>
    <motor tendon="t1" armature=".1" gear="2"/>
    <position joint="b1" kp="3" kv=".5"/>
  </actuator>
</mujoco>
"""

TURNS = (slice(3, 7), slice(10, 14))  # quaternions in qpos


def pair(integrator="Euler", change=lambda text: text):
    """Our model and data, and the reference's."""
    text = change(SCENE.format(integrator=integrator))
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    reference.opt.jacobian = mujoco.mjtJacobian.mjJAC_SPARSE
    return m, kn.Data(m), reference, mujoco.MjData(reference)


def states(m, d, reference, theirs, count, seed=1):
    """Put both in the same random state, again and again."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        kn.reset(m, d)
        mujoco.mj_resetData(reference, theirs)
        qpos = 0.7 * rng.normal(size=m.nq)
        for part in TURNS:
            qpos[part] /= np.linalg.norm(qpos[part])
        values = {"qpos": qpos, "qvel": rng.normal(size=m.nv), "ctrl": rng.normal(size=m.nu)}
        values["xfrc_applied"] = rng.normal(size=(m.nbody, 6)) * (np.arange(m.nbody)[:, None] > 0)
        for name, value in values.items():
            getattr(d, name)[:] = value
            getattr(theirs, name)[:] = value
        yield
