"""The part of the parity page about models with contacts and constraints."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parity.test_constrained import (
    CLOSE,
    EXACT,
    INVERSE_TOLERANCE,
    NSTEP,
    ROW_TOLERANCE,
    SOLUTION_TOLERANCE,
    STEPS_EXPLAINED,
)
from support import corpus
from support.constrained import inverse_residual, record, row_errors, solution_errors, step_result
from support.pairs import Pair, load_constrained

from knuckle.schema.enums import Cone, Solver

EVERY = 10  # of the recorded states
TEXT = f"""
Models with everything that Knuckle supports, along a rollout of {NSTEP} steps with random controls, every {EVERY}th
state. *Rows*: every field of the constraint rows, made from the reference's contacts. *Solution*: accelerations and
forces of Newton's method with both cones, both engines converged. *Inverse*: what inverse dynamics gives back of the
applied forces. *Steps*: the share of steps whose acceleration agrees within {EXACT[0]:g} of its scale where every
contact is where a formula says, and within {CLOSE[0]:g} where several choices of contact points are as good; below
{EXACT[1]:.0%} and {CLOSE[1]:.0%} a note says why.
""".strip()


@dataclass
class ConstrainedRow:
    """One model: its worst errors and the share of its steps within their bar."""

    name: str
    nv: int
    rows: tuple[str, float]
    solution: tuple[str, float]
    inverse: tuple[str, float]
    rounding: float  # what roundings of qacc come to as a force
    share: float
    unique: bool

    @property
    def is_stiff(self) -> bool:
        """Whether the inverse is beyond its bar because of roundings."""
        return INVERSE_TOLERANCE < self.inverse[1] <= self.rounding

    @property
    def note(self) -> str:
        if self.share >= (EXACT if self.unique else CLOSE)[1]:
            return ""
        return STEPS_EXPLAINED.get(self.name, "not explained")


def measure_constrained(path: Path) -> ConstrainedRow | str:
    """Compare one model of the corpus, or say why not."""
    pair = load_constrained(path)
    if not isinstance(pair, Pair):
        return pair
    states = list(record(pair, NSTEP, EVERY))
    steps = step_result(pair, iter(states))
    bar, _ = EXACT if steps.unique else CLOSE
    rows = row_errors(pair, iter(states)).summary
    solutions = [solution_errors(pair, iter(states[4::20]), Solver.NEWTON, cone).summary for cone in Cone]
    inverse, rounding = inverse_residual(pair, iter(states[::5]))
    return ConstrainedRow(
        corpus.model_id(path),
        pair.m.nv,
        rows,
        max(solutions, key=lambda item: item[1]),
        ("qfrc_inverse", inverse),
        rounding,
        steps.share(bar),
        steps.unique,
    )


def short_rows(rows: Sequence[ConstrainedRow]) -> list[list[str]]:
    """The worst of each level, for the table at the top of the page."""
    bars = {"rows": ROW_TOLERANCE, "solution": SOLUTION_TOLERANCE, "inverse": INVERSE_TOLERANCE}
    body = []
    for level, bar in bars.items():
        compared = rows if level != "inverse" else [row for row in rows if not row.is_stiff]
        row = max(compared, key=lambda r: getattr(r, level)[1])
        field, error = getattr(row, level)
        body.append(
            [f"{level}, with constraints", str(len(compared)), f"{error:.1e}", f"`{field}`", row.name, f"{bar:.0e}"]
        )
    return body


def steps_sentence(rows: Sequence[ConstrainedRow]) -> str:
    """How many models meet the bars of steps."""
    met = sum(not row.note for row in rows)
    stiff = [f"{row.name} ({row.inverse[1]:.1e} of {row.rounding:.1e})" for row in rows if row.is_stiff]
    return (
        f"Steps with constraints meet their bar on {met} of {len(rows)} models; the table below explains the others."
        " The inverse is compared where rows are not so stiff that roundings of `qacc` are forces beyond the bar;"
        f" they are on: {', '.join(stiff) or 'none'}."
    )


def constrained_rows(rows: Sequence[ConstrainedRow]) -> list[list[str]]:
    """A line for each model."""
    return [
        [
            row.name,
            str(row.nv),
            *(f"{error:.1e} `{field}`" for field, error in (row.rows, row.solution, row.inverse)),
            f"{row.share:.0%} within {(EXACT if row.unique else CLOSE)[0]:g}",
            row.note,
        ]
        for row in rows
    ]
