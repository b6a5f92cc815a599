"""How the parameters of a tendon follow the scale of the frames around its path."""

from dataclasses import dataclass

from knuckle.compile.frames.scaling import UNSCALED, Scaling
from knuckle.compile.parts import Part, PathPart, TendonPart
from knuckle.schema.enums import JointType, TendonType


@dataclass(frozen=True, slots=True)
class Units:
    """Factors of the tendon's force and length in parameters, and of its length where that follows the geometry."""

    force: float
    unit: float
    length: float

    def width(self, solimp: tuple[float, ...]) -> tuple[float, ...]:
        """Impedance parameters with their width, a length of the tendon, scaled."""
        return (*solimp[:2], self.length * solimp[2], *solimp[3:])


def units_of(tendon: TendonPart) -> Units:
    """Those of a length, also where one joint of a fixed tendon slides; of an angle where all joints turn."""
    scaling = tendon.scaling
    if tendon.kind == TendonType.FIXED and not any(part.target.kind == JointType.SLIDE for part in tendon.path):
        return Units(scaling.unit(2, 1), 1.0, 1.0)
    return Units(scaling.unit(1, 1), scaling.unit(1, 0), scaling.length)


def coefficient(tendon: TendonPart, part: PathPart) -> float:
    """The coefficient of a joint of a fixed tendon, between the scaled coordinates of both."""
    own = part.target.factor if part.target.kind == JointType.SLIDE else 1.0
    return part.parameter * units_of(tendon).length / own


def common_scaling(parts: list[Part]) -> Scaling:
    """The scale of the innermost frame that holds all of these parts."""
    chains = [part.scaling.chain() for part in parts]
    common = UNSCALED
    for scalings in zip(*chains, strict=False):
        if any(scaling.frame is not scalings[0].frame for scaling in scalings):
            break
        common = scalings[0]
    return common
