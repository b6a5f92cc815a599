"""The pieces of a model while it is compiled: spec elements with their pose in the frame of their body."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.compile.frames.scaling import UNSCALED, Scaling
from knuckle.compile.mass.shapes import bounding_box, bounding_radius
from knuckle.errors import Problems
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, Quaternion, Vector
from knuckle.schema.enums import JointType, TendonType, TrnType, WrapType
from knuckle.spec.tree import Spec


@dataclass(kw_only=True, eq=False)
class Part:
    """A site, camera or light: its element, the number of its body, its pose in that body's frame."""

    node: Any
    body: int
    pos: Vector = ORIGIN
    quat: Quaternion = IDENTITY
    scaling: Scaling = UNSCALED


@dataclass(kw_only=True, eq=False)
class JointPart(Part):
    """A joint: `pos` is its anchor."""

    kind: JointType
    axis: Vector = (0.0, 0.0, 1.0)
    factor: float = 1.0  # of lengths along the axis


@dataclass(kw_only=True, eq=False)
class LightPart(Part):
    """A light, which has a direction and no frame."""

    dir: Vector = (0.0, 0.0, -1.0)


@dataclass(kw_only=True, eq=False)
class GeomPart(Part):
    """A geom or site with its final size; a geom's mass and diagonal inertia are about its own frame."""

    size: Vector = ORIGIN
    mass: float = 0.0
    inertia: Vector = ORIGIN
    asset: Any = None  # its mesh or height field
    shift: Vector = ORIGIN  # of its frame, by its mesh, in the frame that was written
    turn: Quaternion = IDENTITY

    @property
    def radius(self) -> float:
        """Of the sphere about its origin that contains it."""
        return self.asset.radius if self.asset is not None else bounding_radius(self.node.type, self.size)

    @property
    def box(self) -> tuple[float, ...]:
        """Centre and half-sizes of the box along its axes that contains it."""
        return self.asset.box if self.asset is not None else bounding_box(self.node.type, self.size)


@dataclass(kw_only=True, eq=False)
class BodyPart(Part):
    """A body: `body` is its own number, `parent` that of its parent; the pose is in the parent's frame."""

    parent: int
    joints: list[JointPart] = field(default_factory=list)
    geoms: list[GeomPart] = field(default_factory=list)
    sites: list[GeomPart] = field(default_factory=list)
    cameras: list[Part] = field(default_factory=list)
    lights: list[LightPart] = field(default_factory=list)
    children: int = 0  # number of child bodies
    origin: Vector = ORIGIN  # of the innermost frame around the body, in its parent
    authored_origin: Vector = ORIGIN  # the same if no frame were scaled
    authored_pos: Vector = ORIGIN  # `pos` if no frame were scaled
    outer: Scaling = UNSCALED  # of the frames around the body, in the coordinates of its parent
    mass: float = 0.0
    ipos: Vector = ORIGIN
    iquat: Quaternion = IDENTITY
    inertia: Vector = ORIGIN
    explicit: bool = False  # whether mass and inertia are given and not inferred from geoms
    adjusted: bool = False  # whether the compiler's bounds changed them


@dataclass(kw_only=True, eq=False)
class ActuatorPart(Part):
    """An actuator and what it acts on, by number and as a part; for a site and a slider-crank also the second site."""

    kind: TrnType
    number: int
    target: Any
    second: int = -1
    other: Part | None = None


@dataclass(kw_only=True, eq=False)
class PathPart(Part):
    """An object in the path of a tendon, by kind and number; `parameter` is its coefficient, divisor or side site."""

    kind: WrapType
    number: int
    target: Any = None
    parameter: float = 0.0


@dataclass(kw_only=True, eq=False)
class TendonPart(Part):
    """A tendon and the objects of its path; its scale is that of the innermost frame around all of them."""

    kind: TendonType
    path: list[PathPart] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Arrays that follow each other in a field."""

    parts: list[np.ndarray]

    def __len__(self) -> int:
        return sum(map(len, self.parts))


@dataclass(kw_only=True, eq=False)
class Assembly:
    """The model under construction, which every pass reads and extends."""

    spec: Spec
    problems: Problems = field(default_factory=Problems)
    warnings: list[str] = field(default_factory=list)
    bodies: list[BodyPart] = field(default_factory=list)
    pairs: list[Any] = field(default_factory=list)  # elements in the order of their bodies
    excludes: list[Any] = field(default_factory=list)
    tendons: list[TendonPart] = field(default_factory=list)
    actuators: list[ActuatorPart] = field(default_factory=list)
    sensors: list[Any] = field(default_factory=list)
    meshes: list[Any] = field(default_factory=list)  # one per asset and scale
    hfields: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)  # by field name, as lists, arrays, or parts to be joined
    listed: dict[str, list] = field(default_factory=dict)  # by kind, what all bodies have, once that is settled

    @property
    def keeps_visuals(self) -> bool:
        """Whether geoms, sites, lights and materials keep the materials and textures they name."""
        return not self.spec.compiler.discardvisual

    def settle(self) -> None:
        """From here on no part is added or taken out: the lists of all parts of a kind are made once."""
        self.listed = {kind: self._list(kind) for kind in ("joints", "geoms", "sites", "cameras", "lights")}

    def _list(self, kind: str) -> list:
        """The parts of all bodies, in the order of their numbers."""
        if kind in self.listed:
            return self.listed[kind]
        return [part for body in self.bodies for part in getattr(body, kind)]

    @property
    def joints(self) -> list[JointPart]:
        return self._list("joints")

    @property
    def geoms(self) -> list[GeomPart]:
        return self._list("geoms")

    @property
    def sites(self) -> list[GeomPart]:
        return self._list("sites")

    @property
    def cameras(self) -> list[Part]:
        return self._list("cameras")

    @property
    def lights(self) -> list[LightPart]:
        return self._list("lights")
