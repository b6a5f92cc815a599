"""What stays the same from picture to picture, so that only poses are sent: which instance is which element."""

from dataclasses import dataclass

import numpy as np

from knuckle.data.data import Data
from knuckle.scene.enums import Category
from knuckle.scene.parts import Parts
from knuckle.scene.scene import Scene
from knuckle.schema.enums import ObjType


@dataclass(slots=True)
class Layout:
    """Parts of a scene of geoms and sites alone: the element of each (geoms, then sites), and its offset along z."""

    element: np.ndarray
    along: np.ndarray

    def poses(self, d: Data) -> tuple[np.ndarray, np.ndarray]:
        """Positions and quaternions of all parts, as of now."""
        pos = np.concatenate((d.geom_xpos, d.site_xpos))[self.element]
        quat = np.concatenate((d.geom_xquat, d.site_xquat))[self.element]
        mat = np.concatenate((d.geom_xmat, d.site_xmat)).reshape(-1, 3, 3)[self.element]
        return (pos + mat[:, :, 2] * self.along[:, None]).astype(np.float32), quat.astype(np.float32)


def layout_of(scene: Scene, parts: Parts, d: Data) -> Layout | None:
    """The layout of a scene; None where it holds more than geoms and sites."""
    geom, site = scene.objtype == ObjType.GEOM, scene.objtype == ObjType.SITE
    if not (geom | site).all() or (scene.category == Category.DECOR).any() or (scene.objid < 0).any():
        return None
    element = np.where(geom, scene.objid, scene.objid + len(d.geom_xpos))
    along = np.einsum("ni,ni->n", parts.pos - scene.pos[parts.row], scene.mat[parts.row][:, :, 2])
    return Layout(element[parts.row], along)
