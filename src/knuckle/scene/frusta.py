"""What cameras of the model see, as frusta: of those cameras that have a resolution."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.camera import fixed_view
from knuckle.scene.enums import Category, Shape
from knuckle.scene.frames import pointing
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import ObjType

LINE_WIDTH = 3.0  # [pixels]


def has_frustum(m: Model) -> np.ndarray:
    """Whether each camera has a resolution, and so a frustum that is shown."""
    return (m.cam_resolution > 1).any(axis=1)


def frustum_rows(m: Model, d: Data, camera: int) -> list[Block]:
    """The four sides of a frustum, two triangles each, and its edges."""
    near, far = frustum_corners(m, d, camera)
    look = {"rgba": m.vis.rgba.frustum, "objtype": ObjType.CAMERA, "objid": camera, "category": Category.DECOR}
    blocks = []
    for k in range(4):
        a, b, A, B = near[k], near[(k + 1) % 4], far[k], far[(k + 1) % 4]
        blocks += [_triangle(a, A, b, look), _triangle(A, B, b, look)]
        blocks.append(_lines(np.array((a, A, a)), np.array((b, B, A)), look))
    return blocks


def frustum_corners(m: Model, d: Data, camera: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners (4, 3) at the near and the far end, from the lower left one on, against the clock.

    It ends `vis.scale.frustum` mean sizes away; an orthographic one is as long as it is wide and high in the mean of
    its half sides.
    """
    view = fixed_view(m, d, camera, float(m.vis.map.znear * m.stat.extent), 1.0)
    width, height = m.cam_resolution[camera]
    left, right, bottom, top = view.edges(width / height)
    if view.orthographic:
        reach, spread = 0.25 * (right - left + top - bottom), 1.0
    else:
        bottom, top = -top, -bottom  # MuJoCo draws the principal point of a sensor on the other side than it looks
        reach = float(m.vis.scale.frustum * m.stat.meansize)
        spread = reach / view.near
    place = np.array(((left, bottom), (right, bottom), (right, top), (left, top))) @ np.stack((view.right, view.up))
    return view.pos + place + view.near * view.forward, view.pos + spread * place + reach * view.forward


def _triangle(corner: np.ndarray, first: np.ndarray, second: np.ndarray, look: Block) -> Block:
    """A triangle by its corners: the columns of `mat` run along two of its edges and across it."""
    edges = np.array((first - corner, second - corner))
    across = np.cross(*edges)
    size = np.linalg.norm((*edges, across), axis=1)
    mat = (np.array((*edges, across)) / np.maximum(size, 1e-15)[:, None]).T
    return rows(1, kind=Shape.TRIANGLE, size=size, pos=corner, mat=mat, **look)


def _lines(start: np.ndarray, end: np.ndarray, look: Block) -> Block:
    length = np.linalg.norm(end - start, axis=1)
    size = np.stack((np.full(len(start), LINE_WIDTH), np.full(len(start), LINE_WIDTH), length), axis=1)
    mat = pointing((end - start) / np.maximum(length, 1e-15)[:, None])
    return rows(len(start), kind=Shape.LINE, size=size, pos=start, mat=mat, **look)
