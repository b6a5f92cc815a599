"""Figures of the page about tuning contact."""

from pathlib import Path
from typing import Any

import numpy as np

import knuckle as kn
from knuckle_docs.drawing import Figure, curves, scene

BALL = """
<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body pos="0 0 {height}">
      <freejoint/><geom size=".1" mass="1" solref="{solref}" solimp="{solimp}" priority="1"/>
    </body>
  </worldbody>
</mujoco>"""
SOLREF, SOLIMP = "0.02 1", "0.9 0.95 0.001 0.5 2"
LOOKS = """
  <statistic center="0 0 .3" extent="2"/>
  <visual>
    <headlight ambient=".4 .4 .4"/><map force=".06"/>
    <scale contactwidth=".05" contactheight=".02" forcewidth=".03"/>
  </visual>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1=".75 .85 .95" rgb2=".95 .97 1" width="64" height="64"/>
    <texture name="check" type="2d" builtin="checker" rgb1=".82 .84 .86" rgb2=".9 .91 .92" width="64" height="64"/>
    <material name="floor" texture="check" texrepeat="8 8"/>
  </asset>"""
COLOURS = ("0.85 0.35 0.3 1", "0.95 0.65 0.25 1", "0.35 0.65 0.4 1", "0.3 0.5 0.8 1")


def _heights(solref: str = SOLREF, solimp: str = SOLIMP, height: float = 0.15, count: int = 300) -> np.ndarray:
    """Height of the lowest point of a ball that is dropped, every millisecond. [m]"""
    m = kn.load(BALL.format(height=height, solref=solref, solimp=solimp))
    d = kn.Data(m)
    found = np.empty(count)
    for k in range(count):
        kn.step(m, d)
        found[k] = d.qpos[2] - 0.1
    return found


@curves("A ball falls 5 cm: time constants of solref", "time [ms]", "height of its lowest point [mm]")
def time_constants(axes: Any) -> None:
    """The longer the time constant, the softer the landing and the deeper the ball."""
    for constant in (0.005, 0.02, 0.05, 0.1):
        axes.plot(1000 * _heights(f"{constant} 1"), label=f"solref {constant:g} 1")


@curves("The same with a time constant of 20 ms: damping ratios", "time [ms]", "height of its lowest point [mm]")
def damping_ratios(axes: Any) -> None:
    """Below a ratio of 1 the contact gives speed back."""
    for ratio in (0.1, 0.3, 0.6, 1.0):
        axes.plot(1000 * _heights(f"0.02 {ratio}", count=500), label=f"solref 0.02 {ratio:g}")


@curves("Depth at rest", "impedance d", "depth [mm]", log="y")
def impedances(axes: Any) -> None:
    """What rests sinks in by (1 − d) g T² for a time constant T and damping ratio 1, whatever its mass."""
    impedances = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
    for constant in (0.01, 0.02, 0.04):
        depths = [-1000 * _heights(f"{constant} 1", f"{d} {d} 0.001 0.5 2", 0.1, 1000)[-1] for d in impedances]
        axes.plot(impedances, depths, "o-", label=f"solref {constant:g} 1")


def _floor(bodies: str, option: str = "") -> kn.Model:
    floor = '<geom name="floor" type="plane" size="4 4 .1" material="floor" friction=".01" condim="1"/>'
    light = '<light pos="0 -1 4" dir="0 .2 -1" diffuse=".35 .35 .35" specular="0 0 0"/>'
    return kn.load(f"<mujoco><option {option}/>{LOOKS}<worldbody>{light}{floor}{bodies}</worldbody></mujoco>")


def friction(path: Path) -> None:
    """Four crates have begun to slide at the same speed; friction 0.1, 0.2, 0.4 and 0.8 stops them one by one."""
    crates = "".join(
        f'<body pos="-1.2 {0.3 * k - 0.45} .1"><freejoint/><geom type="box" size=".1 .1 .1" priority="1" condim="3"'
        f' friction="{mu}" rgba="{colour}"/></body>'
        for k, (mu, colour) in enumerate(zip((0.1, 0.2, 0.4, 0.8), COLOURS, strict=True))
    )
    m = _floor(crates, 'cone="elliptic"')
    d = kn.Data(m)
    d.qvel[0::6] = 2.0
    kn.step(m, d, 600)
    scene(path, m, d, lookat=(-0.2, 0, 0), distance=2.6, azimuth=110.0, elevation=-35.0)


def condim(path: Path) -> None:
    """Three balls have begun to roll at the same speed: condim 3 rolls on, condim 6 with rolling friction stops."""
    balls = "".join(
        f'<body pos="-1.2 {0.35 * k - 0.35} .1"><freejoint/><geom size=".1" priority="1" condim="{dim}"'
        f' friction="1 .005 {rolling}" rgba="{colour}"/></body>'
        for k, (dim, rolling, colour) in enumerate(zip((3, 6, 6), (0.0001, 0.003, 0.02), COLOURS, strict=False))
    )
    m = _floor(balls)
    d = kn.Data(m)
    d.qvel[0::6], d.qvel[4::6] = 1.5, 15.0
    kn.step(m, d, 700)
    scene(path, m, d, lookat=(-0.2, 0, 0), distance=2.6, azimuth=110.0, elevation=-35.0)


def forces(path: Path) -> None:
    """Contact points, and the forces at them, of three crates."""
    places = ((0.0, 0.0, 0.15), (0.4, 0.0, 0.15), (0.2, 0.05, 0.46))
    crates = "".join(
        f'<body pos="{x} {y} {z}"><freejoint/><geom type="box" size=".15 .15 .15" mass="1" rgba="{colour}"/></body>'
        for (x, y, z), colour in zip(places, COLOURS, strict=False)
    )
    m = _floor(crates, 'cone="elliptic"')
    d = kn.Data(m)
    kn.step(m, d, 500)
    option = kn.SceneOption(contactpoint=True, contactforce=True, transparent=True)
    scene(path, m, d, option, lookat=(0.2, 0, 0.3), distance=1.8, azimuth=115.0, elevation=-15.0)


FIGURES: dict[str, Figure] = {
    "contact_time_constants": time_constants,
    "contact_damping_ratios": damping_ratios,
    "contact_impedances": impedances,
    "contact_friction": friction,
    "contact_condim": condim,
    "contact_forces": forces,
}
