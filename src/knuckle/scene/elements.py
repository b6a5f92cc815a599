"""Drawables of geoms and sites."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.enums import Category, VisFlag
from knuckle.scene.islands import paint_islands
from knuckle.scene.option import NGROUP, SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import ConstraintType, GeomType, ObjType, TextureRole

USUAL_RGBA = np.array((0.5, 0.5, 0.5, 1.0), np.float32)  # of an element that says nothing: its material's counts


def visible(groups: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Whether the group of each element is among the chosen ones; groups beyond the last count as the nearest."""
    return chosen[np.clip(groups, 0, NGROUP - 1)] != 0


def materials(m: Model, matid: np.ndarray, rgba: np.ndarray, textured: bool) -> Block:
    """Columns of the surface: an element's own colour counts, unless it is the usual one and there is a material."""
    rgba = np.array(rgba, np.float32)
    block: Block = {"matid": matid, "rgba": rgba}
    have = matid >= 0
    if not have.any():
        return block
    _check_ids(matid, m.nmat, "a material")
    index = np.where(have, matid, 0)
    plain = have & (rgba == USUAL_RGBA).all(axis=1)
    rgba[plain] = m.mat_rgba[index[plain]]
    for name, usual in (("emission", 0.0), ("specular", 0.5), ("shininess", 0.5), ("reflectance", 0.0)):
        block[name] = np.where(have, getattr(m, f"mat_{name}")[index], usual)
    block["texrepeat"] = np.where(have[:, None], m.mat_texrepeat[index], 1.0)
    block["texuniform"] = have & (m.mat_texuniform[index] != 0)
    if textured:
        of_material = m.mat_texid.reshape(m.nmat, -1)
        colour = np.where(
            of_material[:, TextureRole.RGB] >= 0, of_material[:, TextureRole.RGB], of_material[:, TextureRole.RGBA]
        )
        _check_ids(colour, m.ntex, "a texture")
        block["texid"] = np.where(have, colour[index], -1)
    return block


def _check_ids(ids: np.ndarray, count: int, what: str) -> None:
    """ValueError where someone wrote the number of something that the model does not have."""
    if ids.size and ids.max() >= count:
        raise ValueError(f"expected the number of {what}, -1 to {count - 1}, found {ids.max()}")


def mix_in_violation(m: Model, d: Data, kind: ConstraintType, rgba: np.ndarray) -> None:
    """Give elements beyond their limits the colour of violated constraints, by the impedance of their limits."""
    beyond = (d.efc_type == kind) & (d.efc_pos < 0)
    if beyond.any():
        ids, share = d.efc_id[beyond], d.efc_KBIP.reshape(-1, 4)[beyond, 2][:, None]
        rgba[ids] = (1 - share) * rgba[ids] + share * m.vis.rgba.constraint


def extents(kind: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Half extents along three axes, from the sizes of geoms: a radius counts for all the axes that it is for."""
    size = np.array(size)
    sphere = kind == GeomType.SPHERE
    size[sphere] = size[sphere, :1]
    barrel = (kind == GeomType.CAPSULE) | (kind == GeomType.CYLINDER)
    size[barrel] = size[barrel][:, (0, 0, 1)]
    return size


def categories(m: Model, bodies: np.ndarray) -> np.ndarray:
    """Whether each body is fixed to the world."""
    return np.where(m.body_weldid[bodies] == 0, Category.STATIC, Category.DYNAMIC)


def geom_rows(m: Model, d: Data, option: SceneOption) -> Block:
    """All geoms whose group is visible."""
    return _element_rows(m, d, option, "geom", ObjType.GEOM)


def site_rows(m: Model, d: Data, option: SceneOption) -> Block:
    """All sites whose group is visible."""
    return _element_rows(m, d, option, "site", ObjType.SITE)


def _element_rows(m: Model, d: Data, option: SceneOption, element: str, objtype: ObjType) -> Block:
    """The geoms or sites that are shown: fields of both have the same names behind that of the element."""
    bodies, size, kinds = (getattr(m, f"{element}_{name}") for name in ("bodyid", "size", "type"))
    category = categories(m, bodies)
    shown = visible(getattr(m, f"{element}_group"), getattr(option, f"{element}group"))
    if not option.flags[VisFlag.STATIC]:
        shown &= category != Category.STATIC
    textured = bool(option.flags[VisFlag.TEXTURE])
    surface = materials(m, getattr(m, f"{element}_matid"), getattr(m, f"{element}_rgba"), textured)
    if objtype == ObjType.GEOM and option.flags[VisFlag.ISLAND]:
        paint_islands(m, d, bodies, surface)
    if option.flags[VisFlag.TRANSPARENT]:
        surface["rgba"][category == Category.DYNAMIC, 3] *= m.vis.map.alpha
    shown &= surface["rgba"][:, 3] > 0
    chosen = np.flatnonzero(shown)
    columns = {name: column[chosen] for name, column in surface.items()}
    if objtype == ObjType.GEOM:
        columns["dataid"] = _shape_data(m, option, chosen)
    return rows(
        len(chosen),
        kind=kinds[chosen],
        size=extents(kinds[chosen], size[chosen]),
        pos=getattr(d, f"{element}_xpos")[chosen],
        mat=getattr(d, f"{element}_xmat").reshape(-1, 3, 3)[chosen],
        objtype=objtype,
        objid=chosen,
        category=category[chosen],
        **columns,
    )


def _shape_data(m: Model, option: SceneOption, geoms: np.ndarray) -> np.ndarray:
    """Twice the number of a mesh, plus 1 where its hull is shown; the number of a height field; else -1."""
    data = np.array(m.geom_dataid[geoms])
    mesh = (m.geom_type[geoms] == GeomType.MESH) | (m.geom_type[geoms] == GeomType.SDF)
    hulls = np.zeros(len(geoms), bool)
    if option.flags[VisFlag.CONVEXHULL] and mesh.any():
        collides = (m.geom_contype[geoms] != 0) | (m.geom_conaffinity[geoms] != 0)
        hulls[mesh] = collides[mesh] & (m.mesh_graphadr[data[mesh]] >= 0)
    data[mesh] = 2 * data[mesh] + hulls[mesh]
    return data
