"""How far two convex shapes overlap along a direction, and which points they hold: by formulas of their own.

Shapes are geoms of the reference implementation, as it has placed them.
"""

import mujoco
import numpy as np

from knuckle.schema.enums import GeomType


class Shape:
    """One geom: `reach(n)` is the largest n · x over its points x, `outside(x)` how far a point is outside of it."""

    def __init__(self, m: mujoco.MjModel, d: mujoco.MjData, g: int):
        self.kind, self.size = GeomType(m.geom_type[g]), m.geom_size[g]
        self.pos, self.mat = d.geom_xpos[g], d.geom_xmat[g].reshape(3, 3)
        if self.kind == GeomType.MESH:
            mesh = m.geom_dataid[g]
            vertices, polygons = m.mesh_vertadr[mesh], m.mesh_polyadr[mesh]
            self.corners = m.mesh_vert[vertices : vertices + m.mesh_vertnum[mesh]].astype(float)
            self.normals = m.mesh_polynormal[polygons : polygons + m.mesh_polynum[mesh]]

    def reach(self, n: np.ndarray) -> float:
        return float(n @ self.pos + self._reach(self.mat.T @ n))

    def _reach(self, u: np.ndarray) -> float:
        r, h = self.size[0], self.size[1]
        return {
            GeomType.SPHERE: lambda: r * np.linalg.norm(u),
            GeomType.CAPSULE: lambda: r * np.linalg.norm(u) + h * abs(u[2]),
            GeomType.ELLIPSOID: lambda: np.linalg.norm(self.size * u),
            GeomType.CYLINDER: lambda: r * np.hypot(u[0], u[1]) + h * abs(u[2]),
            GeomType.BOX: lambda: self.size @ abs(u),
            GeomType.MESH: lambda: (self.corners @ u).max(),
        }[self.kind]()

    def outside(self, x: np.ndarray) -> float:
        """At most the distance of x from the shape, and 0 or less for points of it."""
        x = self.mat.T @ (x - self.pos)
        r, h = self.size[0], self.size[1]
        return float(
            {
                GeomType.SPHERE: lambda: np.linalg.norm(x) - r,
                GeomType.CAPSULE: lambda: np.linalg.norm(x - [0, 0, np.clip(x[2], -h, h)]) - r,
                GeomType.ELLIPSOID: lambda: (np.linalg.norm(x / self.size) - 1) * min(self.size),
                GeomType.CYLINDER: lambda: max(np.hypot(x[0], x[1]) - r, abs(x[2]) - h),
                GeomType.BOX: lambda: (abs(x) - self.size).max(),
                GeomType.MESH: lambda: (self.normals @ x - (self.corners @ self.normals.T).max(axis=0)).max(),
            }[self.kind]()
        )


def overlap(first: Shape, second: Shape, n: np.ndarray) -> float:
    """How far the second shape must move along a unit vector to be free of the first; negative where it is already."""
    return first.reach(n) + second.reach(-n)
