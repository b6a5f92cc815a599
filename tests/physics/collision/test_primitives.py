"""Contacts of the primitive shapes against the reference: same number, order, distance, position and normal."""

import mujoco
import numpy as np
import pytest
from support.reference import both

import knuckle as kn

PAIRS = (
    *("plane sphere", "plane capsule", "plane ellipsoid", "plane cylinder", "plane box"),
    *("sphere sphere", "sphere capsule", "sphere cylinder", "sphere box"),
    *("capsule capsule", "capsule box", "box box"),
)
MODELS, POSES = 10, 200
AXES = {"sphere": 1, "capsule": 2, "cylinder": 2}  # sizes that a shape has, where not three


def geom(kind: str, name: str, size: np.ndarray) -> str:
    """A geom, on a free body of its own unless it is a plane."""
    numbers = " ".join(map(str, size[: AXES.get(kind, 3)]))
    element = f'<geom name="{name}" type="{kind}" size="{numbers}"/>'
    return element if kind == "plane" else f"<body><freejoint/>{element}</body>"


class Bench:
    """Two shapes, free to be put anywhere, in both implementations."""

    def __init__(self, pair: str, sizes: np.ndarray, margin: float):
        geoms = [geom(kind, name, size) for kind, name, size in zip(pair.split(), "ab", sizes, strict=True)]
        self.m, self.reference = both(
            f"<mujoco><worldbody>{''.join(geoms)}</worldbody><contact>"
            f'<pair geom1="a" geom2="b" margin="{margin}"/></contact></mujoco>'
        )
        self.d, self.state = kn.Data(self.m), mujoco.MjData(self.reference)
        mujoco.mj_forward(self.reference, self.state)

    def collide(self, pos: np.ndarray, mat: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """(distances, positions, frames) of ours and of theirs; ours over poisoned fields."""
        for field in ("dist", "pos", "frame"):
            self.d._arrays[f"contact_{field}"][...] = np.nan
        self.state.geom_xpos[:] = self.d.geom_xpos[:] = pos
        self.state.geom_xmat[:] = mat.reshape(2, 9)
        self.d.geom_xmat[:] = mat.reshape(self.d.geom_xmat.shape)
        mujoco.mj_collision(self.reference, self.state)
        kn.collision(self.m, self.d)
        ours = [self.d.contact_dist, self.d.contact_pos, self.d.contact_frame.reshape(-1, 9)]
        theirs = [self.state.contact.dist, self.state.contact.pos, self.state.contact.frame]
        return ours, theirs


def rotation(random: np.random.Generator) -> np.ndarray:
    quat = random.normal(size=4)
    mat = np.empty(9)
    mujoco.mju_quat2Mat(mat, quat / np.linalg.norm(quat))
    return mat


def quarter_turns(random: np.random.Generator) -> np.ndarray:
    """A rotation that maps axes to axes, exactly."""
    mat = np.eye(3)[random.permutation(3)] * random.choice([-1, 1], 3)[:, None]
    mat[0] *= np.linalg.det(mat)
    return mat.ravel()


def assert_same(ours, theirs, tolerance: float):
    assert len(ours[0]) == len(theirs[0])
    for mine, its in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, its, rtol=0, atol=tolerance)


@pytest.mark.parametrize("pair", PAIRS)
def test_contacts_at_random_poses(pair):
    """Spheres deep inside each other have a normal along a short way between centres: 1e-9 is its rounding."""
    random = np.random.default_rng(0)
    found = 0
    for _ in range(MODELS):
        sizes = random.uniform(0.1, 1, (2, 3)) * random.choice([1, 1, 0.05], (2, 3))  # some flat, some thin
        bench = Bench(pair, sizes, random.choice([0, 0.01, 0.1]))
        for _ in range(POSES):
            mat = np.array([rotation(random), rotation(random)])
            way = mat[0].reshape(3, 3)[:, 2] if pair.startswith("plane") else random.normal(size=3)
            way = way / np.linalg.norm(way) * random.uniform(-1, 1) * sizes.sum()
            pos = random.normal(size=3)
            ours, theirs = bench.collide(np.array([pos, pos + way]), mat)
            assert_same(ours, theirs, 1e-9)
            found += len(theirs[0])
    assert found > MODELS * POSES / 4


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair not in ("plane ellipsoid", "capsule box")])
def test_contacts_of_shapes_along_the_same_axes(pair):
    """All numbers are sums of powers of two, so both implementations meet the same ties and decide them alike."""
    random = np.random.default_rng(1)
    for _ in range(MODELS):
        bench = Bench(pair, random.integers(1, 16, (2, 3)) / 16, random.choice([0, 0.125]))
        for _ in range(POSES // 2):
            pos = np.array([np.zeros(3), random.integers(-20, 21, 3) / 16])
            ours, theirs = bench.collide(pos, np.array([quarter_turns(random), quarter_turns(random)]))
            assert_same(ours, theirs, 1e-12)  # roots and quotients are rounded


@pytest.mark.parametrize("pair", PAIRS)
def test_shapes_with_the_same_centre_have_finite_contacts(pair):
    random = np.random.default_rng(2)
    bench = Bench(pair, np.full((2, 3), 0.25), 0)
    for turn in (quarter_turns, rotation):
        ours, theirs = bench.collide(np.zeros((2, 3)), np.array([turn(random), turn(random)]))
        assert len(ours[0]) == len(theirs[0]) > 0
        assert all(np.isfinite(field).all() for field in ours)
