"""Shapes without corners and rims: their distance by a search without branches, and by a formula."""

from types import SimpleNamespace

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.physics.collision.convex.gjk import OVERLAP
from knuckle.physics.collision.convex.smooth import smooth_distance
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
        expected, _, _ = smooth_distance(m, True, between, POINT, half, axes, ORIGIN, np.float64(10.0))
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
    assert smooth_distance(m, True, ORIGIN, axes, ORIGIN, axes, ORIGIN, np.float64(1.0))[0] == OVERLAP
