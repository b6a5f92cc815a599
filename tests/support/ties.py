"""Contacts that differ from the reference's because rounding chooses between equals: that they are equals is shown.

Two lists of contacts are equals where a pose that is off by roundings lets one implementation find what the other found
here, or where both are ways out of the same length. Whatever is neither fails.
"""

import itertools
from collections.abc import Iterator

import numpy as np
from support.overlap import Shape, overlap
from support.pair_bench import PairBench

DISTANCE = 1e-5  # bar for iterative searches; both end within ccd_tolerance = 1e-6
PLACE = 2e-3  # where flat and round sides meet, a distance off by 1e-6 is a place off by its root
NORMAL = 1e-2  # the direction between points that are off by 1e-6 and hardly apart
PATIENT = 1000  # iterations after which every search has ended by its tolerance
NUDGES = (1e-15, 1e-12, 1e-10)  # sizes of changes of a pose that roundings of it may hide [m, rad]
TRIALS = 8  # poses of each size


def close(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Whether two lists are the same contacts, in order or, of few, in any order.

    The two ends of an edge are the same distance apart from either end: rounding says which comes first.
    """
    if len(ours) != len(theirs):
        return False

    def same(rows):
        error = np.abs(rows - theirs)
        return (error[:, 0] < DISTANCE).all() and (error[:, 1:4] < PLACE).all() and (error[:, 4:7] < NORMAL).all()

    orders = itertools.permutations(range(len(ours))) if len(ours) <= 4 else [range(len(ours))]
    return any(same(ours[list(order)]) for order in orders)


def is_hair(margin: float, ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Whether one of the lists is empty and the other so near to the limit of detection that a search may miss it."""
    both = np.concatenate([ours, theirs])
    return min(len(ours), len(theirs)) == 0 and len(both) > 0 and both[:, 0].min() > margin - DISTANCE


class Tie:
    """A pose at which both implementations found different contacts; `difference` says what is not explained."""

    def __init__(self, bench: PairBench, pos: np.ndarray, mat: np.ndarray):
        self.bench, self.pos, self.mat = bench, pos, mat
        self.random = np.random.default_rng(0)

    def difference(self) -> str:
        """Nothing where the contacts are equals, else what differs."""
        found = list(self.outcomes())
        if self.bench.pair[0] == "hfield":
            return self.different_prisms(found)
        return "" if any(close(ours, theirs) for ours, _ in found for _, theirs in found) else self.another_way()

    def different_prisms(self, found: list[tuple[np.ndarray, np.ndarray]]) -> str:
        """Nothing where each contact with a prism, of which one knows nothing of another, is the same at some pose."""
        clear = self.bench.margin - DISTANCE
        found = [(ours[ours[:, 0] < clear], theirs[theirs[:, 0] < clear]) for ours, theirs in found]
        numbers = {len(rows) for pair in found for rows in pair}
        if len(numbers) > 1:
            return f"numbers of contacts: {numbers}"
        wrong = [
            k
            for k in range(numbers.pop())
            if not any(close(ours[k : k + 1], theirs[k : k + 1]) for ours, _ in found for _, theirs in found)
        ]
        return f"contacts {wrong}" if wrong else ""

    def outcomes(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """What both implementations find at poses that are off by roundings."""
        yield self.bench.collide(self.pos, self.mat)
        for size, _ in itertools.product(NUDGES, range(TRIALS)):
            pos = self.pos + size * self.random.normal(size=self.pos.shape)
            yield self.bench.collide(pos, np.array([turn @ self.nudge(size) for turn in self.mat]))

    def nudge(self, size: float) -> np.ndarray:
        """A rotation by an angle of about that size."""
        x, y, z = size * self.random.normal(size=3)
        return np.eye(3) + [[0, -z, y], [z, 0, -x], [-y, x, 0]]

    def another_way(self) -> str:
        """Nothing where our normal, searched for to the end, is as good a way out as theirs, of the depth it has."""
        ours, theirs = self.bench.collide(self.pos, self.mat, iterations=PATIENT)
        if close(ours, theirs) or is_hair(self.bench.margin, ours, theirs):
            return ""
        if min(len(ours), len(theirs)) == 0:
            return f"{len(ours)} contacts instead of {len(theirs)}"
        shapes = [Shape(self.bench.reference, self.bench.state, g) for g in range(2)]
        deepest, reference = ours[ours[:, 0].argmin()], theirs[theirs[:, 0].argmin()]
        depth, normal = -deepest[0], deepest[4:7]
        if abs(depth - overlap(*shapes, normal)) > DISTANCE:
            return f"a depth of {depth} where the shapes overlap by {overlap(*shapes, normal)}"
        if overlap(*shapes, normal) > overlap(*shapes, reference[4:7]) + DISTANCE:
            return f"a way out of {overlap(*shapes, normal)} where {overlap(*shapes, reference[4:7])} would do"
        same_way = np.abs(normal - reference[4:7]).max() < NORMAL
        if same_way and len(ours) != len(theirs):
            return f"{len(ours)} contacts instead of {len(theirs)} along the same normal"
        for dist, *place in ours[:, :7]:
            x, n = np.array(place[:3]), np.array(place[3:])
            ends = shapes[0].outside(x - 0.5 * dist * n), shapes[1].outside(x + 0.5 * dist * n)
            if max(ends) > PLACE:
                return f"a contact that is {max(ends)} off the shapes"
        return ""
