"""Where the numbers of a state are in the vectors of a keyframe, told from the elements that they belong to."""

from collections.abc import Iterator
from typing import Any

from knuckle.schema.actuators import activation_count, activation_states
from knuckle.schema.enums import DynType, JointType
from knuckle.schema.inputs import SIGNATURES, control_count, input_bits
from knuckle.schema.joints import DOF_WIDTH, QPOS_WIDTH
from knuckle.spec.tree import Node, Spec

VECTORS = ("qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic")
TENDON_PLASTIC = 2  # the resting range of a tendon's spring

Parts = dict[Node, dict[str, tuple[float, ...]]]  # element -> vector -> its numbers


def layout(spec: Spec) -> dict[str, dict[Node, tuple[int, int]]]:
    """Vector of a keyframe -> element -> start and length of its numbers."""
    found: dict[str, dict[Node, tuple[int, int]]] = {name: {} for name in VECTORS}
    sizes = dict.fromkeys(VECTORS, 0)
    for node in _owners(spec):
        for name, width in widths(node):
            if width:
                found[name][node] = (sizes[name], width)
                sizes[name] += width
    return found


def split_key(key: Any, places: dict[str, dict[Node, tuple[int, int]]]) -> Parts:
    """The vectors of a keyframe by element; a vector may end early, also within an element."""
    parts: Parts = {}
    for name, elements in places.items():
        values = getattr(key, name)
        for node, (start, width) in elements.items() if values is not None else ():
            if start < len(values):
                parts.setdefault(node, {})[name] = tuple(values[start : start + width])
    return parts


def joint_type(node: Any) -> JointType:
    return JointType.FREE if node.tag == "freejoint" else node.type


def widths(node: Any) -> Iterator[tuple[str, int]]:
    """How many numbers an element has in each vector."""
    if node.key == "body":
        yield "mpos", 3
        yield "mquat", 4
    elif node.key in ("joint", "freejoint"):
        kind = joint_type(node)
        yield "qpos", QPOS_WIDTH[kind]
        yield "qvel", DOF_WIDTH[kind]
        plastic = kind != JointType.FREE and node.springyield > 0
        yield "plastic", QPOS_WIDTH[kind] if plastic else 0
    elif node.key == "general":
        yield "act", activations(node)
        yield "ctrl", controls(node)
    else:
        yield "plastic", TENDON_PLASTIC if node.springyield > 0 else 0


def controls(node: Any) -> int:
    """How many controls an actuator has; one where its inputs are not what its gain can have."""
    signature = SIGNATURES.get(node.gaintype)
    if signature is not None and any(word not in signature.words for word in (node.input or "").split()):
        return 1
    return control_count(node.gaintype, input_bits(node.gaintype, node.input))


def activations(node: Any) -> int:
    """How many activations an actuator has."""
    if node.dyntype == DynType.USER and node.actdim != -1:
        return max(node.actdim, 1)
    return activation_count(node.dyntype, activation_states(node.dyntype, node.dynprm, node.gainprm), node.gaintype)


def _owners(spec: Spec) -> Iterator[Node]:
    """The elements that have a state, in the order of a compiled model: body by body, then tendons and actuators."""
    joints: dict[Node, list[Node]] = {spec.worldbody: []}  # by body, bodies depth first
    pending = [(spec.worldbody, spec.worldbody)]
    while pending:
        node, body = pending.pop()
        if node.key == "body":
            body = node
            joints[body] = []
        elif node.key in ("joint", "freejoint"):
            joints[body].append(node)
        pending.extend((child, body) for child in reversed(getattr(node, "children", ())))
    for body, inside in joints.items():
        if body is not spec.worldbody and body.mocap:
            yield body
        yield from inside
    yield from spec.tendons
    yield from spec.actuators
