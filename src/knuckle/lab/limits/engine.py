"""Limits that are the engine: L1, L10 and L12; and those of equalities and of rigid contact: L2, L3, L8."""

from dataclasses import replace

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.elimination import eliminate
from knuckle.lab.limits.limit import Finding, Limit, curve, power, slope
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.random_problems import random_problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.anitescu import Anitescu
from knuckle.lab.schemes.augmented import Augmented
from knuckle.lab.schemes.convex import Convex
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import memory, solve, step
from knuckle.model.loading import load
from knuckle.model.model import Model

EXACT = Gauss050(sweeps=20000, tolerance=1e-30, imperrreduce=0.0, eqerrreduce=0.0)
BOX = """
<mujoco><option timestep="0.002" cone="elliptic" tolerance="1e-20" iterations="200"/><worldbody>
  <geom type="plane" size="5 5 .1" friction=".3"/>
  <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".3"/></body>
</worldbody></mujoco>"""
FINGER = """
<mujoco><option timestep="0.001" gravity="0 0 0" cone="elliptic" tolerance="1e-20"/><worldbody>
  <geom type="plane" size="5 5 .1" solref=".05 1" solimp=".5 .5 .001"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/>
    <geom size=".1" mass="1" solref=".05 1" solimp=".5 .5 .001"/></body>
</worldbody></mujoco>"""
PENDULUM = """
<mujoco><option timestep="0.005" integrator="RK4"/><worldbody><body><joint axis="0 1 0"/>
  <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/><body pos="0 0 -.5"><joint axis="0 1 0"/>
  <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body></body></worldbody></mujoco>"""
SOFTNESS = (1e-2, 1e-3, 1e-4, 1e-5)


def beside_the_engine(m: Model, scheme: Scheme, steps: int, q: list[float], v: list[float], push: float = 0.0) -> list:
    """The largest difference of velocities from those of the engine, step after step, each from its own state."""
    d = Data(m)
    d.qpos[: len(q)], d.qvel[: len(v)] = q, v
    d.qfrc_applied[-1:] = push
    other, kept, errors = d.copy(), memory(m, d, scheme), []
    for _ in range(steps):
        step(m, d, scheme, 1, kept)
        machine().step(m, other, 1)
        errors.append(float(np.abs(d.qvel - other.qvel).max()))
    return errors


def over_steps(errors: dict[str, list], bound: float, told: str) -> Finding:
    """Differences over steps that should be rounding."""
    worst = max(max(each) for each in errors.values())
    lines = [curve(name, np.arange(1, len(each) + 1), each) for name, each in errors.items()]
    words = f"{told}: at most {worst:.1e} m/s, {bound:.0e} are allowed"
    return Finding(lines, "step", "difference from kn.step [m/s]", words, worst < bound)


def engine_rows() -> Finding:
    """L1."""
    m, errors = load(BOX), {}
    for scheme in (Convex(R="engine", ref="engine"), replace(EXACT, softness="engine", aim="engine")):
        errors[repr(scheme)] = beside_the_engine(m, scheme, 10, [], [1.0, 0.5, -0.1])
    return over_steps(errors, 1e-9, "a box that lands and slides, from its own state in each step")


def tracking() -> Finding:
    """L10."""
    errors = beside_the_engine(load(FINGER), Augmented(), 50, [-1e-3], [-0.01], -5.0)
    return over_steps({"Augmented()": errors}, 1e-10, "a finger that is pressed into skin")


def interleaved() -> Finding:
    """L12."""
    m, errors = load(PENDULUM), {}
    for scheme in (Gauss050(integrator="interleave"), Lcp(integrator="interleave")):
        errors[repr(scheme)] = beside_the_engine(m, scheme, 50, [1.0, 0.5], [0.3, 0.3])
    return over_steps(errors, 1e-12, "a double pendulum by RK4")


def sticking(seed: int) -> tuple[Problem, np.ndarray]:
    """A problem all of whose contacts stick, and the velocity that this takes."""
    p, rng = random_problem(1 + seed % 6, seed), np.random.default_rng(seed)
    f = np.where(p.kinds == Kind.CONE, rng.uniform(0.5, 1.0, p.rows), rng.uniform(-0.05, 0.05, p.rows))
    aim = np.where(p.kinds == Kind.CONE, -p.w / p.h, 0.0)
    wanted = np.linalg.lstsq(p.J_I, aim, rcond=None)[0]
    return p.copy(v_minus=wanted - np.linalg.solve(p.M, p.J_I.T @ f)), wanted


def frictionless(seed: int) -> tuple[Problem, np.ndarray]:
    """A problem without friction, and its velocity by complementarity."""
    p = random_problem(1 + seed, seed, condim=1, limits=seed % 3, equalities=seed % 2)
    return p, solve(p, Lcp()).qvel_next


def softened(problems: list[tuple[Problem, np.ndarray]], bound: float, told: str) -> Finding:
    """Rigid models agree, and soft ones come near with the first power of R."""
    hard = (Lcp(), Anitescu(), Anitescu("cone"), Coulomb(), replace(EXACT, softness=0.0))

    def error(scheme: Scheme) -> float:
        return max(float(np.abs(solve(p, scheme).qvel_next - v).max()) for p, v in problems)

    rigid = max(error(scheme) for scheme in hard)
    soft = {
        "Convex(R, ref='gap')": [error(Convex(R=R, ref="gap")) for R in SOFTNESS],
        "Gauss050(softness=R)": [error(replace(EXACT, softness=R)) for R in SOFTNESS],
    }
    slopes = [slope(SOFTNESS, each) for each in soft.values()]
    lines = [curve(name, SOFTNESS, each) for name, each in soft.items()]
    lines.append(power(SOFTNESS, soft["Convex(R, ref='gap')"], 1))
    words = f"{told}: rigid models differ by at most {rigid:.1e} m/s, soft ones by R to the power {min(slopes):.2f}"
    holds = rigid < bound and bool(np.allclose(slopes, 1, atol=0.1))
    return Finding(lines, "R, in units of A", "difference from Lcp [m/s]", words, holds)


def soft_equalities() -> Finding:
    """L8."""
    p = random_problem(3, 1, equalities=4)
    f = np.random.default_rng(0).normal(size=p.rows)
    hard, weights = eliminate(p).solution(f).qvel_next, (1e3, 1e4, 1e5, 1e6)
    errors = [float(np.abs(eliminate(p, lam=lam).solution(f).qvel_next - hard).max()) for lam in weights]
    found = slope(weights, errors)
    words = f"the difference falls as λ to the power {found:.3f}"
    lines = [curve("soft equalities", weights, errors), power(weights, errors, -1)]
    return Finding(lines, "λ [kg]", "difference from hard equalities [m/s]", words, abs(found + 1) < 0.02)


def limits() -> tuple[Limit, ...]:
    return (
        Limit("L1", "With the engine's R and aims, Convex and Gauss050 are kn.step.", engine_rows),
        Limit(
            "L2",
            "Without friction Lcp, Anitescu, Coulomb and Gauss050 (R = 0) are one model; R is an error of first order.",
            lambda: softened([frictionless(seed) for seed in range(6)], 1e-10, "six problems without friction"),
        ),
        Limit(
            "L3",
            "Where all contacts stick, Lcp, Anitescu, Coulomb, Gauss050 and Convex (R → 0) give the same velocity.",
            lambda: softened([sticking(seed) for seed in range(6)], 1e-8, "six problems whose contacts all stick"),
        ),
        Limit("L8", "Soft equalities go to hard ones as λ⁻¹.", soft_equalities),
        Limit("L10", "Augmented that starts tracking is kn.step.", tracking),
        Limit("L12", "interleave without contact is the engine's RK4.", interleaved),
    )
