"""The laboratory: one model under many formulations of contact, side by side.

    from knuckle import lab
    s = lab.Main()                       # a scheme: a formulation with its parameters
    lab.supports(m, s)                   # () or why it cannot simulate the model
    lab.step(m, d, s, nstep=100)         # like kn.step
    x = lab.forward(m, d, s)             # one solve, as a Solution
    p = lab.problem(m, d)                # the contact problem of the present state, in plain arrays
    lab.residuals(p, lab.solve(p, s))    # how well the laws of contact hold

How to add a scheme
-------------------
1. A file in `lab/schemes/` with a frozen dataclass (`@dataclass(frozen=True, repr=False)`) that inherits from `Scheme`.
   Its fields are the parameters, checked in `__post_init__` by the functions of `lab/faults.py`. Then a line in
   `lab/table.py`, and the name here.
2. Velocity level: define `solve(self, p, memory=None)`, which gets a `Problem` and returns a `Solution`, best made by
   `from_impulses` or `solution_of`. A field `integrator` makes it take all integrators of version 0.5. `reach` says how
   far away contacts are looked for. Anything else: define `step(self, world, memory=None)`. A World has `m`, `d`, `h`
   and `materials`; `observe()` computes everything up to `d.qacc_smooth`, with rows of contacts as normal and tangents;
   `problem()` gives that as a Problem; `accept(solution)` writes qacc and forces into `d`, and raises for a status that
   is not to be kept; `advance(qvel_next, share)` moves the state; `stage(k)` does the stages of Runge-Kutta. A failing
   step leaves the state as it was.
   `lab/elimination.py` eliminates equalities, `lab/stabiliser.py` has the velocities that violated rows should have.
3. `supports(self, m)` returns reasons in words with names of elements, beside those of `common_reasons(m)`. With an
   inverse: `invertible` and `inverse(self, p, qvel_next)`; else `why_not_invertible`. With a memory: `has_memory` is
   True, and `memory(self, m, d)` makes an object of a class of your own.
4. Kernels, where speed matters: functions marked `@kernel` in `physics/lab/`, never `@stage`, with an entry in
   `lab/program.py` whose name begins with `lab_`. `compute("lab_…", arrays…)` or `call("lab_…", m, d, arrays…)` in
   `lab/calls.py` runs it on the machine in use (python, single, checked). Nothing of the engine is compiled anew.
5. Tests in `tests/lab/`, lines in the tables of experiments, a section in docs/lab.md.
"""

from knuckle.lab.bilateral import bilateral
from knuckle.lab.compare import Comparison, compare
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.experiments.table import experiments
from knuckle.lab.faults import LabError, SolverError, Status
from knuckle.lab.hybrid.events import Event, events
from knuckle.lab.lagrangian import Lagrangian, lagrange
from knuckle.lab.limits import Limit, limits
from knuckle.lab.manipulator import Manipulator, manipulator
from knuckle.lab.materials import Material, Materials
from knuckle.lab.optimize import Optimized, optimize
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.random_problems import random_problem
from knuckle.lab.residuals import Residuals, residuals
from knuckle.lab.scheme import Scheme, from_json
from knuckle.lab.schemes.anitescu import Anitescu
from knuckle.lab.schemes.augmented import Augmented
from knuckle.lab.schemes.baumgarte import Baumgarte
from knuckle.lab.schemes.compliant import Compliant
from knuckle.lab.schemes.convex import Convex
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.hybrid import Hybrid
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.schemes.main import Main
from knuckle.lab.schemes.patch import Patch, patches
from knuckle.lab.solution import Solution, from_impulses, solution_of
from knuckle.lab.stepping import forward, inverse, memory, problem, solve, step
from knuckle.lab.task import Task
from knuckle.lab.tasks import ShippedTask, tasks
from knuckle.lab.trace import Trace, rollout
from knuckle.lab.transition import STAGES_050, transition
from knuckle.lab.world import World, supports

__all__ = [
    "STAGES_050",
    "Anitescu",
    "Augmented",
    "Baumgarte",
    "Comparison",
    "Compliant",
    "Convex",
    "Coulomb",
    "Event",
    "Experiment",
    "Gauss050",
    "Hybrid",
    "Interior",
    "Kind",
    "LabError",
    "Lagrangian",
    "Lcp",
    "Limit",
    "Main",
    "Manipulator",
    "Material",
    "Materials",
    "Optimized",
    "Patch",
    "Problem",
    "Residuals",
    "Scheme",
    "ShippedTask",
    "Solution",
    "SolverError",
    "Status",
    "Task",
    "Trace",
    "World",
    "bilateral",
    "compare",
    "events",
    "experiments",
    "forward",
    "from_impulses",
    "from_json",
    "inverse",
    "lagrange",
    "limits",
    "manipulator",
    "memory",
    "optimize",
    "patches",
    "problem",
    "random_problem",
    "residuals",
    "rollout",
    "solution_of",
    "solve",
    "step",
    "supports",
    "tasks",
    "transition",
]
