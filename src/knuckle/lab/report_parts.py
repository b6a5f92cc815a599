"""What a whole report has beside experiments: limits, laws, solvers, trajectories and sliders."""

from collections.abc import Callable
from html import escape

from knuckle.lab import law_figures, solver_figures
from knuckle.lab.limits import limits
from knuckle.lab.properties import BOUND, PROPERTIES, SOLVERS, worst
from knuckle.lab.schemes.compliant import Compliant
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.slider import SCRIPT, slider

SEEDS = 300
FIGURES: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("Complementarity", "Each line meets the two half-axes in one point.", law_figures.complementarity),
    ("Barriers", "Where the log would end, a parabola goes on.", law_figures.barriers),
    ("Friction laws", "Nothing sticks where force is a function of speed.", law_figures.frictions),
    ("Friction by direction", "Facets pull along edges.", law_figures.polar),
    ("Impulse over distance and speed", "κ rounds the sheet, R makes it early.", law_figures.surfaces),
    (
        "Residuals",
        "All solvers by the same yardstick; those of soft models are not rigid.",
        solver_figures.residual_bars,
    ),
    ("Iterations", "On random problems.", solver_figures.iterations),
    ("Time", "Of one solve, and of the inverse beside that of 2011.", solver_figures.times),
    ("Sparsity of a trajectory's Hessian", "Each frame sees its neighbours.", solver_figures.sparsity),
    ("Smoothing", "Newton steps from a bad start, over κ.", solver_figures.smoothing_figure),
    ("Feet pushed apart", "What the inverse loses as contact gets harder.", solver_figures.hardness),
)


def appendix() -> list[str]:
    """The parts in their order."""
    return [limit_part(), *figure_parts(), property_part(), slider_part()]


def limit_part() -> str:
    """Limits with their plots."""
    parts = ['<h1 id="limits">Limits</h1>']
    for name, limit in limits().items():
        found = limit.measure()
        mark = "✓" if found.holds else "✗"
        parts.append(f"<h2>{name}</h2><p><b>{escape(limit.claim)}</b></p>{found.plot(name)}")
        parts.append(f"<p>{mark} {escape(found.words)}.</p>")
    return "".join(parts)


def figure_parts() -> list[str]:
    """Laws, solvers and trajectories."""
    parts = ['<h1 id="laws">Laws and solvers</h1>']
    parts += [f"<h2>{name}</h2>{figure()}<p>{escape(words)}</p>" for name, words, figure in FIGURES]
    return parts


def property_part() -> str:
    """The largest error of each property over random problems."""
    head = "".join(f'<th title="{escape(each.words)}">{each.name}</th>' for each in PROPERTIES)
    rows = []
    for scheme in SOLVERS:
        found = worst(scheme, range(SEEDS))
        cells = "".join(_cell(found.get(each.name)) for each in PROPERTIES)
        rows.append(f"<tr><th><code>{escape(repr(scheme))}</code></th>{cells}</tr>")
    told = (
        f"The largest error over {SEEDS} random problems of 1 to 20 contacts; {BOUND:g} are allowed. Numbers of "
        "Interior are dimensional, so units matter to it: that is how it was published."
    )
    title = '<h1 id="properties">Properties</h1>'
    return f"{title}<p>{told}</p><table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _cell(error: float | None) -> str:
    if error is None:
        return '<td class="unsupported">–</td>'
    return f'<td class="{"pass" if error <= BOUND else "deviates"}">{error:.0e}</td>'


def slider_part() -> str:
    """Parameters that can be changed in the page."""
    title = '<h1 id="sliders">One parameter at a time</h1>'
    sliders = (
        slider(Compliant(integrator="implicit"), "stiffness", (1e3, 1e4, 1e5, 1e6, 1e7), "ball_drop"),
        slider(Interior(), "kappa", (1e-3, 1e-2, 0.1, 1.0, 10.0), "ball_drop"),
        slider(Gauss050(mindist=0.1, clamp=True), "sweeps", (1, 2, 5, 10, 20, 50), "mass_ratio"),
    )
    return title + "".join(sliders) + SCRIPT
