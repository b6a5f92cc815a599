"""Drawables of spatial tendons: capsules along their paths, arcs around what they wrap, catenaries where they are
slack.
"""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.catenary import catenary
from knuckle.scene.elements import materials, mix_in_violation, visible
from knuckle.scene.enums import Category, Shape, VisFlag
from knuckle.scene.frames import bars
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import ConstraintType, GeomType, ObjType, TrnType

PULLEY = -2  # in wrap_obj
ARC = 0.113  # the angle of one straight piece of an arc, about [rad]


def tendon_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Spatial tendons whose group is visible."""
    if not m.ntendon or not option.flags[VisFlag.TENDON]:
        return []
    surface = materials(m, m.tendon_matid, m.tendon_rgba, False)
    mix_in_violation(m, d, ConstraintType.LIMIT_TENDON, surface["rgba"])
    if option.flags[VisFlag.TRANSPARENT]:
        surface["rgba"][:, 3] *= m.vis.map.alpha
    shown = visible(m.tendon_group, option.tendongroup) & (surface["rgba"][:, 3] > 0) & (d.ten_wrapnum > 0)
    blocks = []
    for t in np.flatnonzero(shown).tolist():
        look = {name: column[t] for name, column in surface.items()}
        look |= {"objtype": ObjType.TENDON, "objid": t, "category": Category.DYNAMIC}
        blocks += tendon_capsules(m, d, t, float(m.tendon_width[t]), look)
    return blocks


def tendon_capsules(m: Model, d: Data, tendon: int, width: float, look: Block) -> list[Block]:
    """Capsules along the path of a tendon."""
    blocks = []
    for path in tendon_paths(m, d, tendon):
        if len(path) > 1:
            blocks.append(rows(len(path) - 1, kind=Shape.CAPSULE, **bars(path[:-1], path[1:], width), **look))
    return blocks


def tendon_paths(m: Model, d: Data, tendon: int) -> list[np.ndarray]:
    """The points of a tendon, one array for each part between pulleys, with arcs around wrapping geoms."""
    first, count = int(d.ten_wrapadr[tendon]), int(d.ten_wrapnum[tendon])
    points = np.array(d.wrap_xpos).reshape(-1, 3)[first : first + count]
    objects = np.array(d.wrap_obj).ravel()[first : first + count]
    if (slack := _slack_length(m, tendon)) > 0 and count == 2 and np.linalg.norm(points[1] - points[0]) < slack:
        return [catenary(points[0], points[1], slack, np.array(m.opt.gravity), m.vis.quality.numslices)]
    paths: list[list[np.ndarray]] = []
    path: list[np.ndarray] = []
    for i in range(count):
        if objects[i] == PULLEY:
            paths.append(path)
            path = []
            continue
        if path and objects[i] >= 0 and objects[i] == objects[i - 1]:
            path += _arc(m, d, int(objects[i]), points[i - 1], points[i], points[i - 2] if i > 1 else points[i - 1])
        path.append(points[i])
    return [np.array(part) for part in (*paths, path) if part]


def _slack_length(m: Model, tendon: int) -> float:
    """The length of a cable: a tendon of two points without an actuator, free from 0 to that length; else 0."""
    driven = (m.actuator_trntype == TrnType.TENDON) & (m.actuator_trnid.reshape(-1, 2)[:, 0] == tendon)
    if driven.any() or m.tendon_num[tendon] != 2:
        return 0.0
    spring, limits = m.tendon_lengthspring[tendon], m.tendon_range[tendon]
    if m.tendon_limited[tendon] and limits[0] == 0 and limits[1] > 0:
        return float(limits[1])
    if m.tendon_stiffness[tendon] > 0 and spring[0] == 0 and spring[1] > 0:
        return float(spring[1])
    return 0.0


def _arc(m: Model, d: Data, geom: int, start: np.ndarray, end: np.ndarray, before: np.ndarray) -> list[np.ndarray]:
    """Points between start and end on a sphere or cylinder, in the sense in which the path arrives."""
    frame, centre = d.geom_xmat[geom].reshape(3, 3), d.geom_xpos[geom]
    a, b, incoming = (start - centre) @ frame, (end - centre) @ frame, (start - before) @ frame
    if m.geom_type[geom] == GeomType.SPHERE:
        normal = np.cross(a, b)
        if np.linalg.norm(normal) < 1e-12:
            return []
        axis = normal / np.linalg.norm(normal)
    else:
        axis = np.array((0.0, 0.0, 1.0))
    along_a, along_b = a @ axis, b @ axis
    flat_a, flat_b = a - along_a * axis, b - along_b * axis
    side = np.cross(axis, flat_a)
    angle = np.arctan2(flat_b @ side, flat_b @ flat_a)
    sense = np.sign(incoming @ side)
    if sense * angle < 0 and abs(angle) > 1e-6:
        angle += sense * 2 * np.pi
    share = np.arange(1, max(1, int(abs(angle) / ARC)))[:, None] / max(1, int(abs(angle) / ARC))
    local = (
        np.cos(share * angle) * flat_a + np.sin(share * angle) * side + (along_a + share * (along_b - along_a)) * axis
    )
    return list(local @ frame.T + centre)
