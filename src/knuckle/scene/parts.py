"""Drawables as instances of unit meshes, for those who draw many at once: a mesh, scaled along its axes, and placed.

A capsule is a cylinder and two spheres, an arrow a shaft and a head: so all capsules of a scene, thick and thin, are
instances of the same two meshes.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.enums import Shape
from knuckle.scene.scene import Scene
from knuckle.scene.shapes import Triangles, Vertices, triangles

HEAD = -1  # a part of its own: the head of an arrow
DATA_SHAPES = (Shape.HFIELD, Shape.MESH, Shape.SDF)
SHAFTS = (Shape.ARROW, Shape.ARROW2, Shape.LINE)
SAME = {
    Shape.ELLIPSOID: Shape.SPHERE,
    Shape.CAPSULE: Shape.CYLINDER,
    Shape.ARROW1: Shape.CYLINDER,
    Shape.LINEBOX: Shape.BOX,
}
SAME |= dict.fromkeys(SHAFTS, Shape.LINE)
PLANE_REACH = 20.0  # half extent of an infinite plane, in extents of the model
LINE_WIDTH = 2e-3  # radius of a line, in extents of the model


@dataclass(slots=True)
class Parts:
    """One row for each part: its unit mesh (`mesh`, `dataid`), frame, scale along its axes, and its drawable."""

    mesh: np.ndarray  # a Shape, or HEAD
    dataid: np.ndarray
    pos: np.ndarray
    quat: np.ndarray
    scale: np.ndarray
    row: np.ndarray  # of the scene

    def __len__(self) -> int:
        return len(self.row)


def parts_of(scene: Scene, extent: float) -> Parts:
    """The parts of all drawables; `extent` of the model says how far infinite planes reach and how thick lines are."""
    kind, size = scene.kind, np.array(scene.size)
    _fill_sizes(kind, size, extent)
    every = np.arange(len(kind))
    mesh = kind.copy()
    for shape, same in SAME.items():
        mesh[kind == shape] = same
    blocks = [(every, mesh, np.zeros(len(kind), np.float32), size)]
    capsules = np.flatnonzero(kind == Shape.CAPSULE)
    if len(capsules):
        ball = np.repeat(size[capsules, :1], 3, axis=1)
        for sign in (1, -1):
            blocks.append((capsules, np.full(len(capsules), Shape.SPHERE), sign * size[capsules, 2], ball))
    for rows, at, turn in ((_arrows(kind), 1.0, 1), (np.flatnonzero(kind == Shape.ARROW2), 0.0, -1)):
        if len(rows):
            radius = size[rows, :1] * np.array((1, turn, turn), np.float32)  # turned about x where it points down
            blocks.append((rows, np.full(len(rows), HEAD), at * size[rows, 2], radius))
    row, meshes, along, scale = (np.concatenate(columns) for columns in zip(*blocks, strict=True))
    pos = scene.pos[row] + scene.mat[row][:, :, 2] * along[:, None]
    dataid = np.where(np.isin(meshes, DATA_SHAPES), scene.dataid[row], -1)
    mat = np.where((kind == Shape.TRIANGLE)[:, None, None], np.eye(3, dtype=np.float32), scene.mat)
    return Parts(meshes, dataid, pos, quaternions(mat)[row], scale, row)


def _arrows(kind: np.ndarray) -> np.ndarray:
    return np.flatnonzero((kind == Shape.ARROW) | (kind == Shape.ARROW2))


def _fill_sizes(kind: np.ndarray, size: np.ndarray, extent: float) -> None:
    """Sizes of what has none of its own: meshes, infinite planes, lines; triangles are left to their edges."""
    size[np.isin(kind, DATA_SHAPES)] = 1.0
    planes = kind == Shape.PLANE
    size[planes, 2] = 1.0
    size[planes] = np.where(size[planes] <= 0, PLANE_REACH * extent, size[planes])
    lines = kind == Shape.LINE
    size[lines, :2] = LINE_WIDTH * extent  # that of a scene is in pixels
    size[kind == Shape.TRIANGLE] = 0.0


def part_mesh(m: Model, mesh: int, dataid: int) -> Vertices:
    """The unit mesh of a part."""
    if mesh == HEAD:
        return _head(triangles(m, Shape.ARROW))
    shape = triangles(m, mesh, dataid)
    return shape.of_size(np.ones(3))


def _head(arrow: Triangles) -> Vertices:
    """The head of an arrow whose shaft has radius 1, at its foot."""
    first = np.flatnonzero(np.hypot(arrow.scaled[:, 0], arrow.scaled[:, 1]) > 1.5)[0]  # heads are wider than shafts
    points = arrow.scaled[first:] * np.array((1, 1, 0), np.float32)
    points[:, 2] = arrow.radial[first:]
    faces = arrow.faces[(arrow.faces >= first).all(axis=1)] - first
    return Vertices(points, arrow.normals[first:], None, faces)


def quaternions(matrices: np.ndarray) -> np.ndarray:
    """Quaternions (n, 4), w not negative, of rotation matrices (n, 3, 3).

    Of the four ways to write each, that with the largest leading element is taken.
    """
    R = matrices
    xx, yy, zz = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    wx, wy, wz = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    xy, xz, yz = R[:, 0, 1] + R[:, 1, 0], R[:, 0, 2] + R[:, 2, 0], R[:, 1, 2] + R[:, 2, 1]
    four = np.array(  # 4 q qᵀ
        (
            (1 + xx + yy + zz, wx, wy, wz),
            (wx, 1 + xx - yy - zz, xy, xz),
            (wy, xy, 1 + yy - xx - zz, yz),
            (wz, xz, yz, 1 + zz - xx - yy),
        )
    )
    lead = np.argmax(np.einsum("iin->in", four), axis=0)
    q = four[lead, :, np.arange(len(R))]
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    return np.where(q[:, :1] < 0, -q, q)
