"""Custom numbers that describe contact pairs go with them: when a pair is deleted, renamed or copied."""

from collections.abc import Callable, Set
from typing import Any

from knuckle.contact_terms.pairs import described, numeric_name
from knuckle.spec.copying import Budget, Copier, Naming
from knuckle.spec.tree import Node, Spec

Descriptions = list[tuple[Any, list[str], str]]


def descriptions(spec: Spec, gone: Set[str] = frozenset()) -> Descriptions:
    """(custom number, pairs that it is about, property) of each that describes pairs, also of such as are gone."""
    names = {pair.name for pair in spec.pairs if pair.name} | gone
    found = [(node, *described(node.name, names)) for node in spec.numerics]
    return [(node, pairs, what) for node, pairs, what in found if pairs]


def drop(spec: Spec, gone: Set[str]) -> list[Node]:
    """Take out what describes only pairs that are gone; return it."""
    dropped = [node for node, pairs, _ in descriptions(spec, gone) if gone >= {*pairs}]
    spec.numerics[:] = [node for node in spec.numerics if node not in dropped]
    return dropped


def follow(spec: Spec, before: Descriptions, former: str, name: str) -> None:
    """Let what described a pair describe it under its new name; other replicas of it keep what they have."""
    for node, pairs, what in before:
        if pairs == [former]:
            node.name = numeric_name(name, what)
        elif former in pairs:
            _describe_too(spec, node, name, what)


def copied(spec: Spec, before: Descriptions, naming: Callable[[str], str]) -> None:
    """Let what describes pairs describe their copies too."""
    names = {pair.name for pair in spec.pairs}
    for node, pairs, what in before:
        for pair in pairs:
            if naming(pair) in names:
                _describe_too(spec, node, naming(pair), what)


def _describe_too(spec: Spec, node: Any, pair: str, what: str) -> None:
    """Add a number of the same value for another pair, unless it is described by one already."""
    if pair not in described(node.name, [each.name for each in spec.pairs])[0]:
        new = Copier(Naming(), Budget()).copy(node)
        new.name = numeric_name(pair, what)
        spec.numerics.append(new)
