"""Kernels of the laboratory on each machine, and what importing it costs."""

import subprocess
import sys

import numpy as np

import knuckle as kn
from knuckle import lab
from knuckle.lab.motion import Motion
from knuckle.lab.task import neighbours
from knuckle.machine.artifact import load
from knuckle.machine.programs import units_of
from knuckle.machine.reach import unit_key
from knuckle.machine.targets import SINGLE

SCENE = """
<mujoco><option timestep="0.002"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" friction=".3"/>
  <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".3" condim="4"/></body>
  <body pos="1 0 1"><joint axis="0 1 0" limited="true" range="-1 1" frictionloss=".1"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>
</worldbody></mujoco>"""
SLIDING = """
<mujoco><option timestep="0.001"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" friction=".3"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".3"/></body>
</worldbody></mujoco>"""
INTEGRATORS = ("semi", "rk4")


def results() -> np.ndarray:
    """Numbers of every kernel of the laboratory."""
    m = kn.load(SCENE)
    p, found = lab.random_problem(2, 0, limits=1, frictions=1, condim=4), []
    for name in INTEGRATORS:
        d = kn.Data(m)
        d.qvel[0] = 1.0
        lab.step(m, d, lab.Gauss050(integrator=name), 2)
        found += [d.qpos.copy(), d.qvel.copy()]
    found += [lab.solve(p, lab.Gauss050(projection=each)).impulse for each in ("ray", "block", "decoupled")]
    x = lab.solve(p, lab.Interior(kappa=1.0))
    found += [
        x.impulse,
        *(lab.Interior(kappa=1.0, method=w).inverse(p, x.qvel_next).impulse for w in ("blocks", "dense")),
    ]
    task = lab.Task(m, lambda q, w, u: u, T=3)
    frames = np.array([kn.integrate_pos(m, m.qpos0, 1e-3 * t * np.ones(m.nv), 1.0) for t in range(3)])
    forces, slopes = Motion(task, lab.Interior()).forces(frames, True)
    found += [1e-3 * forces.ravel(), 1e-7 * slopes.ravel(), *(1e-3 * each.ravel() for each in neighbours(task, frames))]
    for scheme in (lab.Anitescu("cone"), lab.Hybrid()):
        m = kn.load(SLIDING)
        d = kn.Data(m)
        d.qvel[:2] = 1.0, 0.2
        lab.step(m, d, scheme, 1, memory=lab.memory(m, d, scheme))
        found += [d.qpos.copy(), d.qvel.copy()]
    return np.concatenate(found)


def test_machines_agree(monkeypatch):
    found = {}
    for name in ("single", "python", "checked"):
        monkeypatch.setenv("KNUCKLE_MACHINE", name)
        found[name] = results()
    assert np.array_equal(found["single"], found["checked"])
    # the python machine rounds products and sums apart; differences over a step of 1e-7 show that
    assert np.abs(found["single"] - found["python"]).max() < 1e-8


def test_the_laboratory_is_no_part_of_the_engine():
    load("single+lab")
    names = [unit.name for unit in units_of(SINGLE)]
    assert not any(name.startswith("lab") for name in names) and len(set(names)) == len(names)
    code = (
        "import knuckle.lab; from knuckle.machine.reach import unit_key; from knuckle.machine.programs import units_of;"
    )
    code += "from knuckle.machine.targets import SINGLE; print(unit_key(SINGLE, units_of(SINGLE)[0]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == unit_key(SINGLE, units_of(SINGLE)[0])


def test_importing_it_needs_no_other_package():
    code = "import sys, knuckle.lab; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"scipy", "clarabel", "matplotlib", "sympy", "numba", "llvmlite", "rich"} & set(done.stdout.split())
    code = "import sys, knuckle; print('knuckle.lab' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
