"""Figures of the page about choices: integrators, time steps, solvers and cones."""

from functools import partial
from typing import Any

import numpy as np

import knuckle as kn
from knuckle import models
from knuckle_docs.drawing import Figure, curves

SERVO = """
<mujoco>
  <option timestep="0.01" gravity="0 0 0"/>
  <worldbody>
    <body><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".02" mass="1"/></body>
  </worldbody>
  <actuator><position joint="hinge" kp="2000" kv="60"/></actuator>
</mujoco>"""
CRATE = """
<mujoco>
  <option cone="{cone}" timestep="0.001" impratio="{impratio}"/>
  <worldbody>
    <geom type="plane" size="0 0 1" friction=".5"/>
    <body pos="0 0 .1">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom type="box" size=".1 .1 .1" friction=".5" mass="1"/>
    </body>
  </worldbody>
</mujoco>"""
SOLVERS = {"newton": 20, "cg": 100, "pgs": 100}


@curves("Energy error of an undamped pendulum after 1 s", "time step [s]", "energy error [J]", log="xy")
def energy(axes: Any) -> None:
    """RK4 falls with the fourth power of the time step, the others with the first."""
    timesteps = [0.02, 0.01, 0.005, 0.0025]
    for integrator in ("euler", "implicitfast", "implicit", "discrete", "rk4"):
        axes.plot(timesteps, [abs(_energy_error(integrator, h)) for h in timesteps], "o-", label=integrator)


def _energy_error(integrator: str, timestep: float) -> float:
    m = kn.load(models.path("pendulum"))
    m.opt.integrator, m.opt.timestep, m.opt.flags.energy = integrator, timestep, True
    d = kn.Data(m)
    kn.reset(m, d, keyframe="level")
    kn.forward(m, d)
    start = d.energy.sum()
    kn.step(m, d, round(1.0 / timestep))
    kn.forward(m, d)
    return float(d.energy.sum() - start)


@curves("A stiff servo (kp 2000, kv 60) at a time step of 10 ms", "time [s]", "angle [rad], asked for: 1")
def stiff(axes: Any) -> None:
    """Euler leaves the picture at once; the others settle."""
    for integrator in ("euler", "implicitfast", "discrete"):
        m = kn.load(SERVO)
        m.opt.integrator, m.opt.flags.autoreset = integrator, False
        d = kn.Data(m)
        d.ctrl[0] = 1.0
        angles = [_angle_after(m, d) for _ in range(40)]
        axes.plot(0.01 * np.arange(1, 41), angles, ".-", label=integrator)
    axes.set_ylim(-0.5, 2.5)


def _angle_after(m: kn.Model, d: kn.Data) -> float:
    """The angle after one more step; none once the world has diverged."""
    if not abs(d.qpos[0]) < 1e3:
        return np.nan
    kn.step(m, d)
    return float(d.qpos[0])


@curves("How far the end of a rollout is from that of a tiny time step", "time step [s]", "distance [rad]", log="xy")
def timesteps(axes: Any) -> None:
    """A double pendulum after 1 s: the distance halves with the step, with RK4 it falls much faster."""
    finest = _end("rk4", 1e-4)
    steps = [0.008, 0.004, 0.002, 0.001]
    for integrator in ("euler", "implicitfast", "rk4"):
        distances = [np.abs(_end(integrator, h) - finest).max() for h in steps]
        axes.plot(steps, distances, "o-", label=integrator)


def _end(integrator: str, timestep: float) -> np.ndarray:
    m = kn.load(models.path("double_pendulum"))
    m.opt.integrator, m.opt.timestep = integrator, timestep
    d = kn.Data(m)
    d.qpos[:] = 1.0
    kn.step(m, d, round(1.0 / timestep))
    return d.qpos.copy()


@curves("A humanoid that has just landed: gain of each iteration", "iteration", "gain, relative", log="y")
def solvers(axes: Any) -> None:
    """Newton ends after a few iterations, the others go on for a hundred."""
    for solver, most in SOLVERS.items():
        m = kn.load(models.path("humanoid"))
        d = kn.Data(m)
        kn.reset(m, d, keyframe="dive")
        kn.step(m, d, 400)
        m.opt.solver, m.opt.iterations, m.opt.tolerance = solver, most, 1e-14
        m.opt.flags.warmstart = False
        kn.forward(m, d)
        gains = np.maximum(d.solver.improvement, 1e-16)
        axes.plot(np.arange(1, len(gains) + 1), gains, "o-" if solver == "newton" else ".-", label=solver)


@curves("Friction of a crate that slides in a direction, μ = 0.5", "direction [degrees]", "deceleration / g")
def cones(axes: Any) -> None:
    """The elliptic cone brakes alike in all directions; the pyramid up to a third less between its edges."""
    angles = np.arange(0, 91, 5)
    for cone in ("pyramidal", "elliptic"):
        axes.plot(angles, [_deceleration(cone, np.radians(a)) for a in angles], ".-", label=cone)
    axes.set_ylim(0.0, 0.8)


def _deceleration(cone: str, angle: float) -> float:
    """Mean deceleration over a tenth of a second, in units of gravity."""
    m = kn.load(CRATE.format(cone=cone, impratio=1))
    d = kn.Data(m)
    kn.step(m, d, 200)
    d.qvel[:2] = 2.0 * np.cos(angle), 2.0 * np.sin(angle)
    kn.step(m, d, 20)
    before = np.linalg.norm(d.qvel[:2])
    kn.step(m, d, 100)
    return float((before - np.linalg.norm(d.qvel[:2])) / 0.1 / 9.81)


@curves("A crate on a slope of 20°, μ = 0.5: how far it has crept", "time [s]", "creep [mm]")
def creep(axes: Any) -> None:
    """Softness of friction is creep; impratio and the slip correction take it away."""
    settings = {"pyramidal": ("pyramidal", 1, 0), "elliptic": ("elliptic", 1, 0)}
    settings |= {"elliptic, impratio 10": ("elliptic", 10, 0), "elliptic, noslip 5": ("elliptic", 1, 5)}
    for label, (cone, impratio, noslip) in settings.items():
        m = kn.load(CRATE.format(cone=cone, impratio=impratio))
        m.opt.gravity[:] = 9.81 * np.sin(np.radians(20)), 0.0, -9.81 * np.cos(np.radians(20))
        m.opt.noslip_iterations = noslip
        places = _rollout(m, kn.Data(m), 100, 10)[:, 0]
        axes.plot(0.01 * np.arange(1, 101), 1000 * (places - places[9]), label=label)


def _rollout(m: kn.Model, d: kn.Data, count: int, every: int) -> np.ndarray:
    """Positions after so many steps each."""
    step = partial(kn.step, m, d, every)
    return np.array([(step(), d.qpos.copy())[1] for _ in range(count)])


FIGURES: dict[str, Figure] = {
    "integrators_energy": energy,
    "integrators_stiff": stiff,
    "timesteps": timesteps,
    "solvers": solvers,
    "cones": cones,
    "creep": creep,
}
