"""How the parameters of an actuator follow the scale of the frames around what it acts on."""

from dataclasses import dataclass

from knuckle.compile.elements.tendon_units import units_of as tendon_units
from knuckle.compile.frames.scaling import UNSCALED
from knuckle.compile.parts import ActuatorPart, JointPart, TendonPart
from knuckle.schema.enums import BiasType, GainType, JointType, TrnType
from knuckle.schema.inputs import input_words


@dataclass(frozen=True, slots=True)
class Units:
    """Factors of forces, lengths and controls in parameters, and of distances and setpoints in ranges and keyframes.

    The former count frames with scaling="similar" only, the latter follow the geometry. `arm` is the factor of the
    turning part of a gear whose first part moves; `bound` that of the largest force.
    """

    force: float
    length: float
    control: float
    distance: float
    setpoint: float
    arm: float
    bound: float


ONES = Units(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)


def units_of(part: ActuatorPart) -> Units:
    scaling, node, mixed = part.target.scaling, part.node, False
    if scaling is UNSCALED:
        return ONES
    moves = (scaling.unit(1, 1), scaling.unit(1, 0), scaling.length)
    turns = (scaling.unit(2, 1), 1.0, 1.0)
    if isinstance(part.target, TendonPart):
        units = tendon_units(part.target)
        force, length, distance = units.force, units.unit, units.length
    elif isinstance(part.target, JointPart):
        kind = part.target.kind
        mixed = kind == JointType.FREE
        slides = (*moves[:2], part.target.factor)
        force, length, distance = {JointType.SLIDE: slides, JointType.FREE: moves}.get(kind, turns)
    else:
        mixed = part.kind in (TrnType.SITE, TrnType.SO3) and any(node.gear[:3])
        moving = mixed or part.kind not in (TrnType.SITE, TrnType.SO3)
        force, length, distance = moves if moving else turns
    bound = force
    if part.kind == TrnType.SO3:
        force, length, distance = turns
    pressure = scaling.unit(-1, 1)
    first = (*input_words(node.gaintype, node.input), "")[0]
    units_of_first = {"pos": (length, distance), "vel": (length, distance), "pressure": (pressure, pressure)}
    control, setpoint = units_of_first.get(first, (1.0, 1.0))
    return Units(force, length, control, distance, setpoint, scaling.length if mixed else 1.0, bound)


def cannot_scale(part: ActuatorPart, units: Units) -> bool:
    """Whether forces are counted in other units than the parameters of the actuator, whose meaning is not known."""
    node = part.node
    opaque = node.gaintype in (GainType.USER, GainType.DCMOTOR) or node.biastype in (BiasType.USER, BiasType.DCMOTOR)
    return opaque and (units.force, units.length) != (1.0, 1.0)


def scaled_gain(node, units: Units) -> tuple:
    """A fixed gain, g₀ + g₁ l + g₂ v, the integral gain of a controller, or the peak force of a muscle."""
    prm, unit, slope = node.gainprm, units.force / units.control, units.force / units.length
    if units is ONES:
        return prm
    if node.gaintype == GainType.MUSCLE:
        return _scaled_force(prm, units)
    if node.gaintype in (GainType.PID, GainType.SO3):
        return (slope * prm[0], *prm[1:])
    if node.gaintype in (GainType.USER, GainType.DCMOTOR):
        return prm
    slopes = [value * (unit / units.length if node.gaintype == GainType.AFFINE else 1.0) for value in prm[1:3]]
    return (unit * prm[0], *slopes, *prm[3:])


def scaled_bias(node, units: Units) -> tuple:
    """b₀ + b₁ l + b₂ v, of which a bias of type none has nothing; a positive b₂ counts as a damping ratio, unitless."""
    prm, slope = node.biasprm, units.force / units.length
    if units is ONES:
        return prm
    if node.biastype == BiasType.MUSCLE:
        return _scaled_force(prm, units)
    if node.biastype == BiasType.DCMOTOR:
        return (prm[0], prm[1] / units.distance, *prm[2:5], units.distance * prm[5], *prm[6:])
    if node.biastype not in (BiasType.AFFINE, BiasType.SO3):
        return prm
    rate = prm[2] if prm[2] > 0 else slope * prm[2]
    return (units.force * prm[0], slope * prm[1], rate, *prm[3:])


def scaled_dynamics(node, units: Units) -> tuple:
    """Limits of the integral and of the rate of a setpoint follow the geometry."""
    prm = node.dynprm
    if units is ONES:
        return prm
    if node.gaintype == GainType.PID:
        return (units.distance * prm[0], units.distance * prm[1], *prm[2:])
    if node.gaintype == GainType.DCMOTOR:
        return (*prm[:7], units.setpoint * prm[7], units.setpoint * prm[8], *prm[9:])
    return prm


def scaled_damping(node, units: Units) -> tuple:
    """The coefficients of v, v|v| and v³."""
    if units is ONES:
        return node.damping
    return tuple(units.force / units.length ** (k + 1) * value for k, value in enumerate(node.damping))


def scaled_gear(node, units: Units) -> tuple:
    """Its turning part is an arm where the other one moves."""
    return node.gear if units is ONES else (*node.gear[:3], *(units.arm * value for value in node.gear[3:]))


def scaled_range(range_: tuple, factor: float) -> tuple:
    return range_ if factor == 1.0 else tuple(factor * value for value in range_)


def scaled_controls(node, units: Units, count: int) -> list[float]:
    """The factor of each control."""
    if node.gaintype == GainType.PID:
        factors = {"pos": units.distance, "vel": units.distance, "ff": units.force}
        return [factors[word] for word in input_words(node.gaintype, node.input)]
    return [units.setpoint if node.gaintype != GainType.SO3 else 1.0] * count


def _scaled_force(prm: tuple, units: Units) -> tuple:
    return (*prm[:2], units.force * prm[2] if prm[2] > 0 else prm[2], *prm[3:])
