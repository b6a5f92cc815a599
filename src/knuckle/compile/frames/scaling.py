"""The factors that `<frame scale massscale scaling>` puts on what the frame contains."""

from dataclasses import dataclass, field, replace
from math import cbrt
from typing import Any

import numpy as np

from knuckle.hostmath.products import applied, norm, product, turned
from knuckle.hostmath.rotation import Vector, matrix, times

PARALLEL = 0.0349  # sine of the largest angle, about 2°, between directions that count as parallel


@dataclass(frozen=True, slots=True)
class Scaling:
    """Factors of lengths and masses, and of the units in which forces are counted.

    Geometry and inertia follow `length` and `mass`. A quantity of dimension Lᵃ Mᵇ that is not geometry (stiffness,
    force limits, …) is multiplied by unit_lengthᵃ unit_massᵇ, which collects the frames with scaling="similar" only.

    Where a frame has three different factors, `stretch` is the matrix that maps positions, in local coordinates, and
    `length`, the cube root of its determinant, serves lengths without a direction.
    """

    length: float = 1.0
    mass: float = 1.0
    unit_length: float = 1.0
    unit_mass: float = 1.0
    stretch: np.ndarray | None = field(default=None, compare=False)
    frame: Any = field(default=None, compare=False)  # the innermost one
    outer: "Scaling | None" = field(default=None, compare=False)  # the factors outside of it

    def chain(self) -> "list[Scaling]":
        """These factors and all outside, the outermost first; without those of no frame."""
        return [] if self.outer is None else [*self.outer.chain(), self]

    def inside(self, frame) -> "Scaling":
        """The factors inside a frame whose axes these are given in; one that scales nothing changes nothing."""
        x, y, z = frame.scale if len(frame.scale) == 3 else frame.scale * 3
        uniform = x == y == z
        s = x if uniform else cbrt(x * y * z)
        m = frame.massscale or x * y * z
        if x == y == z == m == 1.0:
            return self
        similar = frame.scaling == "similar"
        stretch = None
        if self.stretch is not None or not uniform:
            stretch = product(self._matrix(), np.diag((x, y, z)))
        return Scaling(
            self.length * s,
            self.mass * m,
            self.unit_length * (s if similar else 1.0),
            self.unit_mass * (m if similar else 1.0),
            stretch,
            frame,
            self,
        )

    def turned(self, quat) -> "Scaling":
        """The same factors in the coordinates of a frame turned by `quat`: Rᵀ S R."""
        if self.stretch is None:
            return self
        R = np.array(matrix(quat))
        return replace(self, stretch=turned(R.T, self.stretch))

    def at(self, pos) -> Vector:
        """Where a position goes."""
        if self is UNSCALED:
            return pos
        if self.stretch is None:
            return times(self.length, pos)
        x, y, z = applied(self.stretch, np.array(pos)).tolist()
        return (x, y, z)

    def along(self, axis) -> float:
        """The factor of lengths along a unit vector."""
        return self.length if self.stretch is None else norm(applied(self.stretch, np.array(axis)))

    def keeps(self, axis) -> bool:
        """Whether what points along a unit vector still does so, nearly."""
        if self.stretch is None:
            return True
        image = applied(self.stretch, np.array(axis))
        return norm(np.cross(image, np.array(axis))) <= PARALLEL * norm(image)

    def inertia(self, tensor: np.ndarray) -> np.ndarray:
        """An inertia matrix [kg m²] in local axes: its second moments Σ = ½ tr(I) 1 − I become m S Σ Sᵀ."""
        S, one = self._matrix(), np.eye(3)
        moments = self.mass * turned(S, 0.5 * np.trace(tensor) * one - tensor)
        return np.trace(moments) * one - moments

    def unit(self, lengths: int, masses: int) -> float:
        """The factor of a quantity with these powers of length and mass."""
        return 1.0 if self is UNSCALED else self.unit_length**lengths * self.unit_mass**masses

    def width(self, solimp: tuple[float, ...]) -> tuple[float, ...]:
        """Impedance parameters with their width, a length, scaled."""
        return solimp if self is UNSCALED else (*solimp[:2], self.length * solimp[2], *solimp[3:])

    def _matrix(self) -> np.ndarray:
        return self.length * np.eye(3) if self.stretch is None else self.stretch


UNSCALED = Scaling()


def scale_faults(frame) -> str | None:
    """What is wrong with the factors of a frame, in words; None if nothing is."""
    if min(frame.scale) <= 0 or frame.massscale < 0:
        return "scale must be positive and massscale must not be negative"
    if len(set(frame.scale)) > 1 and frame.scaling != "geometry":
        return 'a scale with different values needs scaling="geometry"'
    return None
