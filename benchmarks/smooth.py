"""`make bench`: Knuckle and MuJoCo's C, in turns in one process, as ratios.

Above 1, Knuckle is faster. Both engines load the same file and stand at the same state.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from environment import environment
from forward import ForwardResult, measure_forward
from lanes import NWORLD, LanesResult, measure_lanes
from start import measure_start
from step import RICH, StepResult, measure_step

INTRODUCTION = """
Written by `make bench`. Ratios are MuJoCo's time over Knuckle's, both timed in turns in one process: above 1, Knuckle
is faster. Both load the same file. The full step is taken with all constraints,
from states of a rollout with random controls; in all other tables constraints are off in both engines.
""".strip()

MANY_WORLDS = f"""
## Many worlds on one core

Smooth forward of the humanoid, {NWORLD} worlds at states of their own, one thread; MuJoCo takes one world at a time,
always the same. *Kept* are the computed fields that have room for every world: frames of geoms, sites, cameras and
lights that are not kept are not computed; with all of them both engines do the same work. With one evaluation per visit
all worlds pass through memory each time; with several a world stays in cache, as in `batch.step(nstep)`.

""".lstrip()


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, help="also write the tables to this file")
    chosen = parser.parse_args(argv)
    measure_start(1)  # compiles, or reads files into memory
    start, step, rich = measure_start(), measure_step(), measure_step(RICH)
    text = report(step, rich, measure_forward(), measure_lanes(), start)
    print(text)
    if chosen.write:
        chosen.write.write_text(text + "\n", encoding="utf-8")


def report(
    step: StepResult, rich: StepResult, forward: ForwardResult, lanes: list[LanesResult], start: dict[str, float]
) -> str:
    """All tables as Markdown."""
    parts = (
        "# Performance",
        INTRODUCTION,
        f"Measured with {environment()}.",
        _summary(step, rich, forward, lanes, start),
        _step("One world, full step", step),
        _step("The same with many muscles, tendons, equalities or sensors", rich),
        _lanes(lanes),
        _start(start),
        _forward(forward),
        _left_out(forward),
    )
    return "\n\n".join(part for part in parts if part)


def _summary(
    step: StepResult, rich: StepResult, forward: ForwardResult, lanes: list[LanesResult], start: dict[str, float]
) -> str:
    worst, ratio = forward.minimum
    worst_step, step_ratio = step.minimum
    rows = [
        (f"full step with contacts, one world, median of {len(step.rows)} models", f"{step.median:.2f}×"),
        (f"the same, slowest ratio ({worst_step})", f"{step_ratio:.2f}×"),
        (f"the same of {len(rich.rows)} models with muscles, tendons, sensors, median", f"{rich.median:.2f}×"),
        (f"smooth forward of one world, median of {len(forward.rows)} models", f"{forward.median:.2f}×"),
        (f"the same, slowest ratio ({worst})", f"{ratio:.2f}×"),
        *(
            (
                f"humanoid in {r.lanes} lanes of {r.dtype}, one core, {r.kept} kept, evaluations per visit:"
                f" {r.evaluations}",
                f"{r.comparison.ratio:.1f}×",
            )
            for r in lanes
        ),
        ("new process to first step of a pendulum", f"{start['Knuckle']:.2f} s"),
    ]
    return "## In short\n\n" + table(("what", "Knuckle against MuJoCo C"), rows)


def _step(title: str, step: StepResult) -> str:
    rows = [
        (name, nv, f"{ncon:.0f}", f"{1e6 * c.ours:.1f}", f"{1e6 * c.theirs:.1f}", f"{c.ratio:.2f}")
        for name, nv, ncon, c in sorted(step.rows, key=lambda item: item[3].ratio)
    ]
    heading = ("model", "dofs", "contacts", "Knuckle, µs", "MuJoCo C, µs", "ratio")
    return f"## {title}\n\n" + table(heading, rows)


def _lanes(lanes: list[LanesResult]) -> str:
    rows = [
        (
            r.dtype,
            r.lanes,
            r.kept,
            r.evaluations,
            per_second(r.comparison.ours),
            per_second(r.comparison.theirs),
            f"{r.comparison.ratio:.1f}",
        )
        for r in lanes
    ]
    heading = (
        "precision",
        "lanes",
        "kept",
        "evaluations per visit",
        "Knuckle, worlds/s",
        "MuJoCo C, worlds/s",
        "ratio",
    )
    return MANY_WORLDS + table(heading, rows)


def per_second(seconds: float) -> str:
    return f"{1 / seconds:,.0f}"


def _start(start: dict[str, float]) -> str:
    rows = [(name, f"{value:.3f}") for name, value in start.items()]
    return "## Warm start\n\nImport, load a pendulum, take one step, in a new process.\n\n" + table(
        ("program", "s"), rows
    )


def _forward(forward: ForwardResult) -> str:
    ordered = sorted(forward.rows, key=lambda item: item[2].ratio)
    rows = [(n, nv, f"{1e6 * c.ours:.2f}", f"{1e6 * c.theirs:.2f}", f"{c.ratio:.2f}") for n, nv, c in ordered]
    return "## One world, smooth forward\n\n" + table(("model", "dofs", "Knuckle, µs", "MuJoCo C, µs", "ratio"), rows)


def _left_out(forward: ForwardResult) -> str:
    if not forward.left_out:
        return ""
    return "## Models left out\n\n" + table(("model", "why"), [(item.name, item.reason) for item in forward.left_out])


def table(heading: Sequence[str], rows: Sequence[Sequence]) -> str:
    """A Markdown table."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    main()
