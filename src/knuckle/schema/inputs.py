"""The controls that each kind of gain can have: their words in MJCF, and the bits of actuator_ctrlspec."""

from dataclasses import dataclass

from knuckle.schema.enums import ControlChart, ControlInput, GainType

CANONICAL = ("pos", "vel", "ff", "voltage", "pressure", "none")  # the order in which controls lie
WIDTH = {ControlChart.EXPMAP: 3, ControlChart.QUAT: 4}  # controls of an orientation


@dataclass(frozen=True, slots=True)
class Signature:
    """The words that may stand in attribute `input`, what holds where it is empty, and whether only one may stand."""

    words: tuple[str, ...]
    default: str = ""
    single: bool = False


SIGNATURES = {
    GainType.FIXED: Signature(("pos", "vel", "pressure"), single=True),
    GainType.AFFINE: Signature(("pos", "vel", "pressure"), single=True),
    GainType.SO3: Signature(("expmap", "quat"), "expmap", single=True),
    GainType.PID: Signature(("pos", "vel", "ff"), "pos vel"),
    GainType.DCMOTOR: Signature(("pos", "vel", "ff", "voltage", "none"), "voltage"),
}


def input_words(gain: GainType, text: str | None) -> tuple[str, ...]:
    """The controls that an attribute `input` stands for; none for a plain command."""
    signature = SIGNATURES.get(gain)
    return tuple((text or signature.default).split()) if signature else ()


def input_bits(gain: GainType, text: str | None) -> int:
    """The value of actuator_ctrlspec."""
    kinds = ControlChart if gain == GainType.SO3 else ControlInput
    return sum(int(kinds[word.upper()]) for word in input_words(gain, text))


def control_count(gain: int, bits: int) -> int:
    """How many controls an actuator has: one, or as many as its inputs are."""
    if gain == GainType.SO3:
        return WIDTH[ControlChart(bits)]
    if gain in (GainType.PID, GainType.DCMOTOR):
        return sum(
            bool(bits & kind) for kind in (ControlInput.POS, ControlInput.VEL, ControlInput.FF, ControlInput.VOLTAGE)
        )
    return 1
