"""The drawables of a scene in the order in which they are drawn, packed for the graphics card.

Rows are sorted so that those of one shape and one texture lie side by side: each such run is one draw, and all draws
with one texture are one call.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.model.model import Model
from knuckle.render.geometry import Geometry, ShapeKey
from knuckle.scene.enums import Category, Shape
from knuckle.scene.scene import Scene
from knuckle.scene.textures import TextureType

INSTANCE = np.dtype(
    [
        *(("frame", "f4", 9), ("place", "f4", 3), ("size", "f4", 3), ("shrink", "f4", 3), ("rgba", "f4", 4)),
        *(("surface", "f4", 4), ("mapping", "f4", 4), ("segment", "f4")),
    ]
)
INSTANCE_FORMAT = "9f 3f 3f 3f 4f 4f 4f 1f /i"
COMMAND = np.dtype([("count", "u4"), ("instances", "u4"), ("first", "u4"), ("base", "u4"), ("start", "u4")])
MAPPINGS = ("none", "flat", "cube")
INFINITE = 1.5  # half size of an infinite plane, in distances of the far clipping plane


@dataclass(slots=True)
class Run:
    """Commands that one call draws: from `first` to `last`, with one texture and one way of mapping it."""

    first: int
    last: int
    texture: int
    mapping: str
    is_plane: bool
    blended: bool
    infinite: bool
    mirror: bool


@dataclass(slots=True)
class DrawList:
    """What the card needs of a scene: instances, commands, runs of commands, and which of them cast shadows."""

    instances: np.ndarray
    commands: np.ndarray
    runs: list[Run]
    casters: list[tuple[int, int]]  # ranges of commands
    mirror: int  # the row of the scene that reflects, -1 for none


def draw_list(scene: Scene, geometry: Geometry, m: Model, pixel: float, reflect: bool) -> DrawList:
    """Sort and pack a scene; `pixel` is the size of a pixel at distance 1, `reflect` whether there is a mirror."""
    kinds, data = scene.kind.astype(np.int64), np.where(scene.kind == Shape.PLANE, -1, scene.dataid).astype(np.int64)
    keys, shape = np.unique(kinds * (1 << 32) + data + 1, return_inverse=True)
    named = [(int(key >> 32), int(key & 0xFFFFFFFF) - 1) for key in keys]
    geometry.require(named, m)
    mapping = _mappings(scene, m.tex_type)
    plane = scene.kind == Shape.PLANE
    infinite = plane & (scene.size[:, 0] <= 0) | plane & (scene.size[:, 1] <= 0)
    mirror = _mirror(scene) if reflect else -1
    order, blended, caster, special = _order(scene, shape, mapping, plane, infinite, mirror)
    columns = np.stack(
        (shape, np.where(mapping > 0, scene.texid, -1), mapping, plane, blended, infinite, special, caster)
    )[:, order]
    breaks = np.flatnonzero((columns[:, 1:] != columns[:, :-1]).any(axis=0)) + 1
    starts = np.concatenate(([0], breaks)) if len(order) else np.zeros(0, int)
    ends = np.concatenate((breaks, [len(order)])) if len(order) else np.zeros(0, int)
    places = np.array([geometry.place(key) for key in named], np.uint32).reshape(-1, 2)
    commands = np.zeros(len(starts), COMMAND)
    heads = columns[:, starts]
    commands["first"], commands["count"] = places[heads[0], 0], places[heads[0], 1]
    commands["instances"], commands["start"] = ends - starts, starts
    instances = _pack(scene, order, mapping, named, shape, geometry, infinite, pixel)
    return DrawList(instances, commands, _runs(heads), _ranges(heads[7]), mirror)


def _mappings(scene: Scene, texture_types: np.ndarray) -> np.ndarray:
    """How each drawable takes its texture, as a place in MAPPINGS."""
    have = scene.texid >= 0
    if not have.any():
        return np.zeros(scene.ngeom, np.int64)
    flat = texture_types[np.maximum(scene.texid, 0)] == TextureType.TEXTURE_2D
    return np.where(have, np.where(flat, 1, 2), 0)


def _mirror(scene: Scene) -> int:
    """The first drawable that reflects: a plane or a box."""
    flat = (scene.kind == Shape.PLANE) | (scene.kind == Shape.BOX)
    found = np.flatnonzero(flat & (scene.reflectance > 0) & (scene.rgba[:, 3] >= 1))
    return int(found[0]) if len(found) else -1


def _order(
    scene: Scene, shape: np.ndarray, mapping: np.ndarray, plane: np.ndarray, infinite: np.ndarray, mirror: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The order of drawing (solid rows that cast shadows, other solid rows, then what is seen through from far to
    near).

    Also which rows are blended, which cast shadows, and which is the mirror.
    """
    view = scene.view
    assert view is not None
    behind = plane & (np.einsum("ij,ij->i", scene.mat[:, :, 2], view.pos - scene.pos) < 0)
    blended = (scene.rgba[:, 3] < 1) | behind
    special = np.zeros(scene.ngeom, bool)
    if mirror >= 0:
        special[mirror] = True
    caster = ~(plane | special) & (scene.category != Category.DECOR)
    depth = np.where(blended, -((scene.pos - view.pos) @ view.forward), 0.0)
    order = np.lexsort((shape, scene.texid, mapping, infinite, plane, special, depth, ~(caster | blended), blended))
    return order, blended, caster, special


def _ranges(chosen: np.ndarray) -> list[tuple[int, int]]:
    """Where an array is not zero, as ranges from first to last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], chosen != 0, [0]))))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _runs(heads: np.ndarray) -> list[Run]:
    """Commands side by side that differ in shape alone are one run."""
    runs: list[Run] = []
    last = None
    for i in range(heads.shape[1]):
        now = heads[1:7, i].tolist()
        if now == last:
            runs[-1].last = i + 1
            continue
        texture, mapping, plane, blended, infinite, special = now
        runs.append(
            Run(i, i + 1, texture, MAPPINGS[mapping], bool(plane), bool(blended), bool(infinite), bool(special))
        )
        last = now
    return runs


def _pack(
    scene: Scene,
    order: np.ndarray,
    mapping: np.ndarray,
    named: list[ShapeKey],
    shape: np.ndarray,
    geometry: Geometry,
    infinite: np.ndarray,
    pixel: float,
) -> np.ndarray:
    """The instances in the order of drawing."""
    view = scene.view
    assert view is not None
    fixed = np.array([geometry.shapes[key].fixed for key in named], bool)[shape] if named else np.zeros(0, bool)
    stretched = np.array([geometry.shapes[key].stretched for key in named], bool)[shape] if named else fixed
    size, pos = np.where(fixed[:, None], np.float32(1.0), scene.size), np.array(scene.pos)
    lines = scene.kind == Shape.LINE
    if lines.any():
        away = np.linalg.norm(scene.pos[lines] - view.pos, axis=1)
        size[lines, :2] *= 0.5 * pixel * (np.ones_like(away) if view.orthographic else away)[:, None]
    offset = np.zeros((scene.ngeom, 2), np.float32)
    for row in np.flatnonzero(infinite).tolist():
        size[row], pos[row], offset[row] = _endless(scene, row)
    packed = np.zeros(scene.ngeom, INSTANCE)
    packed["frame"] = np.swapaxes(scene.mat, 1, 2).reshape(-1, 9)
    packed["place"], packed["size"] = pos, size
    packed["shrink"] = np.where(stretched[:, None], np.maximum(size, 1e-12), 1.0)
    packed["rgba"] = np.clip(scene.rgba, 0.0, 1.0)
    packed["surface"] = np.stack((scene.emission, scene.specular, scene.shininess, scene.reflectance), axis=1)
    packed["mapping"] = _texture_scale(scene, mapping, size, infinite, offset)
    packed["segment"] = np.arange(1, scene.ngeom + 1)
    return packed[order]


def _endless(scene: Scene, row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(size, position, shift) of an infinite plane: a square under the camera, as far as it sees."""
    view, axes = scene.view, scene.mat[row].astype(float)
    assert view is not None
    size = np.array(scene.size[row], float)
    shift = (view.pos - scene.pos[row]) @ axes
    shift[2] = 0.0
    for axis in (0, 1):
        if size[axis] > 0:
            shift[axis] = 0.0
        else:
            size[axis] = INFINITE * view.far
    return size, scene.pos[row] + axes @ shift, shift[:2]


def _texture_scale(
    scene: Scene, mapping: np.ndarray, size: np.ndarray, infinite: np.ndarray, shift: np.ndarray
) -> np.ndarray:
    """How points become texture coordinates.

    Flat textures: `texrepeat` times over the drawable, or over one unit of length where `texuniform` says so; a
    drawable without an end counts as one of size 1. Cubes: the point itself, or that of the unit shape.
    """
    result = np.zeros((scene.ngeom, 4), np.float32)
    flat, cube = mapping == 1, mapping == 2
    extent = np.where((scene.kind == Shape.HFIELD)[:, None], scene.size, size)[:, :2]
    over = np.where(scene.texuniform[:, None] | infinite[:, None], extent, 1.0)
    result[flat, :2] = (scene.texrepeat * over)[flat]
    half = 0.5 * scene.texrepeat * (shift * (1.0, -1.0) - size[:, :2])
    result[:, 2:] = np.where((infinite & flat)[:, None], half, 0.0)
    unit = ~np.isin(scene.kind, (Shape.CAPSULE, Shape.PLANE)) & ~scene.texuniform
    result[cube, :3] = np.where(unit[:, None], 1.0 / np.maximum(size, 1e-12), 1.0)[cube]
    return result
