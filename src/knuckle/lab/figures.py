"""The figures of a comparison."""

from typing import TYPE_CHECKING

import numpy as np

from knuckle.lab.svg import Line, plot

if TYPE_CHECKING:
    from knuckle.lab.compare import Comparison, Run


def best_runs(c: "Comparison", largest: bool = True) -> "list[Run]":
    """One run of each scheme that ran: that of its largest or smallest time step."""
    runs = [[run for run in c.of(scheme) if not run.reason] for scheme in c.schemes]
    return [each[0 if largest else -1] for each in runs if each]


def trajectories(c: "Comparison") -> str:
    """The quantity over time at the largest time step, with the closed form as a thin line."""
    runs = best_runs(c)
    t = np.linspace(c.experiment.start, c.experiment.duration, 400)
    lines = [Line("closed form", t, c.experiment.exact(t), thin=True)]
    lines += [Line(f"{run.scheme!r}, h = {run.h * 1e3:g} ms", run.time, run.values) for run in runs]
    return plot(lines, c.experiment.along, f"{c.experiment.quantity} [{c.experiment.unit}]", title=c.experiment.name)


def errors(c: "Comparison") -> str:
    """The largest deviation over the time step, both as logarithms, with the slope of each."""
    lines = []
    for scheme in c.schemes:
        runs = [run for run in c.of(scheme) if not run.reason and run.deviation > 0]
        if runs:
            h, deviation = np.array([r.h for r in runs]), np.array([r.deviation for r in runs])
            lines.append(Line(f"{scheme!r}: order {c.order(scheme):.2f}", h * 1e3, deviation, marked=True))
    return plot(lines, "time step [ms]", f"deviation [{c.experiment.unit}]", log=True, title="error over time step")


def work(c: "Comparison") -> str:
    """The deviation over the time that one simulated second takes."""
    lines = []
    for scheme in c.schemes:
        runs = [run for run in c.of(scheme) if not run.reason and run.deviation > 0 and run.per_step > 0]
        if runs:
            cost = np.array([run.per_step / run.h for run in runs])
            lines.append(Line(repr(scheme), cost, np.array([run.deviation for run in runs]), marked=True))
    label = "seconds of computing for one of simulation"
    return plot(lines, label, f"deviation [{c.experiment.unit}]", log=True, title="work and precision")
