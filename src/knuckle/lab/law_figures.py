"""Figures of the laws themselves: barriers, friction, complementarity, cones, and force over distance and speed."""

import numpy as np

from knuckle.lab.point_law import friction_ratios
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import solve
from knuckle.lab.svg import Line, canvas, multiples, plot

KAPPAS = (0.1, 0.5, 1.0, 2.0)
SLOPE = 7.0  # q of the published figure


def barrier(s: np.ndarray, kappa: float, q: float) -> np.ndarray:
    """−κ log s from s₀ = κ/q on, below that the parabola with the same value, slope and curvature."""
    a0, a1, a2 = q * q / (2 * kappa), -2 * q, 1.5 * kappa - kappa * np.log(kappa / q)
    return np.where(s >= kappa / q, -kappa * np.log(np.maximum(s, 1e-300)), a0 * s * s + a1 * s + a2)


def barriers() -> str:
    """d_V and its elastic form."""
    s = np.linspace(-0.3, 1.0, 200)
    lines = [Line(f"elastic, κ = {kappa:g}", s, barrier(s, kappa, SLOPE)) for kappa in KAPPAS]
    positive = np.linspace(2e-2, 1.0, 100)
    lines += [Line(f"−κ log s, κ = {kappa:g}", positive, -kappa * np.log(positive), thin=True) for kappa in KAPPAS]
    return plot(lines, "s = v_n − v_min [m/s]", "barrier [J]", title="barriers of velocities, q = 7")


def frictions() -> str:
    """μ(σ) of the friction laws."""
    sigma = np.linspace(0, 5, 200)
    lines = [Line(name, sigma, friction_ratios(name, 0.6, 0.4, sigma)) for name in ("coulomb-linear", "stribeck")]
    lines.append(
        Line(
            "Coulomb's law: μ_s at rest, μ_d in motion",
            np.array([0, 0, 0, 5.0]),
            np.array([0, 0.6, 0.4, 0.4]),
            thin=True,
        )
    )
    return plot(lines, "σ = slip over stiction speed", "friction over normal force", title="friction laws")


def complementarity() -> str:
    """A line v = c + A f meets the two half-axes of 0 ≤ f ⟂ v ≥ 0 in one point."""
    f = np.linspace(0, 2, 2)
    lines = [Line("0 ≤ f ⟂ v ≥ 0", np.array([2.0, 0, 0]), np.array([0, 0, 1.5]), thin=True)]
    for c in (-1.0, -0.3, 0.5):
        lines.append(Line(f"v = {c:g} + A f", f, c + f))
        at = max(0.0, -c)
        lines.append(Line(f"solution f = {at:g}", np.array([at]), np.array([c + at]), marked=True))
    return plot(lines, "impulse f [N s]", "velocity v [m/s]", title="the linear complementarity problem of one contact")


def row(w: float, v: float, h: float = 0.01) -> Problem:
    """A ball of 1 kg at a distance from a floor."""
    one, speed = np.ones((1, 1)), np.array([v])
    return Problem(M=one, J_I=one, kinds=np.array([Kind.LIMIT]), v=speed, v_minus=speed, h=h, w=np.array([w]))


def surfaces() -> str:
    """f(w, v) of Interior, with κ and R as small multiples; and the bent sheet of complementarity."""
    w, panels = np.linspace(0.0, 0.1, 40), []
    schemes = [Interior(kappa=kappa, R_max=R) for kappa in (1e-3, 0.1, 1.0) for R in (1.0, 100.0)]
    for scheme in (*schemes, Lcp()):
        lines = []
        for v in (-3.0, -1.0, -0.3, 0.3):
            f = np.array([solve(row(float(each), v), scheme).impulse[0] for each in w])
            lines.append(Line(f"v = {v:g} m/s", 1e3 * w, f))
        panels.append((repr(scheme), lines))
    return multiples(panels, "distance w [mm]", "impulse f [N s]", title="impulse over distance and speed")


def puck(angle: float, speed: float = 1.0, h: float = 1e-3) -> Problem:
    """A puck of 1 kg that slides on a floor, friction ½."""
    v = speed * np.array([np.cos(angle), np.sin(angle), 0.0])
    kinds, mu = np.array([Kind.CONE, Kind.TANGENT, Kind.TANGENT]), np.array([0, 0.5, 0.5])
    gravity = np.array([0, 0, 9.81 * h])
    return Problem(M=np.eye(3), J_I=np.eye(3)[[2, 0, 1]], kinds=kinds, v=v, v_minus=v - gravity, h=h, mu=mu)


def polar() -> str:
    """Friction of a puck that slides in all directions, inside of its cone or facets."""
    size, middle = 150.0, 180.0
    parts = [
        f'<circle cx="{middle}" cy="{middle}" r="{size}" stroke-width="0.8" style="fill: none; stroke: currentColor"/>'
    ]
    schemes = (Coulomb(), Lcp(edges=4), Lcp(edges=8))
    for k, scheme in enumerate(schemes):
        for angle in np.linspace(0, 2 * np.pi, 48, endpoint=False):
            p = puck(float(angle))
            f = solve(p, scheme).impulse[1:] / (0.5 * 9.81 * p.h)
            x, y = middle + size * f[0], middle - size * f[1]
            mark = "●■▲"[k]
            parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill-opacity=".7">{mark}</text>')
        text = f"{'●■▲'[k]} {scheme!r}"
        parts.append(f'<text x="380" y="{60 + 22 * k}">{text}</text>')
    parts.append('<text x="380" y="140">circle: μ f_n</text>')
    return canvas(parts, 720, 360, "friction of a sliding puck, by direction")
