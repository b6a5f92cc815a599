"""Marks of frames, cameras, lights, range finders and equality constraints."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.elements import visible
from knuckle.scene.enums import Category, Frame, Shape, VisFlag
from knuckle.scene.frames import pointing
from knuckle.scene.frusta import LINE_WIDTH, frustum_rows, has_frustum
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import EqType, ObjType, SensorType

AXIS = 0.9  # brightness of the colours of axes
SHARES = {Frame.WORLD: 2.0, Frame.CONTACT: 0.5}  # sizes of frames, in those of bodies
NEEDED = {Frame.CAMERA: VisFlag.CAMERA, Frame.LIGHT: VisFlag.LIGHT}  # frames that are shown with their marks alone
LIGHT_GAP = 1e-4  # from a light to its mark [m]
FAINT = 0.3  # alpha of a camera within its frustum
DARKER = (0.5, 0.5, 0.5, 1.0)  # lenses beside cameras


def frame_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Three cylinders, red, green and blue, along the axes of the chosen frames."""
    needed = NEEDED.get(option.frame)
    if option.frame == Frame.NONE or (needed is not None and not option.flags[needed]):
        return []
    pos, mat, ids = _frames(m, d, option)
    count = len(ids)
    if not count:
        return []
    share = SHARES.get(option.frame, 1.0) * m.stat.meansize
    length, width = share * m.vis.scale.framelength, share * m.vis.scale.framewidth
    axes = np.swapaxes(mat.reshape(-1, 3, 3), 1, 2).reshape(-1, 3)  # the columns of each frame, one after the other
    return [
        rows(
            3 * count,
            kind=Shape.CYLINDER,
            size=(width, width, 0.5 * length),
            pos=np.repeat(pos, 3, axis=0) + 0.5 * length * axes,
            mat=pointing(axes),
            rgba=np.tile(np.c_[AXIS * np.eye(3), np.ones(3)], (count, 1)),
            objid=np.repeat(ids, 3),
            category=Category.DECOR,
        )
    ]


def _frames(m: Model, d: Data, option: SceneOption) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, matrices and numbers of what has its frame shown."""
    if option.frame == Frame.WORLD:
        return np.zeros((1, 3)), np.eye(3)[None], np.zeros(1, int)
    if option.frame == Frame.CONTACT:
        contact_axes = np.swapaxes(d.contact.frame.reshape(-1, 3, 3), 1, 2)
        return d.contact.pos, contact_axes, np.arange(d.ncon)
    if option.frame == Frame.LIGHT:
        return d.light_xpos, pointing(d.light_xdir), np.arange(m.nlight)
    kind, first = {Frame.BODY: ("x", 1), Frame.CAMERA: ("cam_x", 0)}.get(option.frame, (f"{option.frame}_x", 0))
    pos, mat = getattr(d, f"{kind}pos"), getattr(d, f"{kind}mat").reshape(-1, 3, 3)
    chosen = np.arange(first, len(pos))
    if option.frame in (Frame.GEOM, Frame.SITE):
        groups = getattr(m, f"{option.frame}_group")
        shown = visible(groups, getattr(option, f"{option.frame}group"))
        chosen = np.flatnonzero(shown & (getattr(m, f"{option.frame}_rgba")[:, 3] > 0))
    return pos[chosen], mat[chosen], chosen


def instrument_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Cameras, lights, rays of range finders, and anchors of equality constraints."""
    blocks = []
    for flag, make in MARKS.items():
        if option.flags[flag]:
            blocks += make(m, d)
    return blocks


def _cameras(m: Model, d: Data) -> list[Block]:
    """A box with a lens in front of it; where a camera has a frustum, this and a fainter box."""
    size, mat = m.vis.scale.camera * m.stat.meansize, d.cam_xmat.reshape(-1, 3, 3)
    look = {"mat": mat, "objtype": ObjType.CAMERA, "objid": np.arange(m.ncam), "category": Category.DECOR}
    bright = np.tile(np.array(m.vis.rgba.camera), (m.ncam, 1))
    seen = has_frustum(m)
    bright[seen, 3] = FAINT
    boxes = {"kind": Shape.BOX, "size": (size, 0.8 * size, 0.4 * size), "pos": d.cam_xpos, "rgba": bright}
    lenses = {"kind": Shape.CYLINDER, "size": (0.4 * size, 0.4 * size, 0.3 * size), "rgba": bright * DARKER}
    front = d.cam_xpos - 0.6 * size * mat[:, :, 2]
    frusta = [block for c in np.flatnonzero(seen).tolist() for block in frustum_rows(m, d, c)]
    return [*frusta, rows(m.ncam, **boxes, **look), rows(m.ncam, **lenses, pos=front, **look)]


def _lights(m: Model, d: Data) -> list[Block]:
    """Cylinders that end where the light comes from."""
    size = m.vis.scale.light * m.stat.meansize
    look = {
        "rgba": m.vis.rgba.light,
        "objtype": ObjType.LIGHT,
        "objid": np.arange(m.nlight),
        "category": Category.DECOR,
    }
    place = {"pos": d.light_xpos - (size + LIGHT_GAP) * d.light_xdir, "mat": pointing(d.light_xdir)}
    return [rows(m.nlight, kind=Shape.CYLINDER, size=(0.8 * size, 0.8 * size, size), **place, **look)]


def _rays(m: Model, d: Data) -> list[Block]:
    """Lines from the sites of range finders to what they see."""
    blocks = []
    for s in np.flatnonzero(m.sensor_type == SensorType.RANGEFINDER):
        distance, site = float(d.sensordata[m.sensor_adr[s]]), int(m.sensor_objid[s])
        if m.sensor_objtype[s] != ObjType.SITE or m.sensor_dim[s] != 1 or distance < 0:
            continue
        place = {"pos": d.site_xpos[site], "mat": d.site_xmat[site].reshape(3, 3)}
        look = {"rgba": m.vis.rgba.rangefinder, "objtype": ObjType.SENSOR, "objid": s, "category": Category.DECOR}
        blocks.append(rows(1, kind=Shape.LINE, size=(LINE_WIDTH, LINE_WIDTH, distance), **place, **look))
    return blocks


def _equalities(m: Model, d: Data) -> list[Block]:
    """Spheres at the two anchors of every connection and weld: they lie in each other where it holds."""
    ids, first, second = [], [], []
    for e in range(m.neq):
        if m.eq_type[e] not in (EqType.CONNECT, EqType.WELD) or not d.eq_active[e]:
            continue
        a, b = anchors(m, d, e)
        ids.append(e)
        first.append(a)
        second.append(b)
    size = m.vis.scale.constraint * m.stat.meansize
    look = {"kind": Shape.SPHERE, "size": size, "objtype": ObjType.EQUALITY, "objid": ids, "category": Category.DECOR}
    parts = ((first, m.vis.rgba.connect), (second, m.vis.rgba.constraint))
    return [rows(len(ids), pos=np.array(points), rgba=colour, **look) for points, colour in parts if ids]


def anchors(m: Model, d: Data, e: int) -> tuple[np.ndarray, np.ndarray]:
    """The two points of the world that a connection or a weld holds together."""
    first, second, data = int(m.eq_obj1id[e]), int(m.eq_obj2id[e]), m.eq_data[e]
    if m.eq_objtype[e] == ObjType.SITE:
        return d.site_xpos[first], d.site_xpos[second]
    a, b = (data[0:3], data[3:6]) if m.eq_type[e] == EqType.CONNECT else (data[3:6], data[0:3])
    return _in_world(d, first, a), _in_world(d, second, b)


def _in_world(d: Data, body: int, point: np.ndarray) -> np.ndarray:
    return d.xpos[body] + d.xmat[body].reshape(3, 3) @ point


MARKS = {
    VisFlag.CAMERA: _cameras,
    VisFlag.LIGHT: _lights,
    VisFlag.CONSTRAINT: _equalities,
    VisFlag.RANGEFINDER: _rays,
}
