"""Every pair of shapes at 2,000 poses, near, touching and deep, beside the reference."""

import numpy as np
import pytest
from support.pair_bench import KINDS, PAIRS, PairBench, any_turn, quarter_turns
from support.ties import Tie, close, is_hair

import knuckle as kn

MARGINS = (0.0, 0.03, 0.0, 0.03, 0.002)
POSES = 400 if kn.machine().name == "single" else 100  # of each margin
ROUND = ("sphere", "capsule", "cylinder", "box")
ANALYTIC = [("plane", shape) for shape in (*ROUND, "ellipsoid", "mesh")]
ANALYTIC += [("sphere", shape) for shape in ROUND] + [("capsule", "capsule"), ("capsule", "box"), ("box", "box")]
CONVEX = [pair for pair in PAIRS if pair not in ANALYTIC]


def poses(pair, turn):
    """The bench and its pose, many times."""
    random = np.random.default_rng([*map(ord, "".join(pair))])
    for margin in MARGINS:
        bench = PairBench(pair, random, margin)
        for k in range(POSES):
            yield bench, bench.pose(KINDS[k % 3], turn)


def unexplained(pair, turn) -> tuple[int, list[str]]:
    """Poses in touch, and what differs from the reference without being its equal."""
    touching, differences = 0, []
    for bench, pose in poses(pair, turn):
        ours, theirs = bench.collide(*pose)
        touching += len(theirs) > 0
        if not close(ours, theirs) and not is_hair(bench.margin, ours, theirs):
            differences.append(Tie(bench, *pose).difference())
    return touching, [difference for difference in differences if difference]


@pytest.mark.parametrize("pair", ANALYTIC, ids="-".join)
def test_contacts_by_formula_are_the_same_to_rounding(pair):
    found = 0
    for bench, pose in poses(pair, any_turn):
        ours, theirs = bench.collide(*pose)
        assert len(ours) == len(theirs)
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)
        found += len(theirs) > 0
    assert found > len(MARGINS) * POSES / 3


@pytest.mark.parametrize("pair", CONVEX, ids="-".join)
def test_contacts_by_search_are_the_same_or_equals(pair):
    touching, differences = unexplained(pair, any_turn)
    assert touching > len(MARGINS) * POSES / 3
    assert not differences


@pytest.mark.parametrize("pair", [pair for pair in CONVEX if pair[0] != "hfield"], ids="-".join)
def test_shapes_along_the_same_axes_have_the_same_contacts_or_equals(pair):
    """Sides lie flat on each other, and round ones deep inside each other have many ways out of the same length."""
    touching, differences = unexplained(pair, quarter_turns)
    assert touching > len(MARGINS) * POSES / 3
    assert not differences
