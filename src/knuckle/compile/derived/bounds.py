"""Bounds of geoms, and what a fluid adds to their mass, where sizes in a compiled model were changed."""

import numpy as np

from knuckle.compile.elements.fluid import fluid_coefficients
from knuckle.compile.elements.hfields import hfield_box, hfield_half_sizes, hfield_radius
from knuckle.compile.mass.shapes import bounding_box, bounding_radius, half_sizes
from knuckle.schema.enums import GeomType


def geom_bounds(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Bounds and fluid coefficients of all geoms; a height field gives its size, a mesh keeps its bounds."""
    sizes, radius, box, fluid = (arrays[f"geom_{name}"].copy() for name in ("size", "rbound", "aabb", "fluid"))
    for g, kind in enumerate(map(GeomType, arrays["geom_type"].tolist())):
        size = tuple(sizes[g].tolist())
        if kind == GeomType.HFIELD:
            extent = arrays["hfield_size"][arrays["geom_dataid"][g]].tolist()
            sizes[g], radius[g], box[g] = hfield_half_sizes(extent), hfield_radius(extent), hfield_box(extent)
        elif kind != GeomType.MESH:
            radius[g], box[g] = bounding_radius(kind, size), bounding_box(kind, size)
        if fluid[g, 0]:
            fluid[g] = fluid_coefficients(half_sizes(kind, size), tuple(fluid[g, 1:6].tolist()))
    return {"geom_size": sizes, "geom_rbound": radius, "geom_aabb": box, "geom_fluid": fluid}
