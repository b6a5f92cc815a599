"""How the parameters of an actuator follow the scale of the frames around what it acts on."""

from dataclasses import dataclass

from knuckle.compile.derived.structure import joint_type
from knuckle.compile.elements.tendon_units import units_of as tendon_units
from knuckle.compile.parts import ActuatorPart, TendonPart
from knuckle.schema.enums import ControlInput, JointType


@dataclass(frozen=True, slots=True)
class Units:
    """Factors of forces, lengths and controls in parameters, and of distances and setpoints in ranges and keyframes.

    The former count frames with scaling="similar" only, the latter follow the geometry. `arm` is the factor of the
    turning part of a free joint's gear, whose first part moves.
    """

    force: float
    length: float
    control: float
    distance: float
    setpoint: float
    arm: float


def units_of(part: ActuatorPart, control: ControlInput) -> Units:
    scaling = part.target.scaling
    if isinstance(part.target, TendonPart):
        kind, units = None, tendon_units(part.target)
        force, length, distance = units.force, units.unit, units.length
    else:
        kind = joint_type(part.target)
        force, length, distance = {
            JointType.SLIDE: (scaling.unit(1, 1), scaling.unit(1, 0), part.target.factor),
            JointType.FREE: (scaling.unit(1, 1), scaling.unit(1, 0), scaling.length),
        }.get(kind, (scaling.unit(2, 1), 1.0, 1.0))
    pressure = scaling.unit(-1, 1)
    unit, setpoint = {ControlInput.COMMAND: (1.0, 1.0), ControlInput.PRESSURE: (pressure, pressure)}.get(
        control, (length, distance)
    )
    return Units(force, length, unit, distance, setpoint, scaling.length if kind == JointType.FREE else 1.0)
