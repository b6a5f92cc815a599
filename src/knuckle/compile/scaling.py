"""The factors that `<frame scale massscale scaling>` puts on what the frame contains."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scaling:
    """Factors of lengths and masses, and of the units in which forces are counted.

    Geometry and inertia follow `length` and `mass`. A quantity of dimension Lᵃ Mᵇ that is not geometry (stiffness,
    force limits, …) is multiplied by unit_lengthᵃ unit_massᵇ, which collects the frames with scaling="similar" only.
    """

    length: float = 1.0
    mass: float = 1.0
    unit_length: float = 1.0
    unit_mass: float = 1.0

    def inside(self, frame) -> "Scaling":
        """The factors inside a frame that stands where these apply."""
        s = frame.scale[0]
        m = frame.massscale or s**3
        similar = frame.scaling == "similar"
        return Scaling(
            self.length * s,
            self.mass * m,
            self.unit_length * (s if similar else 1.0),
            self.unit_mass * (m if similar else 1.0),
        )

    def unit(self, lengths: int, masses: int) -> float:
        """The factor of a quantity with these powers of length and mass."""
        return self.unit_length**lengths * self.unit_mass**masses

    def width(self, solimp: tuple[float, ...]) -> tuple[float, ...]:
        """Impedance parameters with their width, a length, scaled."""
        return (*solimp[:2], self.length * solimp[2], *solimp[3:])


UNSCALED = Scaling()


def scale_faults(frame) -> str | None:
    """What is wrong with the factors of a frame, in words; None if nothing is."""
    if min(frame.scale) <= 0 or frame.massscale < 0:
        return "scale must be positive and massscale must not be negative"
    if len(set(frame.scale)) > 1:
        return "a scale with three different values is not supported yet"
    return None
