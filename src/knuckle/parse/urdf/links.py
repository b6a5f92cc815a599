"""A `<link>` of a URDF -> what its body contains: inertia, visual and collision geoms."""

from typing import Any

import numpy as np

from knuckle.hostmath.products import turned
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, matrix
from knuckle.parse import xml
from knuckle.parse.source import hint, quote
from knuckle.parse.urdf.kinematics import WORLD
from knuckle.parse.urdf.meshes import Meshes
from knuckle.parse.urdf.reader import UrdfReader, Values, first
from knuckle.schema import urdf
from knuckle.schema.enums import GeomType

# a visual geom touches nothing and weighs nothing
VISUAL: Values = {"contype": 0, "conaffinity": 0, "group": 1, "density": 0.0}
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
ENTRIES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))  # of the matrix, in this order

Colour = tuple[float, ...]


class LinkReader:
    """Reads links, in which colours carry over from a visual to the geoms after it."""

    def __init__(self, reader: UrdfReader, meshes: Meshes, root: xml.Element, keep_visual: bool):
        self.reader = reader
        self.meshes = meshes
        self.keep_visual = keep_visual
        self.geom_names: set[str] = set()
        self.colours = self._named_colours(root)

    def fill(self, body: Any, link: xml.Element) -> None:
        """Give a body what its link says; the world takes no inertia."""
        colour: Colour | None = None
        for child in link.children:
            if child.tag == "inertial" and link.get("name") == WORLD:
                self.reader.remarks.add(child, "the world does not move and has no mass: it is not read")
            elif child.tag == "inertial":
                body.inertial = self._inertial(child)
            elif child.tag == "visual":
                colour = self._colour(first(child, "material")) or colour
                if self.keep_visual:
                    self._add_geom(body, child, colour, VISUAL)
            elif child.tag == "collision":
                self._add_geom(body, child, colour, {})

    def _inertial(self, raw: xml.Element) -> Any:
        """Mass and moments about the axes of the body: R I Rᵀ, where `<origin>` turns the frame of I by R.

        Moments that are all zero are given as such, since they are not those of a real matrix.
        """
        inertia = self.reader.of(raw, "inertia")
        xx, yy, zz, xy, xz, yz = (inertia.get(name) or 0.0 for name in MOMENTS)
        pose = self.reader.pose(raw)
        R = np.array(matrix(pose.get("quat", IDENTITY)))
        A = turned(R, np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
        moments = tuple(float(A[entry]) for entry in ENTRIES)
        values = {"pos": pose.get("pos", ORIGIN), "mass": self.reader.of(raw, "mass").get("value") or 0.0}
        values |= {"fullinertia": moments} if any(moments) else {"diaginertia": ORIGIN}
        return self.reader.node(raw, "inertial", **values)

    def _add_geom(self, body: Any, raw: xml.Element, colour: Colour | None, fixed: Values) -> None:
        geometry = first(raw, "geometry")
        shape = next((child for child in geometry.children if child.tag in urdf.SHAPES), None) if geometry else None
        if shape is None:
            return  # which has been told
        values = self._shape(shape) | self.reader.pose(raw) | fixed
        name = raw.get("name")
        if name in self.geom_names:
            self.reader.remarks.add(raw, "the name of a geom is taken already: this one has none")
        elif name:
            self.geom_names.add(name)
            values["name"] = name
        if colour is not None:
            values["rgba"] = colour
        body.children.append(self.reader.node(raw, "geom", **values))

    def _shape(self, raw: xml.Element) -> Values:
        """Type and size of a geom; URDF gives full lengths, MJCF half of them."""
        if raw.tag == "mesh":
            return {"type": GeomType.MESH, "mesh": self.meshes.name_of(raw) or None}
        values = self.reader.values(raw, raw.tag, {})
        if raw.tag == "box":
            size = tuple(0.5 * x for x in values.get("size") or (1.0, 1.0, 1.0))
        else:
            size = (values.get("radius") or 0.0, 0.5 * (values.get("length") or 0.0), 0.0)
        return {"type": GeomType[raw.tag.upper()], "size": size}

    def _named_colours(self, root: xml.Element) -> dict[str, Colour]:
        """The colour of each named material by its first definition, anywhere in the file."""
        found: dict[str, Colour] = {}
        for child in root.children:
            inside = [first(visual, "material") for visual in child.children] if child.tag == "link" else [child]
            for raw in inside:
                if raw is not None and raw.tag == "material" and raw.get("name"):
                    rgba = self.reader.of(raw, "color").get("rgba")
                    if rgba is not None:
                        found.setdefault(raw.get("name"), rgba)
        return found

    def _colour(self, raw: xml.Element | None) -> Colour | None:
        """The colour of a material: its own, or that of its name."""
        if raw is None:
            return None
        name = raw.get("name")
        if first(raw, "color") is None and not name:
            self.reader.problems.add(raw.place, raw.label, "a material needs a <color> or the name of one that has it")
        elif first(raw, "color") is None and name not in self.colours and first(raw, "texture") is None:
            self.reader.remarks.add(
                raw, f"no material of the name {quote(name)} has a colour{hint(name, self.colours)}"
            )
        return self.reader.of(raw, "color").get("rgba") or self.colours.get(name)
