"""One world: the smooth forward evaluation, ours beside MuJoCo's C."""

from dataclasses import dataclass
from statistics import median

import mujoco
from alternate import Comparison, Turn, compare, take_turns
from rich.progress import track
from scope import OutOfScope, Pair, count, pairs

import knuckle as kn

ROUNDS, TURNS = 5, 5


@dataclass(frozen=True)
class ForwardResult:
    """Comparison for each model, and the models that are left out."""

    rows: list[tuple[str, int, Comparison]]
    left_out: list[OutOfScope]

    @property
    def median(self) -> float:
        return median(row.ratio for _, _, row in self.rows)

    @property
    def minimum(self) -> tuple[str, float]:
        name, _, row = min(self.rows, key=lambda item: item[2].ratio)
        return name, row.ratio


def measure_forward() -> ForwardResult:
    """Compare on every model in scope, in rounds over all of them: a slow spell then hits no model alone."""
    found = list(track(pairs(), "loading models", total=count()))
    chosen = [item for item in found if isinstance(item, Pair) and item.m.nv]
    turns: list[list[Turn]] = [[] for _ in chosen]
    for _ in track(range(ROUNDS), "one world, forward"):
        for item, taken in zip(chosen, turns, strict=True):
            taken += forward_turns(item)
    rows = [(item.name, item.m.nv, compare(taken)) for item, taken in zip(chosen, turns, strict=True)]
    return ForwardResult(rows, [item for item in found if isinstance(item, OutOfScope)])


def forward_turns(pair: Pair) -> list[Turn]:
    """Both public functions, called from Python the same way."""
    m, d, reference_m, reference_d = pair.m, pair.d, pair.reference_m, pair.reference_d
    return take_turns(lambda: kn.forward(m, d), lambda: mujoco.mj_forward(reference_m, reference_d), TURNS)
