"""Passes: height fields are read and scaled to 0 … 1, their geoms get sizes; the arrays of height fields."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knuckle.assets.files import BadFile, made_of_asset
from knuckle.assets.image.chunks import BadImage
from knuckle.assets.image.png import read_png_red
from knuckle.compile.elements.mesh_arrays import starts
from knuckle.compile.frames.stretch import AXES
from knuckle.compile.parts import Assembly, GeomPart, Joined
from knuckle.compile.problems import words
from knuckle.hostmath.products import norm
from knuckle.hostmath.rotation import Vector
from knuckle.schema.enums import GeomType

MOST_HEIGHTS = 1 << 24
LEVEL = 1e-14  # a field whose heights differ by less is not stretched
UNSCALED: Vector = (1.0, 1.0, 1.0)


class BadHeights(Exception):
    """A height field that cannot be made, with the reason."""


@dataclass(kw_only=True, eq=False)
class HeightField:
    """Heights between 0 and 1 in rows along y, and half widths, height and depth of the base."""

    node: object
    name: str
    extent: Vector
    heights: np.ndarray

    @property
    def size(self) -> Vector:
        return hfield_half_sizes(self.extent)

    @property
    def box(self) -> tuple[float, ...]:
        return hfield_box(self.extent)

    @property
    def radius(self) -> float:
        return hfield_radius(self.extent)


def hfield_half_sizes(extent: Sequence[float]) -> Vector:
    """Half-sizes of the box that stands for a height field in inertias: half full of ground."""
    x, y, height, base = extent
    return (x, y, 0.25 * height + 0.5 * base)


def hfield_box(extent: Sequence[float]) -> tuple[float, ...]:
    """Centre and half-sizes of the box that contains a height field."""
    x, y, height, base = extent
    return (0.0, 0.0, 0.5 * (height - base), x, y, 0.5 * (height + base))


def hfield_radius(extent: Sequence[float]) -> float:
    """Radius of the sphere about its origin that contains a height field."""
    x, y, height, base = extent
    return norm((x, y, max(height, base)))


def place_hfields(a: Assembly) -> None:
    """Read the height fields, one per scale in use, and give their geoms sizes."""
    geoms = []
    for geom in a.geoms:
        if (geom.node.type == GeomType.HFIELD) != bool(geom.node.hfield):
            a.problems.about(geom.node, 'type="hfield" and hfield="…", the name of a height field, belong together')
        elif geom.node.hfield:
            geoms.append(geom)
    nodes = {node.name: node for node in a.spec.hfields}
    first: dict[str, Vector] = {}
    for geom in geoms:
        first.setdefault(geom.node.hfield, _factors(geom))
    heights = {name: _checked(a, node) for name, node in nodes.items()}
    found = {
        (name, first.get(name, UNSCALED)): _field(node, name, first.get(name, UNSCALED), heights[name])
        for name, node in nodes.items()
    }
    copies: dict[str, int] = {}
    for geom in geoms:
        name, factors = key = geom.node.hfield, _factors(geom)
        if key not in found:
            copies[name] = copies.get(name, 0) + 1
            found[key] = _field(nodes[name], f"{name}@{copies[name]}", factors, heights[name])
        geom.asset, geom.size = found[key], found[key].size
    a.hfields = list(found.values())


def fill_hfields(a: Assembly) -> None:
    heights = [field.heights.ravel() for field in a.hfields]
    a.counts |= {"nhfield": len(a.hfields), "nhfielddata": sum(len(part) for part in heights)}
    a.arrays |= {
        "hfield_size": [field.extent for field in a.hfields],
        "hfield_nrow": [field.heights.shape[0] for field in a.hfields],
        "hfield_ncol": [field.heights.shape[1] for field in a.hfields],
        "hfield_adr": starts(heights),
        "hfield_data": Joined(heights),
    }


def _factors(geom: GeomPart) -> Vector:
    if geom.scaling.stretch is None:
        return (geom.scaling.length,) * 3
    return tuple(geom.scaling.along(axis) for axis in AXES)


def _field(node, name: str, factors: Vector, heights: np.ndarray) -> HeightField:
    x, y, z = factors
    extent = tuple(factor * value for factor, value in zip((x, y, z, z), node.size, strict=True))
    return HeightField(node=node, name=name, extent=extent, heights=heights)


def _checked(a: Assembly, node) -> np.ndarray:
    try:
        return _heights(a, node)
    except (BadHeights, BadImage, BadFile) as fault:
        a.problems.about(node, str(fault))
        return np.zeros((2, 2), np.float32)


def _unit(heights: np.ndarray) -> np.ndarray:
    """The heights of a field, its lowest at 0 and its highest at 1; one that is level has no highest.

    In single precision, as they are kept: its roundings are part of the published result.
    """
    heights = heights.astype(np.float32)
    with np.errstate(over="ignore"):
        raised = _finite(heights - heights.min(), "the range of heights")
    highest = raised.max()
    return raised / highest if highest > LEVEL else raised


def _heights(a: Assembly, node) -> np.ndarray:
    if not (node.size and min(node.size) > 0):
        raise BadHeights(f'size="{words(node.size or ())}": all four values must be positive')
    return _from_file(a, node) if node.file else _unit(_inline(node))


def _from_file(a: Assembly, node) -> np.ndarray:
    origin, file = a.spec.origin_of(node), node.file
    is_png = node.content_type == "image/png" or (not node.content_type and file.lower().endswith(".png"))

    def made(content: bytes, digest: bytes) -> np.ndarray:
        return _unit(_of_shape(read_png_red(content, file)[::-1] if is_png else _binary(content, file)))

    return made_of_asset(("hfield", is_png), made, origin, node.place, file, origin.compiler.meshdir)


def _inline(node) -> np.ndarray:
    if min(node.nrow, node.ncol) < 2 or node.nrow * node.ncol > MOST_HEIGHTS:
        raise BadHeights(
            f'nrow="{node.nrow}" ncol="{node.ncol}": without a file both must be 2 at least, with {MOST_HEIGHTS} '
            "heights at most in all"
        )
    if not node.elevation:
        return np.zeros((node.nrow, node.ncol))
    if len(node.elevation) != node.nrow * node.ncol:
        wanted = node.nrow * node.ncol
        raise BadHeights(f"elevation has {len(node.elevation)} values, nrow and ncol ask for {wanted}")
    with np.errstate(over="ignore"):
        heights = np.array(node.elevation).reshape(node.nrow, node.ncol)[::-1].astype(np.float32).astype(float)
    return _finite(heights, "elevation")


def _binary(content: bytes, name: str) -> np.ndarray:
    """Numbers of rows and columns (i32), then the heights (f32) by rows."""
    rows, columns = struct.unpack("<2i", content[:8]) if len(content) >= 8 else (0, 0)
    if min(rows, columns) < 2 or len(content) != 8 + 4 * rows * columns:
        raise BadHeights(f"{name} has {len(content)} bytes and says {rows}×{columns}, expected 4 (2 + rows · columns)")
    heights = np.frombuffer(content, "<f4", offset=8).astype(float).reshape(rows, columns)
    return _finite(heights, name)


def _finite(heights: np.ndarray, name: str) -> np.ndarray:
    if not np.isfinite(heights).all():
        raise BadHeights(f"{name} holds a height that is not finite in single precision")
    return heights


def _of_shape(heights: np.ndarray) -> np.ndarray:
    if min(heights.shape) < 2 or heights.size > MOST_HEIGHTS:
        rows, columns = heights.shape
        raise BadHeights(
            f"{rows}×{columns} heights: a field has 2 rows and columns at least, {MOST_HEIGHTS} heights at most"
        )
    return heights
