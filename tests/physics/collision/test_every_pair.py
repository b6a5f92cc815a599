"""Every pair of shapes at 2,000 poses, near, touching and deep, beside the reference."""

import itertools
from collections import Counter

import numpy as np
import pytest
from physics.collision.pair_bench import KINDS, PAIRS, PairBench, any_turn, quarter_turns

MARGINS = (0.0, 0.03, 0.0, 0.03, 0.002)
POSES = 400  # of each margin
ROUND = ("sphere", "capsule", "cylinder", "box")
ANALYTIC = [("plane", shape) for shape in (*ROUND, "ellipsoid", "mesh")]
ANALYTIC += [("sphere", shape) for shape in ROUND] + [("capsule", "capsule"), ("capsule", "box"), ("box", "box")]
CONVEX = [pair for pair in PAIRS if pair not in ANALYTIC]

DISTANCE = 1e-5  # bar for iterative searches; both end within ccd_tolerance = 1e-6
PLACE = 2e-3  # where flat and round sides meet, a distance off by 1e-6 is a place off by its root
NORMAL = 1e-2  # the direction between points that are off by 1e-6 and hardly apart

# Poses of 2,000 that differ in their points: an edge on a face of which the search met one vertex, why is not known.
TIES = {("mesh", "mesh"): 1}

# Poses of 2,000 along the same axes that differ in their points and in their distance. Two round sides deep in each
# other are as far from the way out in many directions: the search ends at any of them. Of the meshes, one is an edge.
CROSSED = {("capsule", "cylinder"): (19, 4), ("cylinder", "cylinder"): (9, 3), ("mesh", "mesh"): (0, 1)}


def poses(pair, turn):
    """The bench, ours and theirs at every pose."""
    random = np.random.default_rng([*map(ord, "".join(pair))])
    for margin in MARGINS:
        bench = PairBench(pair, random, margin)
        for k in range(POSES):
            yield bench, *bench.collide(*bench.pose(KINDS[k % 3], turn))


def close(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Whether two lists of equal length are the same contacts, in order or, of few, in any order.

    The two ends of an edge are the same distance apart from either end: rounding says which comes first.
    """

    def same(rows):
        error = np.abs(rows - theirs)
        return (error[:, 0] < DISTANCE).all() and (error[:, 1:4] < PLACE).all() and (error[:, 4:7] < NORMAL).all()

    orders = itertools.permutations(range(len(ours))) if len(ours) <= 4 else [range(len(ours))]
    return any(same(ours[list(order)]) for order in orders)


def verdict(margin: float, ours: np.ndarray, theirs: np.ndarray) -> str:
    """How two lists of contacts compare; a hair is a contact within 1e-5 of the limit of detection."""
    if len(ours) == 0 or len(theirs) == 0:
        if len(ours) == len(theirs):
            return "apart"
        least = np.concatenate([ours, theirs])[:, 0].min()
        return "hair" if least > margin - DISTANCE else "ghost" if len(ours) else "missed"
    if len(ours) == len(theirs) and close(ours, theirs):
        return "same"
    return "tie" if abs(ours[:, 0].min() - theirs[:, 0].min()) < DISTANCE else "other"


@pytest.mark.parametrize("pair", ANALYTIC, ids="-".join)
def test_contacts_by_formula_are_the_same_to_rounding(pair):
    found = 0
    for _, ours, theirs in poses(pair, any_turn):
        assert len(ours) == len(theirs)
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)
        found += len(theirs) > 0
    assert found > len(MARGINS) * POSES / 3


@pytest.mark.parametrize("pair", CONVEX, ids="-".join)
def test_contacts_by_search_have_the_same_number_distance_place_and_normal(pair):
    counts = Counter(verdict(bench.margin, ours, theirs) for bench, ours, theirs in poses(pair, any_turn))
    touching = counts["same"] + counts["tie"] + counts["other"]
    assert touching > len(MARGINS) * POSES / 3
    assert counts["missed"] == counts["ghost"] == 0
    assert counts["hair"] <= 2
    assert counts["other"] == 0, counts
    assert counts["tie"] <= TIES.get(pair, 0), counts


@pytest.mark.parametrize("pair", [pair for pair in CONVEX if pair[0] != "hfield"], ids="-".join)
def test_shapes_along_the_same_axes_touch_at_the_same_points(pair):
    """Sides lie flat on each other: rounding says which of many corners are kept, in both implementations alike."""
    counts = Counter(verdict(bench.margin, ours, theirs) for bench, ours, theirs in poses(pair, quarter_turns))
    assert counts["missed"] == counts["ghost"] == 0
    ties, others = CROSSED.get(pair, (0, 0))
    assert counts["other"] <= others, counts
    assert counts["tie"] <= ties, counts
