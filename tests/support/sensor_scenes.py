"""Scenes with every kind of sensor, with each of its options, in states that vary."""

from dataclasses import dataclass

import mujoco
import numpy as np

import knuckle as kn
from knuckle.schema.enums import SensorType

# joints, tendons and actuators of all kinds, limits that are met, bodies that cannot move, cameras that follow
MOVING = """
<mujoco>
  <option magnetic=".1 .2 .3"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" pos="0 0 -2"/>
    <site name="w" pos="1 1 1" euler="10 20 30"/>
    <camera name="cw" pos="0 0 3" resolution="3 4" projection="orthographic" fovy="2"/>
    <body name="b1" pos="0 0 1">
      <joint name="h" axis="1 2 3" range="-10 10" margin=".2"/>
      <geom name="g1" type="box" size=".1 .2 .3" euler="10 20 30" pos=".1 .2 .3"/>
      <site name="s" size=".2" pos=".3 .2 .1" euler="40 20 10"/>
      <camera name="c" resolution="3 2" pos=".1 .1 .1" euler="30 10 5"/>
      <camera name="ci" resolution="4 3" pos=".1 .1 .1" sensorsize=".02 .03" focal=".05 .07" principal=".002 .003"/>
      <camera name="ct" mode="targetbody" target="b2" pos="1 1 1"/>
      <body name="b2" pos="0 0 .5">
        <joint name="bj" type="ball" range="0 5"/>
        <geom name="g2" type="ellipsoid" size=".1 .2 .3" pos=".2 0 0"/>
        <site name="s2" pos=".1 .1 0"/>
        <body name="b3" pos=".3 0 .1">
          <joint name="sl" type="slide" axis="1 1 0" range="-.1 .1"/>
          <geom size=".1"/>
          <site name="s3" pos=".1 .1 0" euler="10 50 20"/>
        </body>
      </body>
    </body>
    <body name="bf" pos="1 0 0">
      <freejoint/><geom name="g3" type="box" size=".1 .2 .1"/><site name="sf" pos=".1 .1 0"/>
    </body>
    <body name="mo" mocap="true" pos="1 2 1" euler="30 20 10"><geom size=".1"/><site name="sm"/></body>
  </worldbody>
  <tendon>
    <fixed name="t" range="-.1 .1"><joint joint="h" coef="1"/><joint joint="sl" coef="2"/></fixed>
    <spatial name="sp" range="0 .5" actuatorfrcrange="-.5 .5"><site site="s"/><site site="sf"/></spatial>
  </tendon>
  <actuator>
    <motor name="m" joint="h"/>
    <position name="p" joint="sl" kp="3"/>
    <motor name="mt" tendon="sp"/>
    <motor name="mt2" tendon="sp"/>
    <velocity name="v" tendon="t" kv="2"/>
  </actuator>
  <sensor>{sensors}</sensor>
</mujoco>
"""
OBJECTS = (("body", "b2"), ("xbody", "b2"), ("geom", "g1"), ("site", "s3"), ("camera", "c"), ("camera", "ct"))
STILL = (("body", "bf"), ("xbody", "mo"), ("site", "w"), ("body", "world"))
RAYS = "dist dir origin point normal depth"


def moving_sensors() -> list[str]:
    """Sensors of frames, joints, tendons, actuators, subtrees, cameras, rays and energies, with and without cutoff."""
    found = []
    for tag in ("pos", "quat", "xaxis", "yaxis", "zaxis", "linvel", "angvel"):
        for kind, name in (*OBJECTS, STILL[0]):
            found.append(f'<frame{tag} objtype="{kind}" objname="{name}"/>')
        for (kind, name), (base, other) in zip(OBJECTS, (*OBJECTS[2:], *STILL), strict=False):
            found.append(f'<frame{tag} objtype="{kind}" objname="{name}" reftype="{base}" refname="{other}"/>')
    for tag in ("linacc", "angacc"):
        found += [f'<frame{tag} objtype="{kind}" objname="{name}"/>' for kind, name in OBJECTS + STILL]
    at_site = ("accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer", "rangefinder")
    found += [f'<{tag} site="{site}"/>' for tag in at_site for site in ("s", "s3", "sf", "w", "sm")]
    found += [f'<camprojection site="{site}" camera="{c}"/>' for site in ("s3", "w") for c in ("c", "ci", "ct", "cw")]
    found += [f'<rangefinder camera="{camera}" data="{RAYS}"/>' for camera in ("c", "ci", "cw")]
    found += [f'<rangefinder site="s3" data="{word}"/>' for word in (*RAYS.split(), "dir depth", "dist point normal")]
    of_joint = ("jointpos", "jointvel", "jointactuatorfrc", "jointlimitpos", "jointlimitvel", "jointlimitfrc")
    found += [f'<{tag} joint="{joint}"/>' for tag in of_joint for joint in ("h", "sl")]
    found += ['<jointlimitpos joint="bj"/>', '<jointlimitfrc joint="bj"/>']
    of_tendon = ("tendonpos", "tendonvel", "tendonactuatorfrc", "tendonlimitpos", "tendonlimitvel", "tendonlimitfrc")
    found += [f'<{tag} tendon="{tendon}"/>' for tag in of_tendon for tendon in ("t", "sp")]
    of_actuator = ("actuatorpos", "actuatorvel", "actuatorfrc")
    found += [f'<{tag} actuator="{name}"/>' for tag in of_actuator for name in ("m", "p", "mt", "mt2", "v")]
    found += [f'<subtree{tag} body="{b}"/>' for tag in ("com", "linvel", "angmom") for b in ("world", "b1", "b3", "mo")]
    found += ['<ballangvel joint="bj"/>', "<clock/>", "<e_potential/>", "<e_kinetic/>"]
    bounded = [each.replace("/>", ' cutoff=".3"/>') for each in found if not any(w in each for w in ("quat", "axis"))]
    return [*found, *bounded, '<ballquat joint="bj"/>', '<user dim="2"/>']


# shapes that touch each other, with margins and gaps
TOUCHING = """
<mujoco>
  <option cone="{cone}"/>
  <default><geom condim="{condim}" friction="1 .1 .1" margin=".02" gap=".03"/></default>
  <asset><mesh name="ms" builtin="sphere" params="1" scale=".3 .2 .25"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" euler="3 4 5"/>
    <site name="sw" type="box" size="2 2 .08"/>
    <site name="swm" type="mesh" mesh="ms" pos=".05 .02 0" euler="10 0 20"/>
    <site name="sph" size=".4"/>
    <body name="a" pos="0 0 .099">
      <freejoint/><geom name="ga" type="box" size=".1 .1 .1"/>
      <site name="s" size=".13" pos=".1 .1 -.1"/>
      <site name="sb" type="box" size=".05 .05 .02" pos="-.1 .1 -.15"/>
      <site name="se" type="ellipsoid" size=".05 .08 .12" pos="-.1 .1 -.1"/>
    </body>
    <body name="b" pos="0.05 0 .29">
      <freejoint/>
      <geom name="gb" type="capsule" size=".1 .1" euler="90 0 0"/>
      <geom name="gb2" size=".1" pos=".3 0 -.1"/>
      <site name="sc" type="cylinder" size=".12 .13" euler="90 0 0"/>
      <site name="sk" type="capsule" size=".12 .13" euler="90 0 0" pos=".3 0 -.1"/>
      <body name="c" pos="0 .3 0"><joint/><geom name="gc" size=".12"/><camera name="cam"/></body>
    </body>
    <body name="e" pos="-.2 0 .13">
      <freejoint/><geom name="ge" size=".1"/>
      <geom name="gv" type="box" size=".05 .05 .05" pos=".1 .1 .1" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
  <sensor>{sensors}</sensor>
</mujoco>
"""
FIRST = ("", 'geom1="ga"', 'body1="b"', 'subtree1="b"', 'subtree1="world"', 'site="sw"', 'site="sph"', 'site="swm"')
SECOND = ("", 'geom2="floor"', 'body2="e"', 'subtree2="b"', 'body2="world"', 'geom2="ga"')
NET = "found force torque dist pos normal tangent"
ALL = f"{NET} linvel angvel"
SITES = ("s", "sb", "se", "sc", "sk", "sw", "sph")


def touching_sensors() -> list[str]:
    """Sensors of contacts, touch, distances and of what is inside."""
    found = []
    for first in FIRST:
        for second in SECOND:
            ends = f"{first} {second}"
            found += [f'<contact {ends} reduce="{r}" num="3" data="{ALL}"/>' for r in ("none", "mindist", "maxforce")]
            found.append(f'<contact {ends} reduce="netforce" num="2" data="{NET}"/>')
    found += [f'<contact num="20" data="{word}" cutoff=".001"/>' for word in ALL.split()]
    found += ['<contact num="2" data="force dist linvel"/>', '<contact data="torque tangent angvel"/>', "<contact/>"]
    found += [f'<touch site="{site}"/>' for site in SITES] + ['<touch site="sw" cutoff="3"/>']
    pairs = ('geom1="ga" geom2="gb"', 'body1="b" body2="e"', 'geom1="gc" body2="world"', 'geom1="floor" geom2="gb2"')
    for tag in ("distance", "normal", "fromto"):
        found += [f'<{tag} {ends} cutoff="{cutoff}"/>' for ends in pairs for cutoff in ("0", ".1", "3")]
    objects = (("geom", "ga"), ("body", "a"), ("xbody", "c"), ("site", "sk"), ("camera", "cam"), ("body", "world"))
    for site in (*SITES, "swm"):
        found += [f'<insidesite site="{site}" objtype="{kind}" objname="{name}"/>' for kind, name in objects]
    return [*found, '<insidesite site="sw" objtype="geom" objname="ga" cutoff=".5"/>']


# a plate and a wedge that everything touches
FELT = """
<mujoco>
  <asset>
    <mesh name="pl" builtin="plate" params="7 6" scale=".14 .15 .05"/>
    <mesh name="we" builtin="wedge" params="5 6 60 40 .5" scale=".1 .1 .1"/>
    <mesh name="ic" builtin="sphere" params="1" scale=".1 .1 .1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="5 5 .1" euler="3 4 5"/>
    <body name="pad" pos="0 0 .1">
      <freejoint/>
      <geom name="pad" type="box" size=".15 .15 .15"/>
      <geom name="vis" type="mesh" mesh="ic" contype="0" conaffinity="0"/>
      <body pos="0 0 .1"><geom name="child" size=".1"/></body>
    </body>
    <body pos="0 0 .25"><freejoint/><geom size=".1"/></body>
    <body pos=".05 0 .25"><freejoint/><geom type="capsule" size=".08 .1" euler="10 20 30"/></body>
    <body pos="-.05 0 .25"><freejoint/><geom type="ellipsoid" size=".1 .12 .14" euler="10 20 30"/></body>
    <body pos=".1 0 .25"><freejoint/><geom type="cylinder" size=".1 .1" euler="10 20 30"/></body>
    <body pos="-.1 0 .25"><freejoint/><geom type="box" size=".1 .12 .11" euler="10 20 30"/></body>
  </worldbody>
  <sensor>{sensors}</sensor>
</mujoco>
"""


def felt_sensors() -> list[str]:
    """Tactile sensors."""
    ends = [f'geom="{geom}" mesh="{mesh}"' for geom in ("pad", "vis", "child") for mesh in ("pl", "we", "ic")]
    return [f"<tactile {each}/>" for each in ends] + [f'<tactile {each} cutoff=".02"/>' for each in ends]


@dataclass
class Scene:
    """A scene in both engines."""

    m: kn.Model
    reference: mujoco.MjModel
    sensors: list[str]

    def state(self, seed: int, spread: float) -> tuple[kn.Data, mujoco.MjData]:
        """The same state in both; seed 0 is the reference pose. Readings of ours are poisoned."""
        rng, m, d = np.random.default_rng(seed), self.reference, mujoco.MjData(self.reference)
        d.qpos[:] += spread * rng.normal(size=m.nq) * (seed > 0)
        mujoco.mj_normalizeQuat(m, d.qpos)
        d.qvel[:], d.ctrl[:] = rng.normal(size=m.nv), rng.normal(size=m.nu)
        d.xfrc_applied[:], d.qacc[:] = rng.normal(size=(m.nbody, 6)), rng.normal(size=m.nv)
        ours = kn.Data(self.m)
        ours.time = d.time = 0.7
        for name in ("qpos", "qvel", "ctrl", "xfrc_applied", "qacc"):
            getattr(ours, name)[...] = getattr(d, name)
        ours.sensordata[:] = np.nan
        return ours, d

    def errors(self, ours: kn.Data, theirs: mujoco.MjData) -> dict[str, float]:
        """The largest error of each sensor that is read, relative to its reading or to one."""
        m, found = self.reference, {}
        for s, text in enumerate(self.sensors):
            if m.sensor_type[s] != SensorType.USER:
                part = slice(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s])
                expected = theirs.sensordata[part]
                error = np.abs(ours.sensordata[part] - expected) / max(1.0, np.abs(expected).max())
                found[text] = float(np.nan_to_num(error, nan=np.inf).max())
        return found


def scene(text: str, sensors: list[str], **options) -> Scene:
    text = text.format(sensors="\n".join(sensors), **options)
    return Scene(kn.load(text), mujoco.MjModel.from_xml_string(text), sensors)
