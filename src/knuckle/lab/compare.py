"""Schemes side by side in one experiment, at several time steps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from time import perf_counter

import numpy as np

from knuckle.data.data import Data, check_model
from knuckle.errors import KnuckleError, UnsupportedError
from knuckle.lab.experiments.experiment import STEPS, Experiment
from knuckle.lab.experiments.table import experiment as find_experiment
from knuckle.lab.faults import LabError, check_real
from knuckle.lab.first_look import without_remarks
from knuckle.lab.hybrid.events import Event, HybridMemory, events
from knuckle.lab.scheme import Scheme, check_scheme
from knuckle.lab.stepping import memory
from knuckle.lab.trace import Trace, rollout
from knuckle.lab.world import supports
from knuckle.model.model import Model
from knuckle.schema.enums import JointType

RECORD = ("energy", "contact", "deformation", "qfrc_constraint", "qfrc_applied", "qfrc_passive", "qfrc_actuator")
MOST_JOINTS = 6  # that a message lists
APART = 1.001  # ratio of two time steps from which on a slope between them means something
SHOWN = 0.005  # [s] time steps whose runs are recorded in full, for figures


@dataclass
class Run:
    """One scheme in one experiment at one time step; `reason` says why it did not run."""

    scheme: Scheme
    h: float
    reason: str = ""
    failed: bool = False
    deviation: float = np.nan  # largest difference from the closed form
    good: float = np.nan  # what a sound formulation may have
    per_step: float = np.nan  # [s]
    seconds: float = np.nan  # of the whole run
    time: np.ndarray = field(default_factory=lambda: np.zeros(0))
    values: np.ndarray = field(default_factory=lambda: np.zeros(0))
    trace: Trace | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """pass, deviates, failed or unsupported."""
        if self.reason:
            return "failed" if self.failed else "unsupported"
        return "pass" if self.deviation <= self.good else "deviates"


@dataclass
class Comparison:
    """All runs of one experiment."""

    experiment: Experiment
    runs: list[Run]

    def of(self, scheme: Scheme) -> list[Run]:
        """The runs of one scheme, from the largest time step on."""
        return [run for run in self.runs if run.scheme == scheme]

    @property
    def schemes(self) -> list[Scheme]:
        return list(dict.fromkeys(run.scheme for run in self.runs))

    def order(self, scheme: Scheme) -> float:
        """The slope of the deviation over h, both as logarithms; nan where there is none to be told."""
        done = [run for run in self.of(scheme) if not run.reason and run.deviation > 0]
        steps = [run.h for run in done]
        if not done or max(steps) < APART * min(steps):
            return float("nan")
        return float(np.polyfit(np.log([r.h for r in done]), np.log([r.deviation for r in done]), 1)[0])

    def table(self) -> str:
        """Deviations as text, a line for each scheme."""
        steps = sorted({run.h for run in self.runs}, reverse=True)
        width = max(len(repr(scheme)) for scheme in self.schemes)
        unit = self.experiment.unit
        lines = [f"{self.experiment.name}: largest deviation of the {self.experiment.quantity} [{unit}]"]
        lines.append(" " * width + "".join(f"{h * 1e3:>10g} ms" for h in steps) + "   order")
        for scheme in self.schemes:
            runs = self.of(scheme)
            if all(run.reason for run in runs):
                lines.append(f"{scheme!r:<{width}}  {runs[0].verdict}: {runs[0].reason}")
                continue
            cells = [f"{run.deviation:>12.3g}" if not run.reason else f"{run.verdict:>12}" for run in runs]
            lines.append(f"{scheme!r:<{width}} " + " ".join(cells) + f"{self.order(scheme):>8.2f}")
        return "\n".join(lines)

    def plot(self, path: str | PathLike[str]) -> None:
        """Write the trajectories over time, with the closed form, as an SVG file."""
        from knuckle.files import write_whole
        from knuckle.lab.figures import trajectories

        write_whole(path, trajectories(self).encode())

    def report(self, path: str | PathLike[str]) -> None:
        """Write one HTML file with tables and figures."""
        from knuckle.lab.report import write_report

        write_report(path, [self])


def compare(
    m: Model | None,
    schemes: Scheme | Iterable[Scheme],
    experiment: str | Experiment,
    h: float | Sequence[float] = STEPS,
) -> Comparison:
    """Run an experiment under schemes at several time steps; `m`: a model in place of the experiment's own, or None."""
    asked = find_experiment(experiment)
    if m is not None:
        check_likeness(m, asked)
    wanted = list(schemes) if isinstance(schemes, Iterable) and not isinstance(schemes, str) else [schemes]
    steps = list(h) if isinstance(h, Iterable) and not isinstance(h, str) else [h]
    if schemes is None or not wanted or not steps:
        raise LabError("compare: expected at least one scheme and one time step")
    for scheme in wanted:
        check_scheme(scheme, "compare: ")
    for each in steps:
        check_real("compare", "h", each, 0, np.inf if asked.perform else asked.duration, above=True)
    distinct, descending = dict.fromkeys(wanted), sorted(set(steps), reverse=True)
    return Comparison(asked, [run(m, scheme, asked, each) for scheme in distinct for each in descending])


def check_likeness(m: Model, asked: Experiment) -> None:
    """Raise LabError unless a model has the joints of the experiment's own, which its start and its numbers are for."""
    check_model(m)
    own = asked.model()
    found, wanted = joints_of(m), joints_of(own)
    if found != wanted:
        raise LabError(
            f"compare: m: expected a model with the joints of {own.model_name!r}, which is that of {asked.name} "
            f"({in_words(wanted)}), found {m.model_name!r} ({in_words(found)})"
        )


def joints_of(m: Model) -> list[tuple[str, str]]:
    """Kind and name of each joint."""
    return [(JointType(int(kind)).name.lower(), name) for kind, name in zip(m.jnt_type, m.names("joint"), strict=True)]


def in_words(joints: list[tuple[str, str]]) -> str:
    """Some joints, in words."""
    shown_ones = ", ".join(f"{kind} {name!r}" if name else kind for kind, name in joints[:MOST_JOINTS])
    more = f", and {len(joints) - MOST_JOINTS} more" if len(joints) > MOST_JOINTS else ""
    return shown_ones + more or "none"


def run(m: Model | None, scheme: Scheme, asked: Experiment, h: float) -> Run:
    """One run; what goes wrong in it becomes its reason."""
    model = asked.model() if m is None else m.copy()
    model.opt.timestep = h
    reasons = supports(model, scheme)
    excluded = asked.excludes(scheme)
    if reasons or excluded:
        return Run(scheme, h, excluded or "; ".join(reasons))
    start = perf_counter()
    try:
        with without_remarks():
            done = performed(model, scheme, asked) if asked.perform else simulated(model, scheme, asked)
    except UnsupportedError as error:  # what only a state can show, such as contacts under a scheme that has none
        return Run(scheme, h, str(error), seconds=perf_counter() - start)
    except KnuckleError as error:
        return Run(scheme, h, str(error), failed=True, seconds=perf_counter() - start)
    done.deviation = float(np.abs(done.values - asked.exact(done.time)).max())
    done.good, done.seconds = asked.good(h), perf_counter() - start
    return done


def performed(model: Model, scheme: Scheme, asked: Experiment) -> Run:
    """A run of an experiment that is no simulation over time."""
    assert asked.perform is not None
    x, values = asked.perform(model, scheme, asked.materials)
    return Run(scheme, float(model.opt.timestep), time=x, values=values)


def simulated(model: Model, scheme: Scheme, asked: Experiment) -> Run:
    """A run over time."""
    d, h = Data(model), float(model.opt.timestep)
    asked.setup(model, d)
    count = round(asked.duration / h)
    kept = memory(model, d, scheme)
    start = perf_counter()
    record = RECORD if h >= SHOWN else ()
    trace = rollout(model, d, scheme, count, record, kept, materials=asked.materials)
    per_step = (perf_counter() - start) / count
    log = events(kept) if isinstance(kept, HybridMemory) else []
    return Run(scheme, h, per_step=per_step, time=trace.time, values=asked.measured(trace), trace=trace, events=log)
