"""What holds between the attributes of an element, looked at when a Spec is compiled: they may have been changed."""

from typing import Any

from knuckle.edit.written import Line
from knuckle.errors import Problems
from knuckle.parse.actuators import SECONDS
from knuckle.parse.elements import ElementReader
from knuckle.parse.finish import finish
from knuckle.parse.sensors import NEEDS_ONE
from knuckle.parse.xml import Element
from knuckle.schema.inputs import SIGNATURES
from knuckle.schema.mjcf import TARGETS
from knuckle.spec.references import ENDS, TOGETHER
from knuckle.spec.tree import Spec, python_name


def check_complete(spec: Spec, problems: Problems) -> None:
    """Add to the problems what is missing, given twice, or against the rules of an element."""
    reader = ElementReader(problems, frozenset())
    for node in (spec.compiler, spec.option, spec.size, *spec.meshes, *spec.textures):
        _check_rules(node, reader)
    for node in [*spec.equalities, *spec.pairs]:
        _check_ends(node, problems)
    for node in spec.actuators:
        _check_targets(node, problems)
    for node in spec.sensors:
        _check_objects(node, problems)
    for node in spec.numerics:
        if node.size is None or len(node.data) != node.size:
            problems.about(node, f"data has {len(node.data)} values, its size is {node.size}")
    for tendon in spec.tendons:
        if not tendon.path:
            problems.about(tendon, "the tendon has no path: add sites, geoms or joints to it")


def _check_rules(node: Any, reader: ElementReader) -> None:
    """The rules of the parser, which attributes that were assigned have not met."""
    own = {name: value for name in node.given if (value := getattr(node, python_name(name), None)) is not None}
    line: Any = Line(node.place)
    raw = Element(node.tag, line, 0, own)
    finish(raw, node.key, own, {}, reader)


def _check_ends(node: Any, problems: Problems) -> None:
    """An equality or a pair has what it needs at both ends, and these differ."""
    for kind in ENDS.get(node.tag, ("geom",)):
        first, second = getattr(node, f"{kind}1"), getattr(node, f"{kind}2")
        if first and first == second:
            problems.about(node, f'both ends are "{first}"')
    if node.tag not in ("connect", "weld"):
        return
    if bool(node.site1) != bool(node.site2) or bool(node.site1) == bool(node.body1):
        problems.about(node, "needs either body1, or site1 and site2")
    elif node.tag == "connect" and node.body1 and node.anchor is None:
        problems.about(node, 'attribute "anchor" is missing or empty')


def _check_targets(node: Any, problems: Problems) -> None:
    """An actuator acts on one thing, and its controls are such that its gain can have."""
    given = [name for name in TARGETS if getattr(node, name)]
    if len(given) != 1:
        found = ", ".join(given) or "none"
        problems.about(node, f"the actuator needs one target out of {', '.join(TARGETS)}, found {found}")
    signature = SIGNATURES.get(node.gaintype)
    if signature is not None and any(word not in signature.words for word in (node.input or "").split()):
        problems.about(node, f'input "{node.input}": expected {", ".join(signature.words)}')
    for second, first in SECONDS.items():
        if isinstance(getattr(node, second), str) and not getattr(node, first):
            problems.about(node, f"{second} goes with {first} only")


def _check_objects(node: Any, problems: Problems) -> None:
    """A sensor has all objects that it is about."""
    for group in NEEDS_ONE.get(node.tag, ()):
        if sum(bool(getattr(node, name)) for name in group) != 1:
            problems.about(node, f"needs one of the attributes {', '.join(group)}")
    for kind, name in TOGETHER:
        if bool(getattr(node, kind, None)) != bool(getattr(node, name, None)):
            problems.about(node, f"{kind} and {name} go together")
