"""Figures of solvers: residuals by one yardstick, iterations and time over contacts, Hessians of trajectories."""

from time import perf_counter

import numpy as np

from knuckle.lab.bench import PUBLISHED, inverse_rates
from knuckle.lab.experiments.humanoid import TORQUES, torques_found
from knuckle.lab.materials import NO_MATERIALS
from knuckle.lab.optimize import Search, optimize
from knuckle.lab.random_problems import random_problem
from knuckle.lab.residuals import residuals
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.anitescu import Anitescu
from knuckle.lab.schemes.convex import Convex
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import solve
from knuckle.lab.svg import Line, canvas, plot
from knuckle.lab.tasks import task

SOLVERS: tuple[Scheme, ...] = (
    *(Gauss050(), Gauss050(sweeps=50), Interior(), Lcp(), Lcp(edges=8)),
    *(Anitescu(), Anitescu("cone"), Convex(), Coulomb()),
)
LAWS = ("cone", "penetration", "complementarity", "dissipation_angle", "equality", "momentum")
COUNTS = (1, 2, 5, 10, 15, 20)
SMALLEST = 1e-16


def residual_bars(contacts: int = 10, seed: int = 3) -> str:
    """How far each solver is from each law of rigid contact, as bars over powers of ten."""
    p, parts, y = random_problem(contacts, seed, equalities=2), [], 20.0
    for law in LAWS:
        parts.append(f'<text x="4" y="{y}" font-weight="bold">{law.replace("_", " ")}</text>')
        for scheme in SOLVERS:
            y += 15
            value = max(SMALLEST, residuals(p, solve(p, scheme)).as_dict()[law])
            width = 320 * (np.log10(value) + 16) / 18
            parts.append(f'<path d="M250 {y - 4}h{max(1.0, width):.1f}" stroke-width="8" stroke-opacity=".6"/>')
            parts.append(f'<text x="244" y="{y}" text-anchor="end" class="small">{scheme!r}</text>')
            parts.append(f'<text x="{256 + max(1.0, width):.1f}" y="{y}" class="small">{value:.0e}</text>')
        y += 26
    return canvas(parts, 720, y, "residuals of solvers on one problem of ten contacts")


def iterations() -> str:
    """Iterations of each solver over the number of contacts."""
    lines = [
        Line(
            repr(s),
            np.array(COUNTS, float),
            np.array([solve(random_problem(n, 1), s).niter for n in COUNTS]),
            marked=True,
        )
        for s in (Interior(), Interior(kappa=1e-3), Lcp(), Anitescu("cone"), Convex(), Coulomb())
    ]
    return plot(lines, "contacts", "iterations", log=True, title="iterations over contacts")


def times() -> str:
    """Time of a solve over the number of contacts, and of the inverse beside that of 2011."""
    lines = []
    for scheme in (Gauss050(), Interior(), Lcp(), Anitescu("cone"), Convex(), Coulomb()):
        taken = []
        for n in COUNTS:
            p, best = random_problem(n, 1), float("inf")
            for _ in range(3):
                start = perf_counter()
                solve(p, scheme)
                best = min(best, perf_counter() - start)
            taken.append(1e6 * best)
        lines.append(Line(f"{scheme!r}, with the call", np.array(COUNTS, float), np.array(taken), marked=True))
    rates = inverse_rates(0.005)
    x = np.array([each.contacts for each in rates], float)
    lines.append(Line("inverse of Interior, blocks", x, 1e6 / np.array([each.blocks for each in rates]), marked=True))
    lines.append(Line("inverse of Interior, dense", x, 1e6 / np.array([each.dense for each in rates]), marked=True))
    old = np.array(list(PUBLISHED), float), 1e6 / np.array(list(PUBLISHED.values()), float)
    lines.append(Line("inverse, published 2011", *old, thin=True, marked=True))
    return plot(lines, "contacts", "time [µs]", log=True, title="time over contacts")


def sparsity() -> str:
    """Which blocks of a trajectory's Hessian are there: two frames back, and around the end where it is periodic."""
    asked, guess = task("hopper").build(0.01, 20)
    search = Search(asked, Interior(), 1.0)
    blocks, _ = search.normal_equations(*search.linearized(guess))
    side, parts = 340 / asked.T, []
    for a, b in blocks:
        for row, column in {(a, b), (b, a)}:
            x, y = 10 + side * column, 10 + side * row
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{side - 1:.1f}" height="{side - 1:.1f}"/>')
    parts.append('<rect x="10" y="10" width="340" height="340" style="fill: none; stroke: currentColor"/>')
    parts.append('<text x="370" y="40">20 frames of a periodic hop: each sees</text>')
    parts.append('<text x="370" y="60">its neighbours, so blocks reach two back</text>')
    return canvas(parts, 720, 360, "sparsity of the Hessian of a trajectory")


def smoothing(kappas: tuple[float, ...] = (3.0, 1.0, 0.3, 0.1)) -> dict[float, int]:
    """Iterations that a hop takes from a bad start, until its cost falls by less than 1e-3, for each κ."""
    asked, guess = task("hopper").build(0.01, 16)
    bad = guess + [0.03, 0.0]
    return {k: len(optimize(asked, bad, Interior(kappa=k), maxiter=100, tolerance=1e-3).log) for k in kappas}


def smoothing_figure() -> str:
    """The same as a plot."""
    found = smoothing()
    line = Line("hopper from 30 mm too high", np.array(list(found)), np.array(list(found.values()), float), marked=True)
    return plot([line], "κ [J]", "Newton steps", log=True, title="larger κ needs fewer steps")


def hardness() -> str:
    """Torques of feet that push apart, found by the inverse: the error over κ and R."""
    from knuckle.lab.experiments.table import experiment

    m, lines = experiment("feet_apart").model(), []
    m.opt.timestep = 0.01
    kappas = (1.0, 1e-1, 1e-2, 1e-3, 1e-4)
    for R in (100.0, 1.0):
        worst = []
        for kappa in kappas:
            found = torques_found(m, Interior(kappa=kappa, R_max=R, R_min=1e-4 * R), NO_MATERIALS)[1]
            worst.append(max(SMALLEST, float(np.abs(found - TORQUES).max())))
        lines.append(Line(f"R_max = {R:g}", np.array(kappas), np.array(worst), marked=True))
    return plot(
        lines, "κ [J]", "error of the torque [N m]", log=True, title="the harder the model, the fewer digits are left"
    )
