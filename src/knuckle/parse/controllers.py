"""Shortcuts of actuators with several controls or states: what they set of the parameters of `general`.

Parameters of a dcmotor: dynprm holds the electrical time constant, the largest rate of current, thermal resistance and
capacitance, the ambient temperature, stiffness and damping of the bristles, and the limits of slew and integral of its
controller; gainprm resistance, motor constant, temperature coefficient and reference temperature, kp, ki, kd and the
largest voltage; biasprm amplitude, poles and phase of cogging, Coulomb and static friction and the Stribeck velocity.
"""

from math import sqrt

from knuckle.parse.simple_actuators import Values, damping, range_of_target, row
from knuckle.schema.enums import BiasType, DynType, GainType

PID_BUILT_IN = {"dynprm": row(), "gainprm": row(), "biasprm": row(0.0, -1.0), "input": ""}
ORIENTATION_BUILT_IN = {"gainprm": row(1.0), "biasprm": row(0.0, -1.0), "input": ""}
DC_BUILT_IN = {"dynprm": row(), "gainprm": row(), "biasprm": row(), "input": ""}


def pid(inherited: Values, own: Values) -> Values:
    """Bias −kp l − kv v, integral gain ki, limits of the integral and of the rate of the setpoint."""
    ki = own.get("ki", inherited["gainprm"][0])
    imax, slew = (own.get(name, inherited["dynprm"][k]) for k, name in enumerate(("imax", "slewmax")))
    kp = own.get("kp", -inherited["biasprm"][1])
    values = {
        "dyntype": DynType.PID if ki != 0 or slew > 0 else DynType.NONE,
        "gaintype": GainType.PID,
        "biastype": BiasType.AFFINE,
        "dynprm": row(imax if ki else 0.0, slew),
        "gainprm": row(ki),
        "biasprm": row(0.0, -kp, damping(inherited, own)),
        "input": own.get("input", inherited["input"]),
    }
    range_ = {"ctrlrange": own["posrange"]} if "posrange" in own else {}
    return values | range_ | range_of_target(inherited, own | range_, "ctrlrange")


def orientation(inherited: Values, own: Values) -> Values:
    kp = own.get("kp", inherited["gainprm"][0])
    return {
        "gaintype": GainType.SO3,
        "biastype": BiasType.SO3,
        "dynprm": row(1.0),
        "gainprm": row(kp),
        "biasprm": row(0.0, -kp, damping(inherited, own)),
        "input": own.get("input", inherited["input"]),
    }


def dcmotor(inherited: Values, own: Values) -> Values:
    """Every attribute that is given replaces its parameters; those that are not keep theirs."""
    dyn, gain, bias = (list(inherited[name]) for name in ("dynprm", "gainprm", "biasprm"))
    _electric(own, gain)
    given = {name: _padded(own[name], count) for name, count in COUNTS.items() if name in own}
    if "inductance" in given:
        inductance, time = given["inductance"]
        dyn[0] = inductance / gain[0] if inductance > 0 and gain[0] else time
    if "thermal" in given:
        dyn[2:5], gain[2:4] = _thermal(*given["thermal"])
    if "lugre" in given:
        stiff = given["lugre"] if given["lugre"][0] > 0 else (0.0,) * 5
        dyn[5:7], bias[3:6] = stiff[:2], stiff[2:]
    if "cogging" in given:
        bias[:3] = given["cogging"]
    if "controller" in given:
        kp, ki, kd, slew, most, voltage = given["controller"]
        dyn[7:9], gain[4:8] = (slew, most), (kp, ki, kd, max(voltage, 0.0))
    values = {
        "dyntype": DynType.DCMOTOR,
        "gaintype": GainType.DCMOTOR,
        "biastype": BiasType.DCMOTOR,
        "actearly": True,
        "input": own.get("input", inherited["input"]),
    }
    if "saturation" in given:
        torque, current, dyn[1] = given["saturation"]
        torque = torque if torque > 0 else gain[1] * current
        values |= {"forcerange": (-torque, torque), "forcelimited": True}
        if torque <= 0:
            values |= {"forcerange": (0.0, 0.0), "forcelimited": None}
    return values | {"dynprm": tuple(dyn), "gainprm": tuple(gain), "biasprm": tuple(bias)}


COUNTS = {"inductance": 2, "thermal": 6, "saturation": 3, "cogging": 3, "lugre": 5, "controller": 6}


def _padded(values: tuple[float, ...], count: int) -> tuple[float, ...]:
    return (*values, *(0.0,) * (count - len(values)))


def _electric(own: Values, gain: list[float]) -> None:
    """R and K: given, or K = V/ω₀ and R = K V/τ of the nominal point where they are not."""
    torque, back = _padded(own.get("motorconst", ()), 2)
    voltage, stall, speed = _padded(own.get("nominal", ()), 3)
    if "motorconst" in own:
        gain[1] = sqrt(torque * back) if torque > 0 and back > 0 else max(torque, back)
    elif "nominal" in own:
        gain[1] = voltage / speed if speed > 0 else 0.0
    if "resistance" in own:
        gain[0] = own["resistance"]
    elif "nominal" in own:
        gain[0] = gain[1] * voltage / stall if stall > 0 else 0.0


def _thermal(resistance: float, capacitance: float, time: float, *rest: float) -> tuple[tuple, tuple]:
    """(R, C, ambient temperature), (temperature coefficient, reference temperature); two of R, C, RC make the third."""
    coefficient, reference, ambient = rest
    if time > 0 and resistance > 0:
        capacitance = time / resistance
    elif time > 0 and capacitance > 0:
        resistance = time / capacitance
    return (resistance, capacitance, ambient), (coefficient, reference)
