"""Shapes without corners and rims: their distance by a search without branches, and by a formula."""

from types import SimpleNamespace

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.physics.collision.convex.gjk import OVERLAP
from knuckle.physics.collision.convex.smooth import smooth_distance
from knuckle.physics.lockstep.ellipsoids import DEEP, ellipsoid_distance
from knuckle.physics.lockstep.segment import segment_distance

PAIR = """
<mujoco><option ccd_iterations="300"/><worldbody>
  <body><freejoint/><geom type="{first}" size=".1 .13 .17"/></body>
  <body><freejoint/><geom type="ellipsoid" size=".2 .13 .05"/></body>
</worldbody></mujoco>"""
ORIGIN = (0.0, 0.0, 0.0)
POINT = tuple(np.zeros(9))


def placed(random, m) -> np.ndarray:
    qpos = random.normal(0, 0.15, m.nq)
    for k in (3, 10):
        qpos[k : k + 4] /= np.linalg.norm(qpos[k : k + 4])
    return qpos


@pytest.mark.parametrize("first", ["sphere", "capsule", "ellipsoid"])
def test_distances_are_those_of_the_reference(first):
    """Both searches end where v² − v · w < tolerance² / 2: that far from the distance, times itself.

    Points are as far off as the root of that, the tolerance, and on a long ellipsoid several times as far.
    """
    xml = PAIR.format(first=first)
    m, theirs = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    d, their = kn.Data(m), mujoco.MjData(theirs)
    random, apart = np.random.default_rng(0), 0
    for _ in range(300):
        d.qpos[:] = their.qpos[:] = placed(random, m)
        kn.kinematics(m, d)
        mujoco.mj_kinematics(theirs, their)
        points = np.zeros(6)
        expected = mujoco.mj_geomDistance(theirs, their, 0, 1, 1.0, points)
        found, fromto = kn.geom_distance(m, d, 0, 1, 1.0)
        if expected > 1e-3:  # else the cores may overlap
            apart += 1
            assert found == pytest.approx(expected, abs=1e-9)
            assert np.ravel(fromto) == pytest.approx(points, abs=1e-5)
    assert apart > 50


def random_core(random) -> tuple:
    axes, _ = np.linalg.qr(random.normal(size=(3, 3)))
    sizes = random.uniform(0.03, 0.3, 3)
    return tuple(np.ravel(axes * sizes)), tuple(random.normal(0, 0.3, 3)), tuple(random.normal(0, 0.4, 3))


def test_the_formula_finds_what_the_search_finds():
    m = SimpleNamespace(opt_ccd_iterations=1000, opt_ccd_tolerance=1e-9)
    random, overlaps = np.random.default_rng(1), 0
    for trial in range(300):
        axes, half, between = random_core(random)
        if trial % 3 == 0:
            half = ORIGIN
        found, near, way = segment_distance(True, between, half, axes)
        expected, _, _ = smooth_distance(m, between, POINT, half, axes, ORIGIN, np.float64(10.0))
        if expected == OVERLAP:
            overlaps += 1
            assert found == OVERLAP
            continue
        assert found == pytest.approx(expected, abs=1e-7)
        on_ellipsoid = np.add(between, np.add(near, way))  # from its centre
        scaled = np.reshape(axes, (3, 3)).T @ on_ellipsoid / np.sum(np.reshape(axes, (3, 3)) ** 2, axis=0)
        assert np.linalg.norm(scaled) == pytest.approx(1.0, abs=1e-5)
    assert 10 < overlaps < 250


def test_where_cores_overlap_there_is_no_distance():
    axes = tuple(np.ravel(np.diag([0.1, 0.2, 0.3])))
    assert segment_distance(True, (0.0, 0.0, 0.25), ORIGIN, axes)[0] == OVERLAP
    assert segment_distance(True, (0.0, 0.5, 0.0), (0.0, 0.4, 0.0), axes)[0] == OVERLAP
    m = SimpleNamespace(opt_ccd_iterations=35, opt_ccd_tolerance=1e-6)
    assert smooth_distance(m, ORIGIN, axes, ORIGIN, axes, ORIGIN, np.float64(1.0))[0] == OVERLAP


def overlap(n: np.ndarray, first, second, between) -> np.ndarray:
    """How far two ellipsoids overlap along unit vectors."""
    reach = sum(np.linalg.norm(n @ np.reshape(axes, (3, 3)), axis=-1) for axes in (first, second))
    return reach + n @ np.asarray(between)


def test_the_formula_of_two_ellipsoids_finds_their_distance_and_depth():
    m = SimpleNamespace(opt_ccd_iterations=1000, opt_ccd_tolerance=1e-9)
    random, apart, deep, shallow = np.random.default_rng(2), 0, 0, 0
    n = random.normal(size=(20_000, 3))
    n /= np.linalg.norm(n, axis=1)[:, None]
    for _ in range(300):
        (first, _, between), (second, _, _) = random_core(random), random_core(random)
        between = np.multiply(between, 0.6)
        found, near, normal = ellipsoid_distance(True, between, first, second)
        if found == DEEP:
            deep += 1
            # it gave up for a reason: what is left to a few directions is little less than the shortest half axis
            sizes = [np.linalg.norm(np.reshape(axes, (3, 3)), axis=0).min() for axes in (first, second)]
            assert overlap(n, first, second, between).min() > 0.95 * min(sizes)
            continue
        assert overlap(n, first, second, between).min() > -found - 1e-6  # no other way out is shorter
        apart += found > 0.0
        shallow += found <= 0.0
        if found <= 0.0:
            # moved apart along the normal as far as they overlap, and a bit farther, that bit is their distance
            between, found = np.add(between, np.multiply(normal, found - 0.01)), 0.01
        expected, points, way = smooth_distance(m, between, first, ORIGIN, second, ORIGIN, np.float64(10.0))
        assert found == pytest.approx(expected, abs=1e-6)
        # where the distance is right to 1e-6, points on a surface are to about the root of that over its curvature
        assert points == pytest.approx(near, abs=1e-4)
        assert np.asarray(way) / np.linalg.norm(way) == pytest.approx(normal, abs=1e-3)
    assert min(apart, deep, shallow) > 30


def test_equal_ellipsoids_in_one_place_are_deep_in_each_other():
    axes = tuple(np.ravel(np.diag([0.1, 0.2, 0.3])))
    assert ellipsoid_distance(True, ORIGIN, axes, axes)[0] == DEEP


def test_contacts_of_ellipsoids_in_single_precision_are_those_of_double():
    m = kn.load(PAIR.format(first="ellipsoid"))
    nworld, random = 256, np.random.default_rng(3)
    wide, narrow = (
        kn.Batch(m, nworld, dtype=dtype, keep=["ncon", "contact_dist", "contact_frame", "contact_pos"])
        for dtype in ("float64", "float32")
    )
    wide.qpos[:] = narrow.qpos[:] = np.float32([placed(random, m) for _ in range(nworld)])
    for batch in (wide, narrow):
        batch.forward()
    both = (wide.ncon == 1) & (narrow.ncon == 1)
    grazing = (wide.ncon == 1) & (wide.contact_dist[:, 0] > -1e-5)
    assert (wide.ncon == narrow.ncon)[~grazing].all()
    assert both.sum() > 50
    # a polytope ends within the tolerance of 1e-6 in depth; its faces are as wide as the root of that
    assert narrow.contact_dist[both, 0] == pytest.approx(wide.contact_dist[both, 0], abs=2e-5)
    normals = np.sum(narrow.contact_frame[both, 0, :3] * wide.contact_frame[both, 0, :3], axis=-1)
    assert np.median(1 - normals) < 1e-6
