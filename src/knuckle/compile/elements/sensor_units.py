"""How the cutoff and the noise of a sensor follow the scale of the frames around what it senses."""

from math import sqrt
from typing import Any

from knuckle.compile.elements.actuator_units import units_of as actuator_units
from knuckle.compile.elements.tendon_units import units_of as tendon_units
from knuckle.compile.parts import ActuatorPart, JointPart, TendonPart
from knuckle.schema.enums import JointType, SensorType

FORCES = (SensorType.TOUCH, SensorType.FORCE)
MOMENTS = (SensorType.TORQUE, SensorType.SUBTREEANGMOM)
LENGTHS = (
    *(SensorType.ACCELEROMETER, SensorType.VELOCIMETER, SensorType.RANGEFINDER),
    *(SensorType.FRAMEPOS, SensorType.FRAMELINVEL, SensorType.FRAMELINACC),
    *(SensorType.SUBTREECOM, SensorType.SUBTREELINVEL),
)
BETWEEN = (SensorType.GEOMDIST, SensorType.GEOMNORMAL, SensorType.GEOMFROMTO, SensorType.INSIDESITE)
OUTPUT_FORCES = (
    *(SensorType.ACTUATORFRC, SensorType.JOINTACTFRC, SensorType.TENDONACTFRC),
    *(SensorType.JOINTLIMITFRC, SensorType.TENDONLIMITFRC),
)
ANGLES = (SensorType.BALLQUAT, SensorType.BALLANGVEL)


def reading_factor(kind: SensorType, enclosed: bool, target: Any, reference: Any) -> float:
    """The factor of what a sensor of this kind reads; of a distance between two objects the mean of both."""
    if kind in ANGLES or (kind == SensorType.INSIDESITE and not enclosed):
        return 1.0
    if kind in BETWEEN:
        return sqrt(target.scaling.length * reference.scaling.length)
    if kind in LENGTHS:
        return target.scaling.length
    if kind in FORCES:
        return target.scaling.unit(1, 1)
    if kind in MOMENTS:
        return target.scaling.unit(2, 1)
    if isinstance(target, JointPart | TendonPart | ActuatorPart):
        length, force = _coordinate(target)
        return force if kind in OUTPUT_FORCES else length
    return 1.0


def _coordinate(target: JointPart | TendonPart | ActuatorPart) -> tuple[float, float]:
    """The factors of the length and of the force of a joint, tendon or actuator."""
    if isinstance(target, TendonPart):
        tendon = tendon_units(target)
        return tendon.length, tendon.force
    if isinstance(target, ActuatorPart):
        actuator = actuator_units(target)
        return actuator.distance, actuator.force
    if target.kind == JointType.SLIDE:
        return target.factor, target.scaling.unit(1, 1)
    return 1.0, target.scaling.unit(2, 1)
