"""The order of a hash table: what has to hold for any keys, and the reference's polygons of random hulls."""

import mujoco
import numpy as np
import pytest

from knuckle.assets.mesh.hash_order import table_order
from knuckle.assets.mesh.hull import convex_hull
from knuckle.assets.mesh.polygons import flat_polygons


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 6, 24, 300])
def test_every_key_is_listed_once(count):
    keys = [(float(a), float(b)) for a, b in np.random.default_rng(0).integers(-300, 300, (count, 2))]
    assert sorted(table_order(keys)) == list(range(count))


def test_negative_zero_is_zero():
    keys = [(1.0, 2.0), (0.0, 7.0), (3.0, 0.0), (5.0, 5.0)]
    assert table_order(keys) == table_order([(a or -0.0, b or -0.0) for a, b in keys])


@pytest.mark.parametrize("count", [4, 6, 12, 40, 150])
def test_polygons_of_random_hulls_come_in_the_order_of_the_reference(count):
    points = np.random.default_rng(count).normal(size=(count, 3)).astype(np.float32).astype(float)
    text = " ".join(f"{x:.9g}" for x in points.ravel())
    reference = mujoco.MjModel.from_xml_string(f"""
        <mujoco><asset><mesh name="rock" vertex="{text}"/></asset>
          <worldbody><geom type="mesh" mesh="rock"/></worldbody></mujoco>""")
    hull = convex_hull(points, -1)
    ours = flat_polygons(hull.faces, hull.planes, points, False)
    assert np.array_equal(ours.sizes, reference.mesh_polyvertnum)
    assert np.array_equal(ours.corners, reference.mesh_polyvert)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_polygons_of_one_plane_that_share_a_corner_stay_apart(first):
    """Two squares with vertex 0 in common, listed from different corners."""
    square, other = [[0, 1, 2], [0, 2, 3]], [[0, 4, 5], [0, 5, 6]]
    faces = np.array([[*face[first:], *face[:first]] for face in square + other])
    points = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)], float)
    polygons = flat_polygons(faces, np.tile((0.0, 0.0, 1.0), (4, 1)), np.column_stack([points, np.zeros(7)]), False)
    assert polygons.sizes.tolist() == [4, 4] and polygons.numbers.tolist() == [2, 1, 1, 1, 1, 1, 1]
    assert sorted(polygons.corners[:4]) == [0, 1, 2, 3] and sorted(polygons.corners[4:]) == [0, 4, 5, 6]
    assert polygons.at_vertex.tolist() == [0, 1, 0, 0, 0, 1, 1, 1]
