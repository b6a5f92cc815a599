"""Distance of two geoms and their nearest points, against the published behaviour."""

import itertools

import mujoco
import numpy as np
import pytest
from support.random_scene import SIZES
from support.reference import both

import knuckle as kn

EXACT = [
    *(("plane", shape) for shape in ("sphere", "capsule", "ellipsoid", "cylinder", "box")),
    *(("sphere", shape) for shape in ("sphere", "capsule", "cylinder", "box")),
    *(("capsule", shape) for shape in ("capsule", "box")),
]


def scene(shapes: tuple[str, str], seed: int):
    random = np.random.default_rng(seed)
    bodies = ""
    for name, shape in zip("ab", shapes, strict=True):
        pos = " ".join(map(str, random.uniform(-0.4, 0.4, 3)))
        quat = " ".join(map(str, random.normal(size=4)))
        geom = f'<geom name="{name}" type="{shape}" size="{SIZES[shape]}"/>'
        joint = "" if shape == "plane" else "<freejoint/>"
        bodies += f'<body pos="{pos}" quat="{quat}">{joint}{geom}</body>'
    m, reference = both(f"<mujoco><worldbody>{bodies}<body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    d, state = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, state)
    d.geom_xpos[:] = state.geom_xpos
    d.geom_xmat[:] = state.geom_xmat.reshape(d.geom_xmat.shape)
    return m, d, reference, state


@pytest.mark.parametrize("shapes", EXACT, ids="-".join)
def test_distance_is_the_published_one(shapes):
    for seed, names, distmax in itertools.product(range(5), ("ab", "ba"), (0.05, 2.0)):
        m, d, reference, state = scene(shapes, seed)
        segment = np.full(6, np.nan)
        ids = [reference.geom(name).id for name in names]
        expected = mujoco.mj_geomDistance(reference, state, *ids, distmax, segment)
        distance, points = kn.geom_distance(m, d, names[0], names[1], distmax)
        assert distance == pytest.approx(expected, abs=1e-12)  # a few roundings of lengths below one
        np.testing.assert_allclose(points.ravel(), segment, rtol=0, atol=1e-12)


@pytest.mark.parametrize("shapes", [("box", "box"), ("ellipsoid", "cylinder"), ("capsule", "ellipsoid")], ids="-".join)
def test_distance_of_convex_shapes_is_within_their_tolerance(shapes):
    for seed in range(8):
        m, d, reference, state = scene(shapes, seed)
        expected = mujoco.mj_geomDistance(reference, state, 0, 1, 2.0, np.zeros(6))
        # both searches stop within ccd_tolerance of the true distance, each times a small constant
        assert kn.geom_distance(m, d, "a", "b", 2.0)[0] == pytest.approx(expected, abs=1e-5)


def test_shapes_without_a_collider_are_as_far_as_one_asks():
    m, d, *_ = scene(("plane", "plane"), 0)
    distance, points = kn.geom_distance(m, d, "a", "b", 3.0)
    assert distance == 3.0 and not points.any()


def test_asking_for_a_distance_leaves_the_contacts_alone():
    m, d, *_ = scene(("sphere", "capsule"), 0)
    kn.collision(m, d)
    before = {name: array.copy() for name, array in d._arrays.items() if name.startswith("contact_")}
    count = d.ncon
    kn.geom_distance(m, d, "a", "b", 9.0)
    assert d.ncon == count
    for name, array in before.items():
        np.testing.assert_array_equal(d._arrays[name][:count], array[:count])


def test_unknown_geoms_are_named():
    m, d, *_ = scene(("sphere", "capsule"), 0)
    with pytest.raises(KeyError, match="nobody"):
        kn.geom_distance(m, d, "a", "nobody", 1.0)
