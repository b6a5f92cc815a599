"""Which activations an actuator has: a fact of its kind and parameters."""

from collections.abc import Sequence

from knuckle.schema.enums import ActivationState, DynType, GainType


def activation_states(kind: int, dynprm: Sequence[float], gainprm: Sequence[float]) -> int:
    """The value of actuator_actspec: states of a controller or motor that its parameters ask for."""
    if kind == DynType.PID:
        asked = {ActivationState.SLEW: dynprm[1] > 0, ActivationState.INTEGRAL: gainprm[0] > 0}
    elif kind == DynType.DCMOTOR:
        asked = {
            ActivationState.SLEW: dynprm[7] > 0,
            ActivationState.INTEGRAL: gainprm[5] > 0,
            ActivationState.TEMPERATURE: dynprm[3] > 0,
            ActivationState.BRISTLE: dynprm[5] > 0,
            ActivationState.CURRENT: dynprm[0] > 0,
        }
    else:
        return 0
    return sum(int(state) for state, given in asked.items() if given)


def activation_count(kind: int, states: int, gain: int) -> int:
    """How many activations an actuator has; one for `user`, where its author may ask for more."""
    if kind == DynType.NONE:
        return 0
    if kind in (DynType.PID, DynType.DCMOTOR):
        return states.bit_count()
    return 3 if gain == GainType.SO3 else 1
