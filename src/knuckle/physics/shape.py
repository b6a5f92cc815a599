"""Shapes of geoms as kernels compare them with `geom_type`."""

from knuckle.schema.enums import GeomType

PLANE = int(GeomType.PLANE)
HFIELD = int(GeomType.HFIELD)
SPHERE = int(GeomType.SPHERE)
CAPSULE = int(GeomType.CAPSULE)
ELLIPSOID = int(GeomType.ELLIPSOID)
CYLINDER = int(GeomType.CYLINDER)
BOX = int(GeomType.BOX)
MESH = int(GeomType.MESH)
