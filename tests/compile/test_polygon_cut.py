"""Polygons of OBJ files are cut into the reference's triangles, whatever their shape, place, size and plane."""

import mujoco
import numpy as np
import pytest
from support.model_difference import load_both

from knuckle.assets.mesh.data import BadMesh
from knuckle.assets.mesh.polygon_cut import cut_polygon, cut_polygons

TEXT = """<mujoco><asset><mesh name="m" file="a.obj" inertia="shell"/></asset>
  <worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def ring(kind: str, count: int, rng) -> np.ndarray:
    """The corners of a polygon in a plane."""
    angle = np.sort(rng.uniform(0, 2 * np.pi, count))
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    match kind:
        case "convex":
            return circle
        case "star":
            return circle * rng.uniform(0.2, 1, (count, 1))
        case "crossed":
            return rng.normal(size=(count, 2))
    return rng.integers(-2, 3, (count, 2)).astype(float)  # "grid": corners in line, and twice in the same place


def polygons(kind: str, count: int) -> list[np.ndarray]:
    """Polygons near and far from the origin, in coordinate planes and tilted, some of them bent."""
    rng = np.random.default_rng(7)
    found = []
    for i in range(count):
        flat = ring(kind, int(rng.integers(4, 11)), rng)
        points = np.column_stack([flat, np.zeros(len(flat))])
        points = np.roll(points, rng.integers(3), axis=1)
        if kind != "grid" and i % 2:
            turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            points = points @ turn + rng.normal(size=3) + rng.choice([0, 0.05]) * rng.normal(size=points.shape)
        found.append((points * 10.0 ** rng.integers(-5, 3)).astype(np.float32).astype(float))
    return found


def obj(shapes: list[np.ndarray]) -> bytes:
    rows = [f"v {x!r} {y!r} {z!r}" for shape in shapes for x, y, z in shape.tolist()]
    starts = np.cumsum([1, *map(len, shapes)])
    rows += [f"f {' '.join(str(s + i) for i in range(len(shape)))}" for s, shape in zip(starts, shapes, strict=False)]
    return "\n".join(rows).encode()


@pytest.mark.parametrize("kind", ["convex", "star", "crossed", "grid"])
def test_triangles_are_the_references(kind):
    shapes = polygons(kind, 400)
    sizes = np.array([len(shape) for shape in shapes])
    ours, _ = cut_polygons(np.concatenate(shapes), np.arange(sizes.sum()), sizes)
    reference = mujoco.MjModel.from_xml_string(TEXT, {"a.obj": obj(shapes)}).mesh_face
    assert np.array_equal(ours, reference)


def test_a_vertex_may_be_a_corner_twice():
    rng = np.random.default_rng(3)
    points = rng.integers(-2, 3, (9, 3)).astype(float)
    rings = [np.insert(np.arange(9), place, again).tolist() for place in range(9) for again in range(9)]
    lines = [f"v {x} {y} {z}" for x, y, z in points] + ["f " + " ".join(str(i + 1) for i in ring) for ring in rings]
    ours = [[ring[i] for i in corners] for ring in rings for corners in cut_polygon(points[ring])]
    reference = mujoco.MjModel.from_xml_string(TEXT, {"a.obj": "\n".join(lines).encode()}).mesh_face
    assert ours == reference.tolist()


def test_polygons_that_are_not_all_covered_are_worth_a_warning():
    closed = b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    crossed = next(
        shape for shape in polygons("crossed", 400) if len(shape) > 4 and len(cut_polygon(shape)) < len(shape) - 2
    )
    ours, _ = load_both(TEXT, {"a.obj": closed})
    assert ours.warnings == []
    ours, _ = load_both(TEXT, {"a.obj": obj([crossed, *polygons("convex", 9)[:1]])})
    assert ours.warnings == ["a.obj: 1 polygons of five or more corners have holes; cut them into triangles"]


def test_polygons_have_a_limit():
    with pytest.raises(BadMesh, match="1001 corners"):
        cut_polygon(np.zeros((1001, 3)))
