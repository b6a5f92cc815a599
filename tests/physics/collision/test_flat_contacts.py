"""Contacts of faces and edges that lie almost flat: which points the margin takes in, which faces take part."""

import itertools

import numpy as np
import pytest
from support.pair_bench import PairBench, any_turn, quarter_turns

PRISM = "mesh"


class Placed(PairBench):
    """Two geoms given as MJCF, with a margin."""

    def __init__(self, first: str, second: str, margin: float):
        self.parts = iter([first, second])
        super().__init__(("cylinder", "cylinder"), np.random.default_rng(0), margin)

    def geom(self, shape: str, name: str) -> tuple[str, str]:
        corners = [(np.cos(a), np.sin(a), z) for a in np.radians([0, 120, 240]) for z in (-1, 1)]
        vertices = " ".join(str(x * s) for corner in corners for x, s in zip(corner, (0.15, 0.15, 0.05), strict=True))
        asset = f'<mesh name="{PRISM}" vertex="{vertices}"/>' if name == "a" else ""
        return asset, f'<body><freejoint/><geom name="{name}" {next(self.parts)}/></body>'


def tilted(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


@pytest.mark.parametrize("degrees", [0.0, 2.0, 4.0, 5.0])
def test_the_margin_is_measured_as_in_the_reference_on_leaning_faces(degrees):
    margin = 0.02
    bench = Placed('type="cylinder" size=".15 .05"', 'type="box" size=".1 .1 .05"', margin)
    seen = set()
    for height in np.linspace(0.1, 0.13, 500):
        pos = np.array([[0, 0, 0], [0.01, 0.02, height]])
        ours, theirs = bench.collide(pos, np.array([np.eye(3), tilted(degrees)]))
        assert len(ours) == len(theirs)
        np.testing.assert_allclose(np.sort(ours[:, 0]), np.sort(theirs[:, 0]), rtol=0, atol=1e-9)
        seen.add(len(theirs))
    assert len(seen) > 1


def test_faces_edge_on_to_a_contact_take_no_part_in_it():
    """A capsule lies along a side of a prism and reaches over an end, which rounding turns towards it now and then."""
    random = np.random.default_rng(1)
    for radius, half in random.uniform(0.02, 0.15, (15, 2)):
        bench = Placed(f'type="capsule" size="{radius} {half}"', f'type="mesh" mesh="{PRISM}"', 0.02)
        model = bench.reference
        corners = model.mesh_vert[: model.mesh_vertnum[0]].astype(float)
        for normal, gap, _ in itertools.product(model.mesh_polynormal, (0.002, 0.01), range(100)):
            side = corners[corners @ normal > (corners @ normal).max() - 1e-6]
            pos, mat = lying(random, normal, random.dirichlet(np.ones(len(side))) @ side, radius + gap)
            ours, _ = bench.collide(pos, mat)
            assert len(ours) == 2
            np.testing.assert_allclose(ours[:, 0], gap, rtol=0, atol=1e-6)  # single precision makes sides uneven


def lying(random: np.random.Generator, normal: np.ndarray, place: np.ndarray, height: float):
    """Positions and orientations: the first geom along the face of that normal, so high over a place of it."""
    whole = any_turn(random)
    along = np.cross(normal, random.normal(size=3))
    along /= np.linalg.norm(along)
    turn = np.column_stack([normal, np.cross(along, normal), along])
    return np.array([place + height * normal, np.zeros(3)]) @ whole.T, np.array([whole @ turn, whole])


@pytest.mark.parametrize("shape", ["cylinder", "capsule", "box"])
def test_shapes_that_hardly_touch_are_hardly_deep(shape):
    """Distances within the tolerance of the search count as touching: the polytope then may not hold the origin."""
    random = np.random.default_rng(4)
    bench = PairBench(("cylinder", shape), random, 0.0)
    for k in range(300):
        pos, mat = bench.pose("near", quarter_turns if k % 2 else any_turn)
        bench.place(pos, mat)
        dist, normal = bench.distance()
        pos[1] += (random.uniform(-2e-6, 2e-6) - dist) * normal
        ours, _ = bench.collide(pos, mat)
        assert (ours[:, 0] > -1e-5).all()  # 2e-6, the tolerance of both searches, and the root of neither
