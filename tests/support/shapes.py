"""Random shapes of geoms as MJCF attributes: every type, and meshes that are thin, flat, needle-like or cloudy."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

THINNEST_NEEDLE = 0.01  # radius over half length


@dataclass
class Shape:
    """The attributes of a geom, the radius of a ball around its origin that holds it, and the mesh it needs."""

    attributes: str
    radius: float
    asset: str = ""


@dataclass
class Shapes:
    """Draws shapes of a given size; meshes get names of their own."""

    random: np.random.Generator
    flattest: float  # least thickness over width
    drawn: int = field(default=0)

    def thickness(self) -> float:
        """Thickness over width of a flat or needle-like shape."""
        return float(10 ** self.random.uniform(np.log10(self.flattest), 0))

    def draw(self, size: float) -> Shape:
        kind = self.random.choice(list(KINDS))
        self.drawn += 1
        return KINDS[kind](self, size)

    def proportions(self, count: int) -> np.ndarray:
        """Half sizes over the largest: mostly compact, sometimes one of them very small."""
        sizes = self.random.uniform(0.3, 1, count)
        if self.random.random() < 0.3:
            sizes[self.random.integers(count)] *= self.thickness()
        return sizes

    def sphere(self, size: float) -> Shape:
        return Shape(f'type="sphere" size="{size:.9g}"', size)

    def capsule(self, size: float) -> Shape:
        radius, half = size * self.proportions(2)
        return Shape(f'type="capsule" size="{radius:.9g} {half:.9g}"', radius + half)

    def cylinder(self, size: float) -> Shape:
        radius, half = size * self.proportions(2)
        return Shape(f'type="cylinder" size="{radius:.9g} {half:.9g}"', float(np.hypot(radius, half)))

    def ellipsoid(self, size: float) -> Shape:
        a, b, c = size * self.proportions(3)
        return Shape(f'type="ellipsoid" size="{a:.9g} {b:.9g} {c:.9g}"', max(a, b, c))

    def box(self, size: float) -> Shape:
        a, b, c = size * self.proportions(3)
        return Shape(f'type="box" size="{a:.9g} {b:.9g} {c:.9g}"', float(np.sqrt(a * a + b * b + c * c)))

    def mesh(self, size: float) -> Shape:
        cloud = self.random.choice(list(CLOUDS))
        points = size * CLOUDS[cloud](self.random, self.thickness())
        name = f"{cloud}{self.drawn}"
        text = " ".join(f"{x:.9g}" for x in points.ravel())
        # the compiler moves the origin of a mesh to its centre, so the ball must hold it from any point of the hull
        radius = float(np.max(np.linalg.norm(points[:, None] - points[None], axis=2)))
        return Shape(f'type="mesh" mesh="{name}"', radius, f'<mesh name="{name}" vertex="{text}"/>')


def tetrahedron(random: np.random.Generator, thickness: float) -> np.ndarray:
    """Four corners in general position."""
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1.0]]) / 2
    return corners + random.uniform(-0.3, 0.3, (4, 3))


def slab(random: np.random.Generator, thickness: float) -> np.ndarray:
    """A flat box: all faces of two triangles, many supports at the same distance."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1.0, 1)]) / 2
    return corners * [1, random.uniform(0.2, 1), thickness]


def needle(random: np.random.Generator, thickness: float) -> np.ndarray:
    """A long thin spindle, not so thin that a knock makes it spin by whole turns in a step."""
    angle = np.linspace(0, 2 * np.pi, 5, endpoint=False)
    ring = max(thickness, THINNEST_NEEDLE) * np.array([np.cos(angle), np.sin(angle), 0 * angle]).T
    return np.vstack([ring, [[0, 0, 1], [0, 0, -1]]])


def cloud(random: np.random.Generator, thickness: float) -> np.ndarray:
    """Random points, those inside the hull among them."""
    return random.uniform(-0.6, 0.6, (random.integers(5, 60), 3))


def wafer(random: np.random.Generator, thickness: float) -> np.ndarray:
    """A ragged disc with both faces nearly flat: neighbouring faces whose normals hardly differ."""
    points = random.uniform(-1, 1, (random.integers(8, 30), 3))
    points[:, 2] *= thickness
    return points


CLOUDS: dict[str, Callable[[np.random.Generator, float], np.ndarray]] = {
    "tetrahedron": tetrahedron,
    "slab": slab,
    "needle": needle,
    "cloud": cloud,
    "wafer": wafer,
}
KINDS: dict[str, Callable[[Shapes, float], Shape]] = {
    "sphere": Shapes.sphere,
    "capsule": Shapes.capsule,
    "ellipsoid": Shapes.ellipsoid,
    "cylinder": Shapes.cylinder,
    "box": Shapes.box,
    "mesh": Shapes.mesh,
}
