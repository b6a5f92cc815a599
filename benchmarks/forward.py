"""One world: the smooth forward evaluation, ours beside MuJoCo's C."""

from dataclasses import dataclass
from statistics import median

import mujoco
from alternate import Comparison, compare
from rich.progress import track
from scope import OutOfScope, Pair, count, pairs

import knuckle as kn


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
    """Compare on every model in scope."""
    rows, left_out = [], []
    for item in track(pairs(), "one world, forward", total=count()):
        if isinstance(item, OutOfScope):
            left_out.append(item)
        elif item.m.nv:
            rows.append((item.name, item.m.nv, compare_forward(item)))
    return ForwardResult(rows, left_out)


def compare_forward(pair: Pair) -> Comparison:
    """Both public functions, called from Python the same way."""
    m, d, reference_m, reference_d = pair.m, pair.d, pair.reference_m, pair.reference_d
    return compare(lambda: kn.forward(m, d), lambda: mujoco.mj_forward(reference_m, reference_d))
