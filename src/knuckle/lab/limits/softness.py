"""Limits of soft models: stiff springs, weak barriers, and steps beside events. L7, L9, L11."""

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.hybrid.events import events
from knuckle.lab.limits.limit import Finding, Limit, curve, power, slope
from knuckle.lab.materials import Material, Materials
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.compliant import Compliant
from knuckle.lab.schemes.hybrid import Hybrid
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import memory, solve, step
from knuckle.lab.trace import rollout
from knuckle.model.loading import load
from knuckle.model.model import Model

G, E, H = 9.81, 0.8, 5e-4
BALL = """
<mujoco><option timestep="{h}"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" friction="0 0 0" condim="1"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom name="ball" size=".1" mass="1" condim="1"/></body>
</worldbody></mujoco>"""
STIFFNESS = {1e3: 1e-4, 1e4: 5e-5, 1e5: 2e-5, 1e6: 1e-5}  # [N/m], and steps of h ω < 0.02 [s]
BARRIERS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
STEPS = (8e-3, 4e-3, 2e-3, 1e-3)
HEIGHTS = (0.21, 0.25, 0.29)


def ball(h: float, height: float) -> tuple[Model, Data]:
    """A ball over a floor."""
    m = load(BALL.format(h=h))
    d = Data(m)
    d.qpos[0] = height
    return m, d


def path(scheme: Scheme, h: float, height: float, time: float, every: int = 1) -> np.ndarray:
    """Heights at equal times."""
    m, d = ball(h, height)
    kept = memory(m, d, scheme)
    out = []
    for _ in range(round(time / (h * every))):
        step(m, d, scheme, every, kept)
        out.append(d.qpos[0])
    return np.array(out)


def stiff() -> Finding:
    """L7."""
    rigid = path(Hybrid(restitution=0.0), 5e-4, 0.05, 0.16)
    k, errors, depths = list(STIFFNESS), [], []
    for stiffness, h in STIFFNESS.items():
        scheme = Compliant(law="voigt", stiffness=stiffness, damping=2 * np.sqrt(stiffness))
        errors.append(float(np.abs(path(scheme, h, 0.05, 0.16, every=round(5e-4 / h)) - rigid).max()))
        m, d = ball(h, -G / stiffness)
        step(m, d, scheme, 100)
        depths.append(-float(d.qpos[0]))
    exponent, sinks = slope(k, errors), np.array(depths) * k / G
    words = (
        f"against a run with events the error falls as k to the power {exponent:.2f}; the ball rests at "
        f"{sinks.min():.3f} to {sinks.max():.3f} mg/k"
    )
    lines = [curve("largest distance from Hybrid", k, errors), curve("depth at rest", k, depths)]
    lines += [power(k, errors, -0.5), power(k, depths, -1)]
    holds = abs(exponent + 0.5) < 0.05 and bool(np.allclose(sinks, 1, atol=1e-6))
    return Finding(lines, "stiffness k [N/m]", "[m]", words, holds)


def one_row(w: float, v: float, h: float) -> Problem:
    """A cart of 1 kg at a distance from a wall."""
    one, speed = np.ones((1, 1)), np.array([v])
    return Problem(M=one, J_I=one, kinds=np.array([Kind.LIMIT]), v=speed, v_minus=speed, h=h, w=np.array([w]))


def cone_program(s: Interior, w: float, v: float, h: float) -> float:
    """The velocity that min ½(A+R)f² + fv, f ≥ 0, v + Af ≥ v_min leaves."""
    R = s.R_min + (s.R_max - s.R_min) * min(max(w / s.w_max, 0.0), 1.0)
    return v + max(0.0, -v / (1.0 + R), -w / h - v)


def weak() -> Finding:
    """L9."""
    cases = [(w, v) for w in (0.002, 0.02, 0.06) for v in (-3.0, -0.5, 0.2)]
    program, rigid = [], []
    for kappa in BARRIERS:
        s = Interior(kappa=kappa, elastic="auto")
        found = [solve(one_row(w, v, 0.01), s).qvel_next[0] for w, v in cases]
        program.append(max(abs(a - cone_program(s, w, v, 0.01)) for a, (w, v) in zip(found, cases, strict=True)))
        exact = [solve(one_row(w, v, 0.01), Lcp()).qvel_next[0] for w, v in cases]
        rigid.append(float(np.abs(np.subtract(found, exact)).max()))
    sizes = np.array([0.03, 0.01, 0.003])
    lcp = path(Lcp(mindist=0.1), H, 0.05, 0.15)
    small = [braking(float(size), lcp) for size in sizes]
    exponent = slope(sizes, small)
    words = (
        f"with the same R it goes to the cone program, to {program[-1]:.1e} m/s; from complementarity it stays "
        f"{rigid[-1]:.2f} m/s away, since it brakes inside of its margin. As R and w_max fall too, a dropped ball "
        f"comes as near to that of Lcp as w_max to the power {exponent:.2f}"
    )
    lines = [curve("velocity beside the cone program [m/s]", BARRIERS, program)]
    lines += [curve("velocity beside Lcp [m/s]", BARRIERS, rigid)]
    lines += [curve("way beside Lcp, over (w_max/m)² [m]", sizes**2, small)]
    holds = program[-1] < 1e-3 < 0.02 < rigid[-1] and 0.7 < exponent < 1.3
    return Finding(lines, "κ [J]", "difference", words, holds)


def braking(size: float, rigid: np.ndarray) -> float:
    """How far a dropped ball of Interior gets from a rigid one, with a margin and an R of this size."""
    s = Interior(kappa=1e-9, R_min=1e-4 * size, R_max=size, w_max=size)
    return float(np.abs(path(s, H, 0.05, 0.15) - rigid).max())


def bounced(scheme: Scheme, h: float, height: float) -> tuple[float, float]:
    """When the step begins in which a falling ball turns, and how high it rises then."""
    m, d = ball(h, height)
    materials = Materials({"ball": Material(restitution=E)}, Material(restitution=1.0))
    kept = memory(m, d, scheme)
    found = rollout(m, d, scheme, round(0.28 / h), (), kept, materials=materials)
    q, v = found.qpos[:, 0], found.qvel[:, 0]
    turn = int(np.argmax(v > 0))
    return float(found.time[turn - 1]), float(q[turn] + v[turn] ** 2 / (2 * G))


def stepped() -> Finding:
    """L11."""
    impact, rise = [], []
    for h in STEPS:
        both = []
        for height in HEIGHTS:
            time, top = bounced(Lcp(level="velocity", mindist=0.1), h, height)
            both.append((abs(time - np.sqrt(2 * height / G)), abs(top - E**2 * height)))
        impact.append(max(each[0] for each in both))
        rise.append(float(np.mean([each[1] for each in both])))
    m, d = ball(0.05, HEIGHTS[0])
    kept = memory(m, d, Hybrid(restitution=E))
    step(m, d, Hybrid(restitution=E), 6, kept)
    first = events(kept)[0]
    exact = abs(first.time - np.sqrt(2 * HEIGHTS[0] / G)), abs(first.v_after[0] ** 2 / (2 * G) - E**2 * HEIGHTS[0])
    exponent = slope(STEPS, rise)
    words = (
        f"impacts of steps come within {max(np.divide(impact, STEPS)):.2f} h of the event, bounces are off by h to the "
        f"power {exponent:.2f}; the event itself is {exact[0]:.0e} s from the closed form"
    )
    lines = [curve("time of the impact [s]", STEPS, impact), curve("height of the bounce [m]", STEPS, rise)]
    lines.append(power(STEPS, rise, 1))
    holds = bool(np.all(np.array(impact) <= 1.01 * np.array(STEPS))) and 0.5 < exponent < 1.6 and max(exact) < 1e-8
    return Finding(lines, "time step [s]", "difference from Hybrid", words, holds)


def limits() -> tuple[Limit, ...]:
    return (
        Limit(
            "L7", "Compliant with critical damping goes to Hybrid with e = 0 as k^(−½), and sinks in by mg/k.", stiff
        ),
        Limit("L9", "Interior goes to a cone program as κ → 0; to Lcp only if R and w_max fall too.", weak),
        Limit("L11", "Steps meet events: impacts within h, bounces up to h.", stepped),
    )
