"""`knuckle run`: simulate a model, then say how fast it went and where the time went."""

import json as json_format
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from knuckle.cli.arguments import Features, Named, check_seconds, check_seed, step_count
from knuckle.cli.drift import energy_drift
from knuckle.cli.opening import open_model
from knuckle.data.data import Data
from knuckle.data.state import get_state
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.timing.shares import FORWARD_STAGES, stage_shares

SAMPLES = 8  # states of the run at which stages are timed
LONGEST_REPLAY = 10.0  # simulated [s]
CHUNK_SECONDS = 0.05  # wall clock between two updates of the progress bar


@dataclass
class Result:
    """What a simulation did: steps, wall clock of the steps alone [s], and states along the way."""

    steps: int
    wall: float
    states: list[np.ndarray]


def main(
    model: Named = "humanoid",
    /,
    seconds: float = 10.0,
    seed: int = 0,
    omit: Features = (),
    constraints: bool = True,
    show: bool = False,
    json: bool = False,
) -> None:
    """Simulate a model, then say how fast it went, how well energy was kept, and where the time went.

    The start is the reference pose with random velocities, so that everything moves.

    Args:
        model: An MJCF or URDF file, or the name of a model of the package.
        seconds: Simulated time. [s]
        seed: Start of the random numbers that set the first velocities.
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        constraints: Leave out contacts, limits and all other constraints.
        show: Afterwards open the studio; where there is no desktop, write a picture and a replay, and say where.
        json: Print what happened as JSON.
    """
    check_seed(seed)
    check_seconds(seconds)
    console, opened = Console(stderr=json), open_model(model, omit, constraints)
    steps = step_count(seconds, opened.model.opt.timestep)
    console.print(f"[bold]{escape(opened.name)}[/bold]", highlight=False)
    for note in opened.notes:
        console.print(f"  {note}", style="yellow", highlight=False, markup=False)
    m = opened.model
    result = simulate(m, start(m, seed), steps, console)
    with console.status("the same without dampers and constraints, for the energy"):
        summary = summarize(m, result, start(m, seed))
    with console.status("timing every stage"):
        shares = stage_shares(m, result.states)
    if json:
        found = {"model": opened.name, "notes": opened.notes, **summary, "seconds_per_step": shares}
        print(json_format.dumps(found, ensure_ascii=False))
    else:
        console.print(_summary(m, summary))
        console.print(_stages(shares))
    if show:
        from knuckle.cli.replay import record
        from knuckle.cli.showing import show as show_model

        with console.status("recording what is shown"):
            states = record(m, start(m, seed), min(seconds, LONGEST_REPLAY))
        show_model(m, opened.name, states, console)


def start(m: Model, seed: int) -> Data:
    """The reference pose with random joint velocities, so that everything moves."""
    d = Data(m)
    d.qvel[:] = np.random.default_rng(seed).uniform(-1.0, 1.0, m.nv)
    return d


def simulate(m: Model, d: Data, steps: int, console: Console) -> Result:
    """Take the given number of steps behind a progress bar."""
    step = machine().step
    machine().forward(m, d)  # loads or compiles the kernels, before the clock starts
    done, wall, chunk = 0, 0.0, 1
    states = [get_state(m, d)]
    columns = (TextColumn("simulating"), BarColumn(), TextColumn("{task.fields[time]:.2f} s"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=steps, time=0.0)
        while done < steps:
            count = min(chunk, steps - done)
            begin = perf_counter()
            step(m, d, count)
            taken = perf_counter() - begin
            done, wall = done + count, wall + taken
            chunk = max(1, min(2 * chunk, int(CHUNK_SECONDS * count / max(taken, 1e-9)), -(-steps // SAMPLES)))
            if done * SAMPLES >= len(states) * steps:
                states.append(get_state(m, d))
            bar.update(task, completed=done, time=d.time)
    return Result(steps, wall, states[:SAMPLES])


def summarize(m: Model, result: Result, first: Data) -> dict[str, float]:
    """What a simulation did, in numbers: times in s, energies in J."""
    simulated = result.steps * m.opt.timestep
    drift, kinetic = energy_drift(m, first, result.steps)
    return {
        "simulated": simulated,
        "steps": result.steps,
        "steps_per_second": result.steps / result.wall,
        "times_real_time": simulated / result.wall,
        "energy_drift": drift,
        "largest_kinetic_energy": kinetic,
    }


def _summary(m: Model, found: dict[str, float]) -> Table:
    drift, kinetic = found["energy_drift"], found["largest_kinetic_energy"]
    rows = {
        "simulated": f"{found['simulated']:g} s",
        "steps": f"{found['steps']:,} of {m.opt.timestep:g} s, integrator {m.opt.integrator.name.lower()}",
        "steps per second": f"{found['steps_per_second']:,.0f}",
        "times real time": f"{found['times_real_time']:,.0f}",
        "energy drift": f"{drift:+.3g} J, {abs(drift) / max(kinetic, 1e-300):.1e} of the largest kinetic energy"
        " (same run without dampers and constraints)",
    }
    table = Table(show_header=False, title="simulation", title_justify="left")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def _stages(shares: dict[str, float]) -> Table:
    """Share of each stage in the time of a step."""
    total = sum(shares.values())
    meaning = {**FORWARD_STAGES, "other": "the rest of forward", "integration": "checks, velocities, positions"}
    table = Table(
        "stage", "µs per step", "share", "what it computes", title="where the time went", title_justify="left"
    )
    for name, seconds in shares.items():
        table.add_row(name, f"{1e6 * seconds:.2f}", f"{100 * seconds / total:.0f} %", meaning[name])
    return table
