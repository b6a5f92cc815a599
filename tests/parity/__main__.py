"""`python -m parity --write PAGE` compares both engines on the whole corpus and writes a page with every number."""

import argparse
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

from parity.constrained_page import TEXT as CONSTRAINED_TEXT
from parity.constrained_page import ConstrainedRow, constrained_rows, measure_constrained, short_rows, steps_sentence
from parity.test_stages import TOLERANCE as STAGE_TOLERANCE
from parity.test_steps import INTEGRATORS
from parity.test_steps import TOLERANCE as STEP_TOLERANCE
from rich.progress import track
from support import corpus
from support.compare import stage_errors, step_errors, worst
from support.model_difference import differences
from support.pairs import Pair, load_both, load_pair

sys.path.insert(0, str(corpus.REPOSITORY / "benchmarks"))
from environment import environment

MODEL_TOLERANCE = 1e-9
NSTATE, NSTEP = 50, 200  # more than in the suite
TEXT = """
Both engines load the same file. Errors are relative to the scale of each field. *Model*: every field of the compiled
model but normals of meshes, which are drawn only. Then without constraints: *Stages*: every field of Data after
`forward`, from poisoned outputs, at {nstate} random states. *Steps*: the state after one step by each integrator from
every state of a recorded rollout of {nstep} steps; {left_out} of {count} steps are left out, because there the
reference itself, started one rounding away, ends elsewhere.
""".strip()


@dataclass
class Row:
    """One model: the errors of its compiled model, its stages and its steps, by field."""

    name: str
    nv: int
    model: dict[str, float]
    stages: dict[str, float]
    steps: dict[str, float]
    left_out: int
    count: int


def measure(path: Path) -> Row | str:
    pair = load_pair(path)
    if not isinstance(pair, Pair):
        return pair
    model = {d.field: d.error for d in differences(*load_both(path)) if d.field != "mesh_normal"}
    stages = stage_errors(pair, NSTATE)
    steps = step_errors(pair, INTEGRATORS, NSTEP, STEP_TOLERANCE)
    name = corpus.model_id(path)
    return Row(name, pair.m.nv, model or {"-": 0.0}, stages, steps.errors, steps.left_out, steps.count)


def page(rows: list[Row], constrained: list[ConstrainedRow], missing: list[str]) -> str:
    parts = [
        "# Parity with MuJoCo",
        f"Measured with {environment()}.",
        "## In short",
        short_table(rows, constrained),
        steps_sentence(constrained),
        TEXT.format(
            nstate=NSTATE, nstep=NSTEP, left_out=sum(r.left_out for r in rows), count=sum(r.count for r in rows)
        ),
        "## Every model: the worst field of each level",
        table(["model", "dofs", "model", "stages", "steps"], [model_row(row) for row in rows]),
        "## Every model with constraints",
        CONSTRAINED_TEXT,
        table(["model", "dofs", "rows", "solution", "inverse", "steps", "note"], constrained_rows(constrained)),
        "## Every field: the worst model",
        table(["field", "error", "model"], field_rows(rows)),
        "## Left out",
        "\n".join(f"- {reason}" for reason in missing),
    ]
    return "\n\n".join(parts) + "\n"


def short_table(rows: list[Row], constrained: list[ConstrainedRow]) -> str:
    bars = {"model": MODEL_TOLERANCE, "stages": STAGE_TOLERANCE, "steps": STEP_TOLERANCE}
    body = []
    for level, bar in bars.items():
        row = max(rows, key=lambda r: worst(getattr(r, level))[1])
        field, error = worst(getattr(row, level))
        body.append([level, str(len(rows)), f"{error:.1e}", f"`{field}`", row.name, f"{bar:.0e}"])
    return table(["what", "models", "worst error", "field", "model", "bar"], body + short_rows(constrained))


def model_row(row: Row) -> list[str]:
    cells = (worst(errors) for errors in (row.model, row.stages, row.steps))
    return [row.name, str(row.nv), *(f"{error:.1e} `{field}`" for field, error in cells)]


def field_rows(rows: list[Row]) -> list[list[str]]:
    found: dict[str, tuple[float, str]] = {}
    for row in rows:
        for errors in (row.model, row.stages, row.steps):
            for field, error in errors.items():
                found[field] = max(found.get(field, (0.0, "")), (error, row.name))
    ordered = sorted(found.items(), key=lambda item: -item[1][0])
    return [[f"`{field}`", f"{error:.1e}", name] for field, (error, name) in ordered if name]


def table(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="parity", description=__doc__)
    parser.add_argument("--write", type=Path, help="the page to write; printed where this is absent")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    paths = corpus.model_paths()
    both = [(measure(path), measure_constrained(path)) for path in track(paths, "comparing models")]
    smooth, constrained = zip(*both, strict=True)
    text = page(
        [r for r in smooth if isinstance(r, Row)],
        [r for r in constrained if isinstance(r, ConstrainedRow)],
        [r for r in smooth if isinstance(r, str)],
    )
    print(text.split("## Every model")[0])
    if arguments.write:
        arguments.write.write_text(text)


if __name__ == "__main__":
    main()
