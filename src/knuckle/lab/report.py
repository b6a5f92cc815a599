"""A report: one HTML file with all that a class needs, which looks nothing up anywhere."""

import platform
from collections.abc import Sequence
from html import escape
from os import PathLike
from time import perf_counter, strftime

from knuckle.files import write_whole
from knuckle.lab.compare import Comparison, Run
from knuckle.lab.figures import energies, errors, forces, gaps, timeline, trajectories, work
from knuckle.lab.scheme import Scheme

FIGURES = (trajectories, forces, gaps, energies, timeline, errors, work)
MARKS = {"pass": "✓", "deviates": "≈", "failed": "✗", "unsupported": "–"}
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #8886; padding: .25rem .5rem; text-align: left; }
td.pass { background: #2a92; } td.deviates { background: #ea43; } td.failed { background: #d444; }
td.unsupported { color: #888; } code, pre { font-size: .85em; } pre, .wide { overflow-x: auto; } svg { width: 100%; }
"""


def write_report(
    path: str | PathLike[str], comparisons: Sequence[Comparison], started: float | None = None, whole: bool = False
) -> None:
    """Write comparisons of several experiments as one page; a `whole` one has limits, laws and solvers as well."""
    write_whole(path, page(comparisons, started, whole).encode())


def page(comparisons: Sequence[Comparison], started: float | None = None, whole: bool = False) -> str:
    """The page as text."""
    title = ", ".join(c.experiment.name for c in comparisons) if len(comparisons) < 4 else "Contact models side by side"
    parts = [section(c) for c in comparisons]
    if whole:
        from knuckle.lab.report_parts import appendix

        parts += appendix()
    body = [f"<h1>{escape(title)}</h1>", header(comparisons, started), matrix(comparisons), *parts]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>{''.join(body)}</body></html>\n"
    )


def header(comparisons: Sequence[Comparison], started: float | None) -> str:
    """Versions, processor, parameters and wall time."""
    import numpy as np

    from knuckle import __version__

    facts = [f"knuckle {__version__}", f"Python {platform.python_version()}", f"NumPy {np.__version__}"]
    facts += [processor(), strftime("%Y-%m-%d")]
    if started is not None:
        facts.append(f"made in {perf_counter() - started:.0f} s")
    schemes = "\n".join(scheme.to_json() for scheme in _schemes(comparisons))
    hidden = f"<details><summary>parameters</summary><pre>{escape(schemes)}</pre></details>"
    return f"<p>{escape(' · '.join(facts))}</p>{hidden}"


def processor() -> str:
    """The name of the processor, as well as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def matrix(comparisons: Sequence[Comparison]) -> str:
    """Experiments by schemes: how each ended at its smallest time step."""
    schemes = _schemes(comparisons)
    head = "".join(f"<th><code>{escape(repr(scheme))}</code></th>" for scheme in schemes)
    rows = []
    for c in comparisons:
        cells = "".join(_cell(c, scheme) for scheme in schemes)
        rows.append(f'<tr><th><a href="#{c.experiment.name}">{c.experiment.name}</a></th>{cells}</tr>')
    legend = "✓ as a sound formulation · ≈ deviates · ✗ failed · – cannot take part"
    longest = escape(slowest(comparisons))
    table = f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"
    told = f"{legend} (at the smallest time step; a pointer on a cell shows its reason, and the seconds of all steps)"
    return f'<div class="wide">{table}</div><p>{told}</p><p>{longest}</p>'


def slowest(comparisons: Sequence[Comparison]) -> str:
    """The scheme and experiment that took longest at all of its time steps."""
    found = [(seconds(c, scheme), repr(scheme), c.experiment.name) for c in comparisons for scheme in c.schemes]
    most = max(found, default=(0.0, "", ""))
    return f"Longest: {most[1]} in {most[2]}, {most[0]:.1f} s at all time steps together."


def seconds(c: Comparison, scheme: Scheme) -> float:
    """What all time steps of a scheme took."""
    return sum(run.seconds for run in c.of(scheme) if run.seconds > 0)


def _cell(c: Comparison, scheme: Scheme) -> str:
    runs = c.of(scheme)
    if not runs:
        return "<td></td>"
    last = runs[-1]
    text = f"{MARKS[last.verdict]} {last.deviation:.2g} {c.experiment.unit}" if not last.reason else MARKS[last.verdict]
    told = f"{last.reason or last.verdict}; {seconds(c, scheme):.2f} s"
    return f'<td class="{last.verdict}" title="{escape(told)}">{text}</td>'


def section(c: Comparison) -> str:
    """One experiment: question, figures, what each scheme got wrong, answer."""
    e = c.experiment
    parts = [f'<h2 id="{e.name}">{e.name}</h2><p><b>{escape(e.question)}</b></p>']
    if any(not run.reason for run in c.runs):
        parts += [figure(c) for figure in FIGURES]
        parts += views(c)
    parts.append("<ul>" + "".join(f"<li>{escape(words(c, scheme))}</li>" for scheme in c.schemes) + "</ul>")
    return "".join([*parts, f"<p>{escape(e.explanation)}</p>"])


def views(c: Comparison) -> list[str]:
    """A side view of the first scheme that ran, where there is one to be seen."""
    from knuckle.lab.figures import recorded
    from knuckle.lab.side_view import strobe

    shown = recorded(c)
    if not shown:
        return []
    return [f"<p>Side view, {escape(repr(shown[0].scheme))}:</p>", strobe(c.experiment.model(), shown[0])]


def words(c: Comparison, scheme: Scheme) -> str:
    """What a scheme got wrong, in words."""
    runs = c.of(scheme)
    done = [run for run in runs if not run.reason]
    if not done:
        return f"{scheme!r}: {runs[0].verdict}: {runs[0].reason}"
    unit = c.experiment.unit
    text = f"{scheme!r}: off by {done[0].deviation:.3g} {unit} at {done[0].h * 1e3:g} ms"
    if len(done) > 1:
        text += f" and {done[-1].deviation:.3g} {unit} at {done[-1].h * 1e3:g} ms, {_trend(done)}"
    failed = [run for run in runs if run.reason]
    return text + (f"; {failed[0].verdict} at {failed[0].h * 1e3:g} ms: {failed[0].reason}" if failed else "")


def _trend(done: Sequence[Run]) -> str:
    ratio = done[-1].deviation / max(done[0].deviation, 1e-300)
    if done[-1].deviation < 1e-9:
        return "which is rounding"
    if ratio > 0.7:
        return "so smaller steps do not help: it is another model"
    return "so it converges"


def _schemes(comparisons: Sequence[Comparison]) -> list[Scheme]:
    return list(dict.fromkeys(scheme for c in comparisons for scheme in c.schemes))
