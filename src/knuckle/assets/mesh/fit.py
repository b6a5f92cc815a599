"""Primitive shapes fitted to meshes, by their inertia or by their bounding boxes."""

from knuckle.assets.mesh.build import Mesh
from knuckle.hostmath.rotation import ORIGIN, Vector
from knuckle.schema.enums import GeomType

FITTED = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX)


def fitted_size(kind: GeomType, mesh: Mesh, by_box: bool, fitscale: float) -> tuple[Vector, Vector]:
    """Size of the shape that stands for a mesh, and the offset of its centre in the frame of the mesh.

    By inertia, the solid box of equal inertia sets the mean radius; by box, the largest one.
    """
    if by_box:
        size, offset = _around_box(kind, *mesh.box[3:]), mesh.box[:3]
    else:
        size, offset = _of_equal_inertia(kind, *mesh.fitted_box), ORIGIN
    return tuple(fitscale * value for value in size), offset


def _of_equal_inertia(kind: GeomType, x: float, y: float, z: float) -> Vector:
    r = 0.5 * (x + y)
    match kind:
        case GeomType.SPHERE:
            return ((x + y + z) / 3, 0.0, 0.0)
        case GeomType.CAPSULE:
            return (r, max(0.0, z - 0.5 * r), 0.0)
        case GeomType.CYLINDER:
            return (r, z, 0.0)
    return (x, y, z)


def _around_box(kind: GeomType, x: float, y: float, z: float) -> Vector:
    r = max(x, y)
    match kind:
        case GeomType.SPHERE:
            return (max(x, y, z), 0.0, 0.0)
        case GeomType.CAPSULE:
            return (r, max(0.0, z - r), 0.0)
        case GeomType.CYLINDER:
            return (r, z, 0.0)
    return (x, y, z)
