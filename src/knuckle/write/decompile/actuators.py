"""Actuators, in the terms of `<general>`."""

from typing import Any

from knuckle.schema.actuators import activation_count
from knuckle.schema.enums import BiasType, ControlChart, ControlInput, DynType, GainType, Interpolation, TrnType
from knuckle.schema.inputs import CANONICAL, SIGNATURES
from knuckle.spec.tree import Actuator
from knuckle.write.decompile.source import Source, copied, plain

# kind of transmission -> attributes and kinds of what it acts on
TARGETS = {
    TrnType.JOINT: (("joint", "joint"),),
    TrnType.JOINTINPARENT: (("jointinparent", "joint"),),
    TrnType.TENDON: (("tendon", "tendon"),),
    TrnType.SLIDERCRANK: (("cranksite", "site"), ("slidersite", "site")),
    TrnType.SITE: (("site", "site"), ("refsite", "site")),
    TrnType.BODY: (("body", "body"),),
}
OWN_RANGE = {"pos": "ctrlrange", "vel": "velrange", "ff": "ffrange"}  # of the inputs of a controller
COPIED = ("group", "delay", "armature", "cranklength", "actrange", "forcerange", "dynprm", "gainprm", "biasprm", "user")


def decompile_actuators(source: Source) -> list[Any]:
    return source.add("actuator", (_actuator(source, k) for k in range(source.m.nactuator)))


def _actuator(source: Source, k: int) -> Any:
    m = source.m
    gain, out = GainType(m.actuator_gaintype[k]), int(m.actuator_outadr[k])
    node = Actuator(
        dyntype=DynType(m.actuator_dyntype[k]),
        gaintype=gain,
        biastype=BiasType(m.actuator_biastype[k]),
        actearly=bool(m.actuator_actearly[k]),
        actlimited=bool(m.actuator_actlimited[k]),
        forcelimited=bool(m.actuator_forcelimited[k]),
        nsample=int(m.actuator_history[k, 0]),
        interp=Interpolation(m.actuator_history[k, 1]),
        damping=(plain(m.actuator_damping[k]), *plain(m.actuator_dampingpoly[k])),
        gear=plain(m.actuator_gear[out]),
        input=_inputs(gain, int(m.actuator_ctrlspec[k])),
        **copied(m, "actuator", k, COPIED),
        **_targets(source, k),
    )
    if m.actuator_lengthrange[out].any():
        node.lengthrange = plain(m.actuator_lengthrange[out])
    _set_activations(m, k, node)
    _set_control_ranges(m, k, node)
    return node


def _targets(source: Source, k: int) -> dict[str, str | None]:
    """What it acts on; an orientation on a ball joint, or on a site in another one's frame."""
    m = source.m
    kind, ends = TrnType(m.actuator_trntype[k]), m.actuator_trnid[k].tolist()
    if kind == TrnType.SO3:
        kind = TrnType.SITE if ends[1] >= 0 else TrnType.JOINT
    return {name: source.named(word, end) for (name, word), end in zip(TARGETS[kind], ends, strict=False)}


def _inputs(gain: GainType, bits: int) -> str:
    """The words of attribute `input`; nothing for a plain command."""
    if gain == GainType.SO3:
        return str(ControlChart(bits))
    if gain not in SIGNATURES:
        return ""
    return " ".join(word for word in CANONICAL if bits & ControlInput[word.upper()])


def _set_activations(m: Any, k: int, node: Any) -> None:
    """`actdim`, where its author asked for more activations than the kind has."""
    count = int(m.actuator_actnum[k])
    if count != activation_count(node.dyntype, int(m.actuator_actspec[k]), node.gaintype):
        node.actdim = count


def _set_control_ranges(m: Any, k: int, node: Any) -> None:
    start, count = int(m.actuator_ctrladr[k]), int(m.actuator_ctrlnum[k])
    if node.gaintype != GainType.PID:
        if count:
            node.ctrllimited = bool(m.actuator_ctrllimited[start])
            node.ctrlrange = plain(m.actuator_ctrlrange[start])
        return
    for i, word in enumerate(node.input.split()):
        setattr(node, OWN_RANGE[word], plain(m.actuator_ctrlrange[start + i]))
        if word == "pos":
            node.ctrllimited = bool(m.actuator_ctrllimited[start + i])
