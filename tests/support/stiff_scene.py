"""A scene whose springs, servos, tendons and contacts the discrete integrator takes implicitly, in both engines."""

import mujoco
import numpy as np

import knuckle as kn

SCENE = """
<mujoco>
  <option timestep="{timestep}" integrator="discrete" solver="{solver}" cone="{cone}" density="{density}"
          viscosity="0.1" iterations="{iterations}" tolerance="{tolerance}" noslip_iterations="{noslip}"
          noslip_tolerance="0" wind="0.5 0 0.2">
    <flag {flags}/>
  </option>
  <default><geom solref="{solref}" solimp="0.9 0.95 0.001"/></default>
  <worldbody>
    <geom type="plane" size="5 5 1" adhesion="{adhesion}" surfacevel="0.1 0.2 0 0 0 0.3"/>
    <body name="box" pos="0 0 0.099"><joint type="free" stiffness="3 1" damping="1 0.3"/>
      <geom type="box" size="0.1 0.12 0.1" condim="4"/><geom type="sphere" size="0.05" pos="0.15 0 0" condim="6"/>
      <site name="hook" pos="0.1 0.1 0.1"/></body>
    <body name="spinner" pos="0 3 2"><freejoint/><geom type="box" size="0.1 0.2 0.3" fluidshape="ellipsoid"/></body>
    <body name="arm" pos="1 0 0.5">
      <joint name="shoulder" axis="0 1 0" stiffness="500 20 5" damping="2 0.5" springref="20" frictionloss="0.2"
             range="-40 40" solreflimit="{solref}" actuatorfrcrange="-30 30"/>
      <geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
      <body name="fore" pos="0.4 0 0">
        <joint name="wrist" type="ball" stiffness="20 3 1" damping="0.3 0.1" range="0 50"/>
        <geom type="ellipsoid" size="0.1 0.03 0.05" pos="0.1 0 0.02" fluidshape="ellipsoid"/>
        <body name="hand" pos="0.2 0 0"><joint name="grip" axis="0 0 1" damping="0.1"/>
          <joint name="push" type="slide" axis="1 0.2 0" stiffness="0 -50 30"/>
          <geom size="0.04" pos="0.05 0.05 0"/></body>
      </body>
    </body>
    <body name="cart" pos="-1 0 0.5"><joint name="cart" type="slide" axis="1 0 0" frictionloss="1"/>
      <geom size="0.1" contype="0" conaffinity="0"/><site name="cart"/></body>
    <body name="cart2" pos="-2 0 0.5"><joint name="cart2" type="slide" axis="1 0 0" stiffness="1000"/>
      <geom size="0.1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <equality>
    <connect body1="hand" anchor="0.05 0 0.1" solref="0.005 1"/>
    <joint joint1="cart2" joint2="shoulder" polycoef="0 0.3 0 0 0" solref="-500 -20"/>
  </equality>
  <tendon>
    <fixed name="belt" stiffness="800 30" damping="3 0.5" springlength="0.05">
      <joint joint="cart" coef="1"/><joint joint="shoulder" coef="0.2"/></fixed>
    <spatial name="rope" stiffness="300" damping="2" springlength="0 0.5" range="0 1.1" frictionloss="0.1"
             solreflimit="{solref}"><site site="cart"/><site site="hook"/></spatial>
    <fixed name="pair" actuatorfrcrange="-40 40">
      <joint joint="cart2" coef="2"/><joint joint="grip" coef="-0.5"/></fixed>
  </tendon>
  <actuator>
    <position joint="shoulder" kp="400" kv="10" gear="0.7" armature="0.01" damping="0.1 0.02"/>
    <position tendon="pair" kp="90" kv="3" forcerange="-60 60"/>
    <general joint="wrist" gear="0.3 1 0.2" gaintype="affine" gainprm="1 -20 -3" biastype="affine" biasprm="0 -30 -2"/>
    <intvelocity joint="push" kp="70" kv="1" actrange="-1 1"/>
    <velocity tendon="rope" kv="5"/>
    <motor joint="cart"/>
  </actuator>
</mujoco>
"""
USUAL = {
    "timestep": 0.01,
    "solver": "Newton",
    "cone": "pyramidal",
    "density": 0,
    "iterations": 200,
    "tolerance": 1e-14,
    "noslip": 0,
    "flags": "",
    "solref": "0.02 1",
    "adhesion": 0,
}


def stiff_xml(**changes) -> str:
    return SCENE.format(**(USUAL | changes))


def pair(**changes):
    """The scene in both engines; the reference keeps its Jacobian sparse, as ours is."""
    text = stiff_xml(**changes)
    m, reference = kn.Model.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    reference.opt.jacobian = int(mujoco.mjtJacobian.mjJAC_SPARSE)
    return m, kn.Data(m), reference, mujoco.MjData(reference)


def states(m, d, reference, theirs, count, seed=0):
    """Give both engines random poses near the initial one, velocities, controls and forces; how many."""
    rng = np.random.default_rng(seed)
    for n in range(count):
        mujoco.mj_resetData(reference, theirs)
        mujoco.mj_integratePos(reference, theirs.qpos, rng.normal(0, 0.1, reference.nv), 1.0)
        theirs.qpos[2] = 0.09 + 0.01 * rng.random()
        theirs.qpos[3:7] = (1, *(0.01 * rng.normal(size=3)))
        theirs.qvel[:] = rng.normal(0, 1, reference.nv)
        theirs.ctrl[:] = rng.normal(0, 0.3, reference.nu)
        theirs.act[:] = rng.normal(0, 0.3, reference.na)
        theirs.qfrc_applied[:] = rng.normal(0, 1, reference.nv)
        theirs.qacc_warmstart[:] = rng.normal(0, 1, reference.nv)
        for name in ("qpos", "qvel", "ctrl", "act", "qfrc_applied", "qacc_warmstart"):
            getattr(d, name)[...] = getattr(theirs, name)
        yield n
