"""What differs from the reference without being its equal is found: contacts dropped, moved, tilted or too shallow."""

import numpy as np
import pytest
from support.pair_bench import PairBench, quarter_turns
from support.ties import Tie, close


def dropped(rows: np.ndarray) -> np.ndarray:
    return rows[:1]


def moved(rows: np.ndarray) -> np.ndarray:
    return rows + [0, 0.3, 0.3, 0.3, *np.zeros(9)]


def tilted(rows: np.ndarray) -> np.ndarray:
    wrong = rows.copy()
    normal = rows[:, 4:7] + np.roll(rows[:, 4:7], 1, axis=1)
    wrong[:, 4:7] = normal / np.linalg.norm(normal, axis=1)[:, None]
    return wrong


def shallow(rows: np.ndarray) -> np.ndarray:
    return rows - [0.5 * rows[:, 0].min(), *np.zeros(12)]


class FaultyBench(PairBench):
    """A bench on which our contacts have a fault."""

    fault = staticmethod(dropped)

    def collide(self, pos, mat, iterations=35):
        ours, theirs = super().collide(pos, mat, iterations)
        return (self.fault(ours) if len(ours) else ours), theirs


@pytest.mark.parametrize("pair", [("cylinder", "box"), ("box", "mesh"), ("mesh", "mesh")], ids="-".join)
@pytest.mark.parametrize("fault", [dropped, moved, tilted, shallow])
def test_a_fault_is_no_tie(pair, fault):
    bench = FaultyBench(pair, np.random.default_rng(3), 0.0)
    found = 0
    for _ in range(20):
        pose = bench.pose("deep", quarter_turns)
        bench.fault = lambda rows: rows
        ours, theirs = bench.collide(*pose)
        bench.fault = fault
        if len(theirs) > 1 and close(ours, theirs):
            assert Tie(bench, *pose).difference()
            found += 1
    assert found > 3
