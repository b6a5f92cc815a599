"""Inertia of the shapes about their centre, solid or with all mass on the surface, for unit mass."""

from knuckle.compile.mass.shapes import area, volume
from knuckle.hostmath.rotation import Vector
from knuckle.schema.enums import GeomType

SHELL_THICKNESS = 1e-6  # of an ellipsoid's shell, which is the difference of two solids


def unit_inertia(kind: GeomType, size: Vector, shell: bool) -> Vector:
    """Diagonal inertia of one kilogram of the shape, in its own frame. [m²]"""
    x, y, z = size
    table = SHELL if shell else SOLID
    return table[kind](x, y, z) if kind in table else (0.0, 0.0, 0.0)


def _solid_sphere(r, _y, _z) -> Vector:
    return (0.4 * r * r,) * 3


def _solid_capsule(r, h, _z) -> Vector:
    """A cylinder and two half balls, which share the mass by volume."""
    ball = 4 * r / (4 * r + 6 * h)
    tube = 1 - ball
    H = 2 * h
    across = tube * (3 * r * r + H * H) / 12 + ball * (0.4 * r * r + H * (3 * r + 2 * H) / 8)
    return (across, across, tube * r * r / 2 + ball * 0.4 * r * r)


def _solid_cylinder(r, h, _z) -> Vector:
    across = (3 * r * r + 4 * h * h) / 12
    return (across, across, r * r / 2)


def _solid_ellipsoid(x, y, z) -> Vector:
    return ((y * y + z * z) / 5, (x * x + z * z) / 5, (x * x + y * y) / 5)


def _solid_box(x, y, z) -> Vector:
    return ((y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3)


def _shell_sphere(r, _y, _z) -> Vector:
    return (2 / 3 * r * r,) * 3


def _shell_capsule(r, h, _z) -> Vector:
    """A tube and two half spheres, which share the mass by area."""
    sphere = r / (r + h)
    tube = 1 - sphere
    across = sphere * (2 / 3 * r * r + h * h + h * r) + tube * (r * r / 2 + h * h / 3)
    return (across, across, sphere * 2 / 3 * r * r + tube * r * r)


def _shell_cylinder(r, h, _z) -> Vector:
    """A tube and two discs, which share the mass by area."""
    discs = r / (r + 2 * h)
    tube = 1 - discs
    across = discs * (r * r / 4 + h * h) + tube * (r * r / 2 + h * h / 3)
    return (across, across, discs * r * r / 2 + tube * r * r)


def _shell_ellipsoid(x, y, z) -> Vector:
    """A thin solid shell: the ellipsoid grown by a micrometre, less the ellipsoid."""
    e = SHELL_THICKNESS
    outer, inner = (x + e, y + e, z + e), (x, y, z)
    v_outer, v_inner = volume(GeomType.ELLIPSOID, outer), volume(GeomType.ELLIPSOID, inner)
    i_outer, i_inner = _solid_ellipsoid(*outer), _solid_ellipsoid(*inner)
    thin = v_outer - v_inner
    return tuple((a * v_outer - b * v_inner) / thin for a, b in zip(i_outer, i_inner, strict=True))


def _shell_box(x, y, z) -> Vector:
    """Three pairs of plates, which share the mass by area."""
    total = area(GeomType.BOX, (x, y, z))
    sides = (x, y, z)
    inertia = [0.0, 0.0, 0.0]
    for normal in range(3):
        u, v = (normal + 1) % 3, (normal + 2) % 3
        share = 8 * sides[u] * sides[v] / total
        inertia[normal] += share * (sides[u] ** 2 + sides[v] ** 2) / 3
        inertia[u] += share * (sides[v] ** 2 / 3 + sides[normal] ** 2)
        inertia[v] += share * (sides[u] ** 2 / 3 + sides[normal] ** 2)
    return tuple(inertia)


SOLID = {
    GeomType.SPHERE: _solid_sphere,
    GeomType.CAPSULE: _solid_capsule,
    GeomType.CYLINDER: _solid_cylinder,
    GeomType.ELLIPSOID: _solid_ellipsoid,
    GeomType.BOX: _solid_box,
}
SHELL = {
    GeomType.SPHERE: _shell_sphere,
    GeomType.CAPSULE: _shell_capsule,
    GeomType.CYLINDER: _shell_cylinder,
    GeomType.ELLIPSOID: _shell_ellipsoid,
    GeomType.BOX: _shell_box,
}
