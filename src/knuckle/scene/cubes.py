"""Cube textures as flat ones, for those who draw meshes with texture coordinates alone.

The six faces lie one below the other in one picture, each with a border that repeats its edge. A point of a drawable
sees the face of the axis along which its direction r is longest:

    (u, v) = ½ (1 + (r·across, r·down) / |r·axis|)

This is not linear over a triangle. So triangles are cut into four until their corners lie on one face and their
coordinates are nearly linear, which they are at once on the faces of a box.
"""

import numpy as np

from knuckle.scene.shapes import Vertices

FACES = 6
BORDER = 4  # pixels
ROUNDS = 5  # of cutting
MOST_TRIANGLES = 60_000  # beyond, triangles are small already
TOLERANCE = 0.01  # of a coordinate in the middle of an edge
# of the faces +x −x +y −y +z −z: which way the columns of the picture run, and which way its rows
ACROSS = np.array(((0, 0, -1), (0, 0, 1), (1, 0, 0), (1, 0, 0), (1, 0, 0), (-1, 0, 0)), float)
DOWN = np.array(((0, -1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (0, -1, 0)), float)


def atlas(pixels: np.ndarray) -> np.ndarray:
    """The faces (6 side, side, channels) of a cube with their borders, one below the other."""
    height, width, _ = pixels.shape
    faces = [pixels] * FACES if height == width else np.split(pixels, FACES)
    border = ((BORDER, BORDER), (BORDER, BORDER), (0, 0))
    return np.concatenate([np.pad(face, border, mode="edge") for face in faces])


def unfolded(mesh: Vertices, directions: np.ndarray, side: int) -> tuple[Vertices, np.ndarray]:
    """A mesh whose corners have the directions (n, 3), cut so that an atlas of faces of that side can be put on.

    Returns its triangles, which share no corners, and the texture coordinates (n, 2).
    """
    index = mesh.faces.reshape(-1, 3)
    corners = np.concatenate((mesh.points[index], mesh.normals[index], directions[index]), axis=2).astype(float)
    done = []
    for _ in range(ROUNDS):
        coarse = _is_coarse(corners[:, :, 6:])
        if not coarse.any() or len(corners) > MOST_TRIANGLES:
            break
        done.append(corners[~coarse])
        corners = _cut(corners[coarse])
    corners = np.concatenate((*done, corners))
    face = _face(corners[:, :, 6:])
    within = np.clip(_coordinates(corners[:, :, 6:], face), 0.0, 1.0)
    whole = side + 2 * BORDER
    inside = (BORDER + within * side) / whole
    inside[:, :, 1] = (inside[:, :, 1] + face[:, None]) / FACES
    flat = corners.reshape(-1, 9).astype(np.float32)
    triangles = np.arange(len(flat), dtype=np.int32).reshape(-1, 3)
    coordinates = inside.reshape(-1, 2).astype(np.float32)
    return Vertices(flat[:, :3], flat[:, 3:6], coordinates, triangles), coordinates


def _face(directions: np.ndarray) -> np.ndarray:
    """The face that the middle of each triangle (n, 3, 3) sees."""
    middle = directions.mean(axis=1)
    axis = np.argmax(np.abs(middle), axis=1)
    return 2 * axis + (np.take_along_axis(middle, axis[:, None], axis=1)[:, 0] < 0)


def _coordinates(directions: np.ndarray, face: np.ndarray) -> np.ndarray:
    """Coordinates (n, 3, 2) of the corners on a face; beyond 0 and 1 where a corner sees another face."""
    depth = np.abs(np.take_along_axis(directions, (face // 2)[:, None, None], axis=2)[:, :, 0])
    depth = np.maximum(depth, 1e-12)
    across, down = (np.einsum("nci,ni->nc", directions, axes[face]) / depth for axes in (ACROSS, DOWN))
    return 0.5 + 0.5 * np.stack((across, down), axis=2)


def _is_coarse(directions: np.ndarray) -> np.ndarray:
    """Whether a triangle must be cut: a corner sees another face, or the middle of an edge is far from linear."""
    face = _face(directions)
    ends = _coordinates(directions, face)
    beyond = (np.abs(ends - 0.5) > 0.5 + TOLERANCE).any(axis=(1, 2))
    after = (1, 2, 0)
    middles = _coordinates(0.5 * (directions + directions[:, after]), face)
    bent = (np.abs(middles - 0.5 * (ends + ends[:, after])) > TOLERANCE).any(axis=(1, 2))
    return beyond | bent


def _cut(corners: np.ndarray) -> np.ndarray:
    """Each triangle as four, by the middles of its edges."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, bc, ca = 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)
    return np.concatenate(
        [np.stack(triple, axis=1) for triple in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
    )
