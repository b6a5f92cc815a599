"""What a replay tells of a model: its bodies, their fields and joints, and what can be plotted."""

from typing import Any

import numpy as np

from knuckle.memory.shown import shown
from knuckle.model.model import Model
from knuckle.schema.enums import JointType

NQ = {JointType.FREE: 7, JointType.BALL: 4, JointType.SLIDE: 1, JointType.HINGE: 1}
NV = {JointType.FREE: 6, JointType.BALL: 3, JointType.SLIDE: 1, JointType.HINGE: 1}


def bodies(m: Model) -> list[dict[str, Any]]:
    """One entry for each body, in order."""
    return [_body(m, b) for b in range(m.nbody)]


def _body(m: Model, b: int) -> dict[str, Any]:
    view = m.body(b)
    fields = {name: _text(getattr(view, name)) for name in dir(view) if name not in ("id", "name")}
    first, count = int(m.body_jntadr[b]), int(m.body_jntnum[b])
    geoms = range(int(m.body_geomadr[b]), int(m.body_geomadr[b]) + int(m.body_geomnum[b]))
    names = m.names("geom")
    if len(geoms):
        fields["geoms"] = ", ".join(names[g] or str(g) for g in geoms)
    return {
        "name": m.names("body")[b] or f"body {b}",
        "parent": int(m.body_parentid[b]),
        "moving": b - 1,  # its row among the recorded poses: those of all bodies but the world
        "joints": [_joint(m, j) for j in range(first, first + count)] if first >= 0 else [],
        "fields": fields,
    }


def _joint(m: Model, j: int) -> dict[str, Any]:
    kind = JointType(int(m.jnt_type[j]))
    return {
        "name": f"{m.names('joint')[j] or j} ({kind.name.lower()})",
        "qposadr": int(m.jnt_qposadr[j]),
        "dofadr": int(m.jnt_dofadr[j]),
        "nq": NQ[kind],
        "nv": NV[kind],
    }


def _text(value: object) -> str:
    return shown(value.ravel() if isinstance(value, np.ndarray) else value)


def camera(m: Model) -> dict[str, Any]:
    """Where the replay looks from at first: the model's own setting."""
    settings = m.vis.global_
    return {
        "azimuth": float(np.radians(settings.azimuth)),
        "elevation": float(np.radians(settings.elevation)),
        "distance": 1.5 * float(m.stat.extent),
        "lookat": [float(x) for x in m.stat.center],
        "fovy": float(np.radians(settings.fovy)),
    }


def light_direction(m: Model) -> list[float]:
    """The direction of the light that casts shadows: that of the first light of the model, if it shines down."""
    for direction in m.light_dir:
        length = float(np.linalg.norm(direction))
        if length > 0 and direction[2] < -0.3 * length:
            return [float(x) / length for x in direction]
    return [0.32, 0.24, -0.917]
