"""The figures of a comparison."""

from typing import TYPE_CHECKING

import numpy as np

from knuckle.lab.svg import Line, multiples, plot

if TYPE_CHECKING:
    from knuckle.lab.compare import Comparison, Run


def best_runs(c: "Comparison", largest: bool = True) -> "list[Run]":
    """One run of each scheme that ran: that of its largest or smallest time step."""
    runs = [[run for run in c.of(scheme) if not run.reason] for scheme in c.schemes]
    return [each[0 if largest else -1] for each in runs if each]


def recorded(c: "Comparison") -> "list[Run]":
    """The run of each scheme whose contacts and energies were recorded."""
    return [run for run in best_runs(c) if run.trace is not None and run.trace.contact is not None]


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
    if not lines:
        return ""
    label = "seconds of computing for one of simulation"
    return plot(lines, label, f"deviation [{c.experiment.unit}]", log=True, title="work and precision")


def forces(c: "Comparison") -> str:
    """The sum of normal forces of contacts over time."""
    lines = []
    for run in recorded(c):
        assert run.trace is not None and run.trace.contact is not None
        push = np.array([each["impulse"][:, 0].sum() for each in run.trace.contact]) / run.h
        if push.any():
            lines.append(Line(repr(run.scheme), run.time[1:], push))
    return plot(lines, "time [s]", "sum of normal forces [N]", title="forces over time") if lines else ""


def gaps(c: "Comparison") -> str:
    """The smallest distance of all contacts over time: negative in penetration."""
    lines = []
    for run in recorded(c):
        assert run.trace is not None and run.trace.contact is not None
        least = np.array([each["dist"].min(initial=np.inf) for each in run.trace.contact])
        if np.isfinite(least).any():
            lines.append(Line(repr(run.scheme), run.time[1:], 1e3 * np.where(np.isfinite(least), least, np.nan)))
    return plot(lines, "time [s]", "smallest gap [mm]", title="gap over time") if lines else ""


def ledger(run: "Run") -> dict[str, np.ndarray]:
    """Where energy is, over time [J]: what it began with is the sum of all of these.

    Contacts take −Σ h fᵀ½(v + v'); what is not stored in them is dissipated. The error is what is left unexplained.
    """
    trace = run.trace
    assert trace is not None
    mean = 0.5 * (trace.qvel[1:] + trace.qvel[:-1])

    def done_by(force: np.ndarray, lost: np.ndarray | None = None) -> np.ndarray:
        steps = (run.h * force[1:] * mean).sum(axis=1)
        return np.concatenate([[0.0], np.cumsum(steps if lost is None else np.where(lost > 0, -lost, steps))])

    kinetic, potential = trace.energy.T
    lost = np.zeros(len(mean))  # at impacts: forces of a step say nothing about these
    for event in run.events:
        lost[min(int(np.searchsorted(trace.time, event.time, "left")), len(lost)) - 1] += event.energy_lost
    contact, others = -done_by(trace.qfrc_constraint, lost), -done_by(trace.qfrc_applied + trace.qfrc_actuator)
    books = {"kinetic": kinetic, "potential": potential - potential[0], "deformation": trace.deformation}
    books["dissipated"] = contact - trace.deformation
    books["error"] = kinetic[0] - sum(books.values()) - others
    return books


def energies(c: "Comparison") -> str:
    """The ledger of each scheme."""
    panels = []
    for run in recorded(c):
        books = ledger(run)
        panels.append((repr(run.scheme), [Line(name, run.time, values) for name, values in books.items()]))
    return multiples(panels, "time [s]", "energy [J]", title="energy ledger") if panels else ""


def timeline(c: "Comparison") -> str:
    """The events of schemes that have them, over time."""
    kinds = ("impact", "rest", "release", "slip", "stick")
    lines = []
    for run in best_runs(c):
        for k, kind in enumerate(kinds):
            when = np.array([event.time for event in run.events if event.kind == kind])
            if len(when):
                lines.append(Line(f"{kind} ({len(when)})", when, np.full(len(when), float(k)), marked=True, bare=True))
    return plot(lines, "time [s]", "kind of event", title="events of Hybrid") if lines else ""
