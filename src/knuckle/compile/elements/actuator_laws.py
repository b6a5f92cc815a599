"""What the kinds of activation, gain and bias of an actuator ask of each other and of their parameters."""

from collections.abc import Callable
from typing import Any

from knuckle.compile.parts import ActuatorPart, Assembly
from knuckle.compile.problems import words
from knuckle.schema.actuators import activation_count, activation_states
from knuckle.schema.enums import BiasType, DynType, GainType
from knuckle.schema.inputs import input_words

MOST_ACTIVATIONS = 1 << 16  # of one actuator


def count_activations(a: Assembly, part: ActuatorPart) -> int:
    """How many activations an actuator has, and whether attribute actdim may say so."""
    node: Any = part.node
    count = activation_count(node.dyntype, states_of(node), node.gaintype)
    kind = str(node.dyntype.name).lower()
    if node.dyntype == DynType.USER and node.actdim != -1:
        if not 1 <= node.actdim <= MOST_ACTIVATIONS:
            a.problems.about(node, f'actdim="{node.actdim}" must be 1 to {MOST_ACTIVATIONS} with dyntype user')
        count = min(max(node.actdim, 1), MOST_ACTIVATIONS)
    elif node.actdim not in (-1, count):
        a.problems.about(node, f'actdim="{node.actdim}" must be {count} with dyntype {kind}')
    if any(node.actrange) and node.dyntype == DynType.NONE and node.actlimited is not False:
        a.problems.about(node, f'actrange="{words(node.actrange)}" has no meaning without activation: give a dyntype')
    return count


def states_of(node: Any) -> int:
    return activation_states(node.dyntype, node.dynprm, node.gainprm)


def check_laws(a: Assembly, part: ActuatorPart) -> None:
    """Report what does not go together."""
    node: Any = part.node
    if node.gaintype in SIMPLE_GAINS and node.biastype in SIMPLE_BIASES and node.dyntype not in NEEDED_GAINS:
        return
    if node.gaintype in GAIN_RULES:
        GAIN_RULES[node.gaintype](a, node)
    if (node.gaintype == GainType.SO3) != (node.biastype == BiasType.SO3):
        a.problems.about(node, "gaintype and biastype must both be so3, or neither")
    for dynamics, gain in NEEDED_GAINS.items():
        if node.dyntype == dynamics and node.gaintype != gain:
            a.problems.about(node, f"dyntype {_word(dynamics)} needs gaintype {_word(gain)}")
    if (node.gaintype == GainType.DCMOTOR) != (node.biastype == BiasType.DCMOTOR):
        a.problems.about(node, "gaintype and biastype must both be dcmotor, or neither")
    for kind, prm in (
        (node.gaintype == GainType.MUSCLE, node.gainprm),
        (node.biastype == BiasType.MUSCLE, node.biasprm),
    ):
        if kind and not _check_muscle(a, node, prm):
            break


def _word(kind: Any) -> str:
    return str(kind.name).lower()


def _needs_dynamics(a: Assembly, node: Any, *kinds: DynType) -> None:
    if node.dyntype not in kinds:
        names = " or ".join(map(_word, kinds))
        a.problems.about(node, f"gaintype {_word(node.gaintype)} needs dyntype {names}, got {_word(node.dyntype)}")


def _check_pid(a: Assembly, node: Any) -> None:
    _needs_dynamics(a, node, DynType.NONE, DynType.PID)
    if node.biastype != BiasType.AFFINE:
        a.problems.about(node, f"gaintype pid needs biastype affine, got {_word(node.biastype)}")
    integral, slew = node.gainprm[0], node.dynprm[1]
    if node.dyntype == DynType.NONE and integral:
        a.problems.about(node, f"an integral gain (gainprm[0] = {integral:g}) needs dyntype pid")
    if node.dyntype == DynType.PID and not (integral > 0 or slew > 0):
        a.problems.about(node, "dyntype pid needs an integral gain (gainprm[0]) or a largest slew (dynprm[1])")
    if node.dyntype == DynType.PID and "pos" not in input_words(node.gaintype, node.input):
        a.problems.about(node, 'integral gain and slew need the input "pos"')


def _check_orientation(a: Assembly, node: Any) -> None:
    _needs_dynamics(a, node, DynType.NONE, DynType.INTEGRATOR)
    if node.gainprm[0] != -node.biasprm[1]:
        found = f"got {node.gainprm[0]:g} and {node.biasprm[1]:g}"
        a.problems.about(node, f"gaintype so3 needs gainprm[0] = -biasprm[1], {found}")
    if node.input == "quat" and node.dyntype != DynType.NONE:
        a.problems.about(node, 'input "quat" needs dyntype none')
    if node.forcerange[0]:
        told = f'forcerange="{words(node.forcerange)}" bounds the length of a torque: the first value must be 0'
        a.problems.about(node, told)


def _check_motor(a: Assembly, node: Any) -> None:
    _needs_dynamics(a, node, DynType.NONE, DynType.DCMOTOR)
    if node.dyntype == DynType.DCMOTOR and not node.actearly:
        a.problems.about(node, 'dyntype dcmotor needs actearly="true"')
    resistance, constant, *_ = node.gainprm
    inputs = set(input_words(node.gaintype, node.input))
    if not resistance > 0:
        a.problems.about(node, f"a dcmotor needs a positive resistance (gainprm[0]), got {resistance:g}")
    if not constant > 0 and inputs != {"none"}:
        a.problems.about(node, f"a dcmotor needs a positive motor constant (gainprm[1]), got {constant:g}")
    if (any(node.gainprm[4:7]) or node.dynprm[7] > 0) and not inputs & {"pos", "vel", "ff"}:
        a.problems.about(node, 'the controller of a dcmotor needs an input "pos", "vel" or "ff"')
    elif node.gainprm[5] and "pos" not in inputs:
        a.problems.about(node, 'the integral gain of a dcmotor needs the input "pos"')


def _check_muscle(a: Assembly, node: Any, prm: tuple) -> bool:
    low, high, _, scale, shortest, longest, *speeds_and_forces = prm[:9]
    if not low < high:
        a.problems.about(node, f"the range of a muscle must ascend, got {low:g} {high:g}")
    elif not shortest < 1 < longest:
        a.problems.about(node, f"a muscle needs lmin < 1 < lmax, got {shortest:g} and {longest:g}")
    elif not min(scale, *speeds_and_forces) > 0:
        a.problems.about(node, "a muscle needs positive scale, vmax, fpmax and fvmax")
    else:
        return True
    return False


SIMPLE_GAINS = frozenset({GainType.FIXED, GainType.AFFINE})
SIMPLE_BIASES = frozenset({BiasType.NONE, BiasType.AFFINE})
NEEDED_GAINS = {DynType.PID: GainType.PID, DynType.DCMOTOR: GainType.DCMOTOR}
GAIN_RULES: dict[GainType, Callable[[Assembly, Any], None]] = {
    GainType.PID: _check_pid,
    GainType.SO3: _check_orientation,
    GainType.DCMOTOR: _check_motor,
}
