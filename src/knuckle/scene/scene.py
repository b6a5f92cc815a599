"""The table of drawables, and how it is put together."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from knuckle.scene.camera import View
    from knuckle.scene.labels import Text
    from knuckle.scene.lights import Light

# columns of the table: type, shape of one row, value where nothing is said
COLUMNS: dict[str, tuple[Any, tuple[int, ...], Any]] = {
    "kind": (np.int32, (), 0),
    "size": (np.float32, (3,), 0.0),
    "pos": (np.float32, (3,), 0.0),
    "mat": (np.float32, (3, 3), np.eye(3, dtype=np.float32)),
    "rgba": (np.float32, (4,), (0.5, 0.5, 0.5, 1.0)),
    "emission": (np.float32, (), 0.0),
    "specular": (np.float32, (), 0.5),
    "shininess": (np.float32, (), 0.5),
    "reflectance": (np.float32, (), 0.0),
    "texid": (np.int32, (), -1),
    "texrepeat": (np.float32, (2,), 1.0),
    "texuniform": (np.bool_, (), False),
    "matid": (np.int32, (), -1),
    "dataid": (np.int32, (), -1),
    "objtype": (np.int32, (), 0),
    "objid": (np.int32, (), -1),
    "category": (np.int32, (), 0),
}


@dataclass(slots=True)
class Scene:
    """Everything that one picture shows: a table with one row for each drawable, the lights, the labels, and the view
    of the camera.

    `kind` is a Shape; `size` are its half extents, as of geoms (radius, radius, half length; of an arrow radius,
    radius, length); `pos` and `mat` its frame in the world, whose columns are its axes. `objtype` and `objid` say which
    element of the model it stands for (ObjType), `category` where it comes from (Category). `dataid` is twice the
    number of a mesh, plus 1 for its convex hull, or the number of a height field. `texid` is a texture of the model or
    -1. The number of a row is its segmentation id.
    """

    kind: np.ndarray
    size: np.ndarray
    pos: np.ndarray
    mat: np.ndarray
    rgba: np.ndarray
    emission: np.ndarray
    specular: np.ndarray
    shininess: np.ndarray
    reflectance: np.ndarray
    texid: np.ndarray
    texrepeat: np.ndarray
    texuniform: np.ndarray
    matid: np.ndarray
    dataid: np.ndarray
    objtype: np.ndarray
    objid: np.ndarray
    category: np.ndarray
    lights: "list[Light]" = field(default_factory=list)
    labels: "list[Text]" = field(default_factory=list)
    view: "View | None" = None

    @property
    def ngeom(self) -> int:
        """How many drawables there are."""
        return len(self.kind)

    def __repr__(self) -> str:
        return f"Scene of {self.ngeom} drawables and {len(self.lights)} lights"


Block = dict[str, Any]  # columns of some rows; what is left out has its usual value


def rows(count: int, **columns: Any) -> Block:
    """A block of so many rows; a column may be one value for all."""
    return {"count": count, **columns}


def table(blocks: list[Block]) -> Scene:
    """The scene of all blocks, in order."""
    blocks = [block for block in blocks if block["count"]]
    total = sum(block["count"] for block in blocks)
    columns: dict[str, Any] = {}
    for name, (dtype, shape, usual) in COLUMNS.items():
        column = np.empty((total, *shape), dtype)
        start = 0
        for block in blocks:
            column[start : start + block["count"]] = block.get(name, usual)
            start += block["count"]
        columns[name] = column
    return Scene(**columns)
