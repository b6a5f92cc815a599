"""`knuckle lab`: other formulations of contact, side by side."""

from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import tyro
from rich.console import Console
from rich.table import Table

from knuckle.cli.arguments import ArgumentError
from knuckle.cli.lab_json import benchmarks, compared, listed, measured, print_json
from knuckle.errors import nearest
from knuckle.files import target_of
from knuckle.lab.compare import Comparison, compare
from knuckle.lab.experiments.experiment import STEPS
from knuckle.lab.experiments.table import experiment, experiments
from knuckle.lab.faults import LabError
from knuckle.lab.limits import Limit, limits
from knuckle.lab.report import words, write_report
from knuckle.lab.scheme import Scheme
from knuckle.lab.table import scheme_classes
from knuckle.lab.texts import USUAL, scheme_of, swept

ACTIONS = Literal["list", "run", "compare", "report", "lesson", "sweep", "limits", "bench"]


def main(
    action: Annotated[ACTIONS, tyro.conf.Positional],
    names: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="[NAME ...]")] = (),
    /,
    scheme: tuple[str, ...] = USUAL,
    h: tuple[float, ...] = STEPS,
    values: tuple[str, ...] = (),
    json: bool = False,
) -> int:
    """Run experiments under several formulations of contact.

    list: experiments and schemes. run EXPERIMENT: the table of one. compare EXPERIMENT …: tables of several, all
    unless they are named. report OUT.html [EXPERIMENT …]: the same as one page. lesson EXPERIMENT: a question, what
    each model answers, and why. sweep EXPERIMENT PARAMETER --values …: one scheme with a parameter changed. limits
    [NAME …]: where formulations must agree, measured. bench: inverse solves per second, other solvers, and whole steps.

    Args:
        action: What to do.
        names: Experiments; first the file of a report, last the parameter of a sweep.
        scheme: Schemes as they are written in Python, such as "Gauss050(sweeps=10)".
        h: Time steps. [s]
        values: Values of the parameter of a sweep, numbers or words.
        json: Print JSON; list, run, compare, sweep, limits and bench.
    """
    if json and action not in AS_JSON:
        raise ArgumentError(f"--json: expected one of {', '.join(AS_JSON)}, found {action}")
    try:
        return (AS_JSON if json else DO)[action](names, [scheme_of(text) for text in scheme], h, values) or 0
    except LabError as error:
        raise ArgumentError(str(error)) from None


def _list(names, schemes, h, values) -> None:
    console = Console()
    table = Table("experiment", "question", title="experiments")
    for each in experiments().values():
        table.add_row(each.name, each.question)
    console.print(table)
    table = Table("scheme", "what it is", title="schemes")
    for name, kind in scheme_classes().items():
        table.add_row(name, (kind.__doc__ or "").partition("\n")[0])
    console.print(table)


def _compared(names, schemes, h) -> list[Comparison]:
    wanted = [experiment(name) for name in names] or list(experiments().values())
    return [compare(None, schemes, each, h) for each in wanted]


def _compare(names, schemes, h, values) -> None:
    for each in _compared(names, schemes, h):
        print(each.table(), end="\n\n")


def _run(names, schemes, h, values) -> None:
    _compare(_one(names), schemes, h, values)


def _one(names) -> tuple[str, ...]:
    if len(names) != 1:
        raise LabError("run: expected the name of one experiment")
    return names


def _report(names, schemes, h, values) -> None:
    if not names or Path(names[0]).suffix != ".html":
        raise LabError("report: expected a file that ends in .html, then experiments or none for all")
    target_of(names[0])
    start = perf_counter()
    write_report(names[0], _compared(names[1:], schemes, h), start, whole=len(names) == 1)
    print(f"wrote {names[0]}")


def _lesson(names, schemes, h, values) -> None:
    if len(names) != 1:
        raise LabError("lesson: expected the name of one experiment")
    asked = experiment(names[0])
    print(asked.question, end="\n\n")
    result = compare(None, schemes, asked, h)
    print(result.table(), end="\n\nWhat each model got wrong:\n")
    for each in result.schemes:
        print(f"  {words(result, each)}")
    print(f"\n{asked.explanation}")


def _sweep(names, schemes, h, values) -> None:
    _compare(names[:1], _swept(names, schemes, values), h, values)


def _swept(names, schemes, values) -> list[Scheme]:
    """The first scheme with each value of a parameter."""
    if len(names) != 2 or not values:
        raise LabError("sweep: expected an experiment, a parameter, and --values")
    return swept(schemes[0], names[1], values)


def _limits(names, schemes, h, values) -> int:
    wrong = 0
    for name, limit in _wanted_limits(names).items():
        found = limit.measure()
        wrong += not found.holds
        print(f"{name:4}{'holds' if found.holds else 'DOES NOT HOLD'}  {limit.claim}\n    {found.words}")
    return 1 if wrong else 0


def _wanted_limits(names) -> dict[str, Limit]:
    known = limits()
    for name in names:
        if name not in known:
            raise LabError(f"unknown limit {name!r}{nearest(name, known)}; there are: {', '.join(known)}")
    return {name: known[name] for name in names or known}


def _bench(names, schemes, h, values) -> None:
    from knuckle.lab.bench import inverse_rates

    table = Table("contacts", "blocks [1/s]", "dense [1/s]", "2011 [1/s]", title="inverse solves, humanoid, κ = 0.1")
    for row in inverse_rates():
        table.add_row(str(row.contacts), f"{row.blocks:,.0f}", f"{row.dense:,.0f}", f"{row.published:,.0f}")
    Console().print(table)
    _bench_solvers()
    _bench_rigid()
    _bench_motion()


def _bench_solvers() -> None:
    from knuckle.lab.bench_solvers import solve_times, whole_inverse_time

    table = Table(
        "contacts", "Gauss050, 5 sweeps [µs]", "Interior forward, with its call [µs]", title="solves, humanoid"
    )
    for contacts, (sweeps, forward) in solve_times().items():
        table.add_row(str(contacts), f"{1e6 * sweeps:.1f}", f"{1e6 * forward:.0f}")
    Console().print(table)
    seconds, contacts = whole_inverse_time()
    print(f"the whole inverse of a humanoid with {contacts} contacts: {1 / seconds:,.0f} per second\n")


def _bench_rigid() -> None:
    from knuckle.lab import Anitescu, Convex, Gauss050
    from knuckle.lab.bench_rigid import lemke_times, step_ratios

    table = Table("contacts", "µs", title="Lemke, 4 edges, all contacts at work")
    for contacts, seconds in lemke_times().items():
        table.add_row(str(contacts), f"{1e6 * seconds:.0f}")
    Console().print(table)
    schemes = (Gauss050(), Convex(), Anitescu(), Anitescu("cone"), Anitescu("cone", mindist=0.005))
    table = Table("scheme", "times kn.step", title="a step of the humanoid on its feet")
    for scheme, ratio in step_ratios(schemes).items():
        table.add_row(repr(scheme), f"{ratio:.2f}")
    Console().print(table)


def _bench_motion() -> None:
    from knuckle.lab.bench_motion import newton_step_time

    table = Table("threads", "ms", title="a Newton step of lab.optimize, humanoid, 50 frames")
    for threads in (1, 2):
        table.add_row(str(threads), f"{1e3 * newton_step_time(threads):.0f}")
    Console().print(table)


DO = {
    "list": _list,
    "run": _run,
    "compare": _compare,
    "report": _report,
    "lesson": _lesson,
    "sweep": _sweep,
    "limits": _limits,
    "bench": _bench,
}
AS_JSON = {
    "list": lambda names, schemes, h, values: print_json(listed()),
    "run": lambda names, schemes, h, values: print_json(compared(_compared(_one(names), schemes, h))),
    "compare": lambda names, schemes, h, values: print_json(compared(_compared(names, schemes, h))),
    "sweep": lambda names, schemes, h, values: print_json(
        compared(_compared(names[:1], _swept(names, schemes, values), h))
    ),
    "limits": lambda names, schemes, h, values: print_json(measured(_wanted_limits(names))),
    "bench": lambda names, schemes, h, values: print_json(benchmarks()),
}
