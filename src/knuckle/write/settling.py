"""A Spec in which everything holds under one compiler's settings: what was attached is told in those of the whole.

An attached model keeps its own units and rules (`origin`), and its keyframes name elements. A file has one notation: so
angles are converted, rules made explicit, and keyframes written out, which takes a compiled model.
"""

import copy
from math import degrees, radians
from typing import Any

import numpy as np

from knuckle.compile import Compiled, compile_spec
from knuckle.errors import Place
from knuckle.schema.enums import JointType
from knuckle.schema.mjcf import ORIENTATIONS
from knuckle.spec.layout import VECTORS
from knuckle.spec.orientation import orientation
from knuckle.spec.tree import Inertial, Key, Spec, sharing

LIMITS = {"limited": "range", "actuatorfrclimited": "actuatorfrcrange"}
LIMITS |= {"ctrllimited": "ctrlrange", "forcelimited": "forcerange", "actlimited": "actrange"}
MASS_RULES = ("inertiafromgeom", "inertiagrouprange", "boundmass", "boundinertia", "balanceinertia")
ATTACHED = "attached: "  # begins the names of files of attached models, which may be called like the whole one
ANGULAR = (JointType.HINGE, JointType.BALL)


def settled(spec: Spec) -> Spec:
    """The Spec itself where nothing was attached to it, else one that says the same without origins."""
    foreign = [node for node in (*spec.walk(), *spec.tendons, *spec.actuators) if node.origin is not None]
    named = any(key.parts is not None for key in spec.keys)
    if not foreign and not named:
        return spec
    made = compile_spec(spec)
    whole = sharing(spec)
    whole.worldbody = _tree(spec, spec.worldbody, made)
    whole.tendons = [_settled(spec, node) for node in spec.tendons]
    whole.actuators = [_settled(spec, node) for node in spec.actuators]
    whole.keys = [_key(key, made, k) for k, key in enumerate(spec.keys)]
    return whole


def _tree(spec: Spec, world: Any, made: Compiled) -> Any:
    """A copy of the kinematic tree; bodies are met in the order of their numbers."""
    copies: dict[int, Any] = {}
    numbers = iter(range(made.counts["nbody"]))
    for node in spec.walk():
        new = copies[id(node)] = _settled(spec, node)
        if node.key == "body":
            b = next(numbers)
            if node.inertial is not None:
                _put(new, "inertial", _settled(spec, node.inertial))
            if node is not world and _other_mass_rules(spec, node):
                _put(new, "inertial", _inertial(made, b))
                _put(new, "inertial_frames", [])
    for node in spec.walk():
        if hasattr(node, "children"):
            _put(copies[id(node)], "children", [copies[id(child)] for child in node.children])
        if node.key == "body":
            frames = [copies[id(frame)] for frame in copies[id(node)].inertial_frames]
            _put(copies[id(node)], "inertial_frames", frames)
    return copies[id(world)]


def _other_mass_rules(spec: Spec, node: Any) -> bool:
    own = spec.compiler_of(node)
    return any(getattr(own, name) != getattr(spec.compiler, name) for name in MASS_RULES)


def _inertial(made: Compiled, b: int) -> Any:
    pos, quat, moments = (tuple(made.arrays[f"body_{name}"][b].tolist()) for name in ("ipos", "iquat", "inertia"))
    return Inertial(pos=pos, quat=quat, mass=float(made.arrays["body_mass"][b]), diaginertia=moments)


def _settled(spec: Spec, node: Any) -> Any:
    """A copy of a node in the units and under the rules of the whole model."""
    new = copy.copy(node)
    if node.origin is None:
        return new
    own, whole = node.origin.compiler, spec.compiler
    _put(new, "origin", None)
    _put(new, "place", Place(ATTACHED + node.place.file, node.place.line, node.place.column))
    if own.autolimits != whole.autolimits:
        for flag, range_ in LIMITS.items():
            if getattr(node, flag, True) is None:
                low, high = getattr(node, range_)
                _put(new, flag, low < high)
    if (own.angle, own.eulerseq) != (whole.angle, whole.eulerseq):
        _turn(node, new, own)
    if own.angle != whole.angle and node.key == "joint" and node.type in ANGULAR:
        _convert_angles(new, radians if own.angle == "degree" else degrees)
    if node.key == "freejoint" and node.align is None:
        _put(new, "align", own.alignfree)
    return new


def _turn(node: Any, new: Any, own: Any) -> None:
    """An orientation by angles becomes a quaternion."""
    if getattr(node, "euler", None) is not None or getattr(node, "axisangle", None) is not None:
        quat = orientation(node, own)
        for name in ORIENTATIONS:
            _put(new, name, None)
        _put(new, "quat", quat)


def _convert_angles(joint: Any, convert: Any) -> None:
    low, high = joint.range
    limited = joint.limited if joint.limited is not None else low < high
    if limited:
        _put(joint, "range", (convert(low), convert(high)))
    for name in ("ref", "springref", "springyield"):
        if joint.type == JointType.HINGE or name == "springyield":
            _put(joint, name, convert(getattr(joint, name)))


def _key(key: Any, made: Compiled, k: int) -> Any:
    """A keyframe with whole vectors."""
    if key.parts is None:
        return key
    rows = {name: tuple(np.asarray(made.arrays[f"key_{name}"][k]).tolist()) for name in VECTORS}
    return Key(place=key.place, name=key.name, time=key.time, **{name: row for name, row in rows.items() if row})


def _put(node: Any, name: str, value: Any) -> None:
    """Set a field of a copy without the checks and notes of an edit."""
    node.__dict__[name] = value
