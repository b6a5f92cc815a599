"""Limits of friction: where convex models and Coulomb's law agree, and where they never do. L4, L5, L6."""

import numpy as np

from knuckle.lab.limits.limit import Finding, Limit, curve, power, slope
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.random_problems import random_problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.anitescu import Anitescu
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import solve
from knuckle.lab.svg import Line

G, MU = 9.81, 0.5
STEPS = (1e-2, 5e-3, 2e-3, 1e-3)
EDGES = (8, 16, 32, 64)


def brick(vt: float, vn: float = 0.0, gap: float = 0.0, h: float = 1e-3, g: float = G) -> Problem:
    """A brick of 1 kg that moves in a plane, x along the floor, y up."""
    return Problem(
        M=np.eye(2),
        J_I=np.array([[0, 1], [1, 0], [0, 0]]),
        kinds=np.array([Kind.CONE, Kind.TANGENT, Kind.TANGENT]),
        v=np.array([vt, vn]),
        v_minus=np.array([vt, vn - g * h]),
        h=h,
        mu=np.array([0, MU, MU]),
        w=np.array([gap, 0, 0]),
    )


def slide(scheme: Scheme, h: float, gap: float) -> np.ndarray:
    """(x, height) over time from 1 m/s until it stops."""
    x, y, vx, vy, out = 0.0, gap, 1.0, 0.0, []
    for _ in range(int(0.3 / h)):
        vx, vy = solve(brick(vx, vy, y, h), scheme).qvel_next
        x, y = x + h * vx, y + h * vy
        out.append((x, y))
        if abs(vx) < 1e-9:
            break
    return np.array(out)


def persistent() -> Finding:
    """L4."""
    exact = 1 / (2 * MU * G)
    ways = {
        "Anitescu(edges=2), at the height hμv": [slide(Anitescu(2), h, MU * h)[-1, 0] for h in STEPS],
        "Lcp(edges=2)": [slide(Lcp(edges=2), h, 0.0)[-1, 0] for h in STEPS],
    }
    errors = {name: np.abs(np.array(way) - exact) for name, way in ways.items()}
    slopes = [slope(STEPS, each) for each in errors.values()]
    words = f"stopping distances go to {exact:.5f} m with h to the power {slopes[0]:.2f} and {slopes[1]:.2f}"
    lines = [curve(name, STEPS, each) for name, each in errors.items()]
    lines.append(power(STEPS, next(iter(errors.values())), 1))
    holds = bool(np.allclose(slopes, 1, atol=0.15))
    return Finding(lines, "time step [s]", "error of the stopping distance [m]", words, holds)


def sudden() -> Finding:
    """L5."""
    top = (MU / (1 + MU**2)) ** 2 / (2 * G)
    thrown = [slide(Anitescu(2), h, 0.0)[:, 1].max() for h in STEPS]
    stays = [max(0.0, slide(Lcp(edges=2), h, 0.0)[:, 1].max()) for h in STEPS]
    impact = [solve(brick(1.0, -1.0, h=h, g=0.0), Anitescu(2)).qvel_next for h in STEPS]
    rigid = [solve(brick(1.0, -1.0, h=h, g=0.0), Lcp(edges=2)).qvel_next for h in STEPS]
    part = np.allclose(impact, [0.4, 0.2], atol=1e-7) and np.allclose(rigid, [0.5, 0.0], atol=1e-8)
    words = (
        f"a brick set sliding is thrown {1e3 * thrown[-1]:.2f} mm high by the convex model, {1e3 * top:.2f} as h → 0; "
        "after an impact at (1, −1) m/s it leaves with (0.4, 0.2), by Coulomb's law with (0.5, 0), whatever h"
    )
    lines = [curve("Anitescu(edges=2)", STEPS, 1e3 * np.array(thrown)), curve("Lcp(edges=2)", STEPS, stays)]
    lines.append(Line("(μv/(1+μ²))²/2g", np.array(STEPS), np.full(len(STEPS), 1e3 * top), thin=True))
    holds = bool(part) and abs(thrown[-1] - top) < 3e-4 and max(stays) < 1e-9
    return Finding(lines, "time step [s]", "greatest height [mm]", words, holds, log=False)


def facets() -> Finding:
    """L6."""
    errors = np.zeros(len(EDGES))
    for seed in range(8):
        p = random_problem(2, seed)
        p = p.copy(w=0 * p.w)
        v = solve(p, Coulomb()).qvel_next
        errors += [np.abs(solve(p, Lcp(edges=k)).qvel_next - v).max() / 8 for k in EDGES]
    lost = [1 - np.cos(np.pi / k) for k in EDGES]
    found = slope(EDGES, errors), slope(EDGES, lost)
    words = (
        f"velocities come near as k to the power {found[0]:.2f}, since friction takes the direction of an edge; the "
        f"power that facets lose falls as {found[1]:.2f}"
    )
    lines = [curve("velocity [m/s]", EDGES, errors), curve("lost share of power, 1 − cos π/k", EDGES, lost)]
    lines += [power(EDGES, lost, -2)]
    holds = abs(found[0] + 1) < 0.35 and abs(found[1] + 2) < 0.05
    return Finding(lines, "edges k", "difference of Lcp(edges=k) from Coulomb", words, holds)


def limits() -> tuple[Limit, ...]:
    return (
        Limit("L4", "Persistent sliding: Lcp and Anitescu agree up to h; the gap is hμ‖v_t‖.", persistent),
        Limit(
            "L5", "A sliding impact or a sudden start: convex models and Coulomb's law do NOT agree for any h.", sudden
        ),
        Limit("L6", "Facets go to the round cone: Lcp(edges → ∞) and the iteration of Coulomb meet.", facets),
    )
