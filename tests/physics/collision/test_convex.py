"""Contacts of convex shapes against the reference: single ones, flat faces, edges, planes and degenerate poses."""

import mujoco
import numpy as np
import pytest
from support.reference import both

from knuckle.data.data import Data
from knuckle.machine.python import DataView, ModelView
from knuckle.physics.collision.convex.contacts import convex_distance, convex_pair, plane_mesh

CUBE = " ".join(f"{x} {y} {z}" for x in (-0.1, 0.1) for y in (-0.12, 0.12) for z in (-0.08, 0.08))
ROCK = " ".join(f"{x:.5f}" for x in np.random.default_rng(7).normal(size=(20, 3)).ravel() * 0.1)
SHAPES = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".05 .1"',
    "ellipsoid": 'type="ellipsoid" size=".1 .07 .15"',
    "disc": 'type="ellipsoid" size=".5 .5 .05"',
    "cylinder": 'type="cylinder" size=".08 .1"',
    "box": 'type="box" size=".1 .12 .08"',
    "rock": 'type="mesh" mesh="rock"',
    "cube": 'type="mesh" mesh="cube"',
}
PAIRS = [
    ("sphere", "ellipsoid"), ("sphere", "rock"), ("capsule", "ellipsoid"), ("capsule", "cylinder"), ("capsule", "rock"),
    ("ellipsoid", "ellipsoid"), ("ellipsoid", "cylinder"), ("ellipsoid", "box"), ("ellipsoid", "rock"),
    ("cylinder", "cylinder"), ("cylinder", "box"), ("cylinder", "rock"), ("box", "rock"), ("rock", "rock"),
]  # fmt: skip


class Pair:
    """Two geoms in both implementations; `contacts` gives (dist, pos, normal) of each, sorted by position."""

    def __init__(self, first: str, second: str, margin: float = 0.0, option: str = ""):
        free = "" if first == "plane" else "<freejoint/>"
        self.m, self.reference = both(f"""
            <mujoco>{option}<asset><mesh name="rock" vertex="{ROCK}"/><mesh name="cube" vertex="{CUBE}"/></asset>
              <worldbody>
                <body>{free}<geom {SHAPES[first]} margin="{margin}"/></body>
                <body><freejoint/><geom {SHAPES[second]} margin="{margin}"/></body>
              </worldbody>
            </mujoco>""")
        self.collider = plane_mesh if first == "plane" else convex_pair
        self.margin = 2 * margin
        self.rd = mujoco.MjData(self.reference)
        self.d = Data(self.m)
        self.views = ModelView(self.m._arena.arrays, self.m._counts), DataView(self.d._arrays)

    def place(self, qpos):
        self.rd.qpos[:] = qpos
        mujoco.mj_kinematics(self.reference, self.rd)
        mujoco.mj_collision(self.reference, self.rd)
        self.d.geom_xpos[:] = self.rd.geom_xpos
        self.d.geom_xmat[:] = self.rd.geom_xmat.reshape(self.d.geom_xmat.shape)

    def contacts(self):
        m, d = self.views
        self.d.contact_dist[:] = self.d.contact_pos[:] = self.d.contact_frame[:] = np.nan
        d.ncon = 0
        self.collider(m, d, 0, 1, self.margin)
        count = int(self.d.ncon)
        frame = np.reshape(self.d.contact_frame, (-1, 9))
        ours = np.column_stack([self.d.contact_dist[:count], self.d.contact_pos[:count], frame[:count, :3]])
        contact = self.rd.contact
        theirs = np.column_stack([contact.dist, contact.pos, np.reshape(contact.frame, (-1, 9))[:, :3]])
        return [rows[np.lexsort(np.round(rows[:, 1:4], 6).T)] for rows in (ours, theirs)]


def turned(axis, degrees):
    quat = np.zeros(4)
    mujoco.mju_axisAngle2Quat(quat, np.array(axis, float) / np.linalg.norm(axis), np.radians(degrees))
    return quat


def random_pose(rng, reach):
    direction = rng.normal(size=3)
    quats = rng.normal(size=(2, 4))
    first, second = quats / np.linalg.norm(quats, axis=1)[:, None]
    return np.concatenate([[0, 0, 0], first, reach * direction / np.linalg.norm(direction), second])


@pytest.mark.parametrize("margin", [0.0, 0.02])
@pytest.mark.parametrize("first, second", PAIRS)
def test_depth_and_distance_are_those_of_the_reference(first, second, margin):
    pair = Pair(first, second, margin, '<option><flag multiccd="disable"/></option>')
    rng = np.random.default_rng(1)
    for _ in range(12):
        pair.place(random_pose(rng, rng.uniform(0.12, 0.3)))
        ours, theirs = pair.contacts()
        assert len(ours) == len(theirs)
        # both searches end within ccd_tolerance = 1e-6 of the true distance
        np.testing.assert_allclose(ours[:, 0], theirs[:, 0], atol=2e-6)


@pytest.mark.parametrize(
    "first, second, height", [("box", "cube", 0.16), ("cube", "cube", 0.16), ("capsule", "cube", 0.13)]
)
@pytest.mark.parametrize("tilt", [0.0, 1.0, 4.0, 7.0])
def test_flat_contacts_are_those_of_the_reference(first, second, height, tilt):
    pair = Pair(first, second)
    lying = turned((0, 1, 0), 90) if first == "capsule" else turned((0, 0, 1), 0)
    yaw, lean, second_quat = turned((0, 0, 1), 20), turned((1, 0.4, 0), tilt), np.zeros(4)
    mujoco.mju_mulQuat(second_quat, lean, yaw)
    pair.place(np.concatenate([[0, 0, 0], lying, [0.01, 0.02, height - 0.003], second_quat]))
    ours, theirs = pair.contacts()
    assert len(ours) == len(theirs) > 0
    np.testing.assert_allclose(ours, theirs, atol=1e-9)


@pytest.mark.parametrize("mesh", ["rock", "cube"])
def test_plane_and_hull_touch_at_the_corners_of_one_face(mesh):
    pair = Pair("plane", mesh)
    rng = np.random.default_rng(2)
    for _ in range(20):
        quat = rng.normal(size=4)
        pair.place(np.concatenate([[0.1, 0.2, rng.uniform(-0.05, 0.1)], quat / np.linalg.norm(quat)]))
        ours, theirs = pair.contacts()
        assert len(ours) == len(theirs)
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize("first, second", PAIRS)
def test_coincident_shapes_give_finite_contacts(first, second):
    pair = Pair(first, second)
    pair.place([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    ours, _ = pair.contacts()
    assert 1 <= len(ours) <= 4
    assert np.isfinite(ours).all()
    np.testing.assert_allclose(np.linalg.norm(ours[:, 4:], axis=1), 1, atol=1e-9)


@pytest.mark.parametrize("iterations", [3, 4, 7, 12, 35])
@pytest.mark.parametrize("angle", [0.0, 0.5, 2.0, 4.0])
def test_discs_in_one_plane_are_searched_from_a_segment_as_in_the_reference(angle, iterations):
    """The first two corners lie on both sides of the origin; 1e-9: roundings of a few growing polytopes."""
    pair = Pair("disc", "disc")
    pair.m.opt.ccd_iterations = pair.reference.opt.ccd_iterations = iterations
    pair.place([0, 0, 0, 1, 0, 0, 0, 0.9 * np.cos(angle), 0.9 * np.sin(angle), 0, 1, 0, 0, 0])
    ours, theirs = pair.contacts()
    assert len(ours) == len(theirs) == 1
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)


def test_witness_points_span_the_distance():
    pair = Pair("ellipsoid", "rock")
    m, d = pair.views
    rng = np.random.default_rng(3)
    for reach in (0.05, 0.2, 0.5):
        pair.place(random_pose(rng, reach))
        convex_distance(m, d, 0, 1, 10.0)
        a, b, n = np.array(d.ccd_from), np.array(d.ccd_to), np.array(d.ccd_normal)
        np.testing.assert_allclose(b - a, d.ccd_dist * n, atol=1e-9)
        ends = np.zeros(6)
        theirs = mujoco.mj_geomDistance(pair.reference, pair.rd, 0, 1, 10.0, ends)
        assert abs(theirs - d.ccd_dist) < 2e-6  # both within ccd_tolerance of the true distance
    assert convex_distance(m, d, 0, 1, 0.01) is None and d.ccd_dist == 0.01
