"""Schemes from text, as a command line gives them: `Gauss050(sweeps=10)`."""

import ast
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from knuckle.errors import nearest
from knuckle.lab.faults import LabError
from knuckle.lab.scheme import Scheme
from knuckle.lab.table import scheme_classes

FAULTS = ValueError, SyntaxError, TypeError, RecursionError, MemoryError  # of texts that are no Python, or no literals
# what `knuckle lab` compares unless it is told
USUAL = (
    *("Main()", "Gauss050(mindist=0.1, clamp=True)", "Gauss050(equality='soft', softness=0.1)", "Interior()"),
    *("Lcp(mindist=0.03)", "Anitescu(mindist=0.03)", "Convex()", "Coulomb(mindist=0.03)", "Baumgarte(alpha=20.0)"),
    *("Compliant(integrator='implicit')", "Patch(integrator='implicit')", "Hybrid()", "Augmented(start='rest')"),
)


def scheme_of(text: str) -> Scheme:
    """The scheme that a call describes; only literals are read, nothing is run."""
    call = _call(text if "(" in text else f"{text}()")
    if call is None:
        raise LabError(f"scheme: expected a call such as Gauss050(sweeps=10), found {text!r}")
    name, known = ast.unparse(call.func).removeprefix("lab."), scheme_classes()
    if name not in known:
        raise LabError(f"unknown scheme {name!r}{nearest(name, known)}; there are: {', '.join(known)}")
    own = _parameters(known[name])
    if len(call.args) > len(own):
        raise LabError(f"{name} has {len(own)} parameters, found {len(call.args)} values")
    given = [*zip(own, call.args, strict=False), *((word.arg, word.value) for word in call.keywords)]
    values: dict[str, Any] = {}
    for word, value in given:
        parameter = _parameter(known[name], word)
        if parameter in values:
            raise LabError(f"{name}: {parameter} is given twice")
        values[parameter] = _literal(f"{name}: {parameter}", value)
    return known[name](**values)


def swept(scheme: Scheme, parameter: str, texts: Iterable[str]) -> list[Scheme]:
    """The scheme with each of some values of a parameter; what is no literal is a word."""
    name = _parameter(type(scheme), parameter)
    return [replace(scheme, **{name: _value(text)}) for text in texts]


def _parameters(kind: type[Scheme]) -> list[str]:
    return [field.name for field in fields(kind)]


def _parameter(kind: type[Scheme], word: str | None) -> str:
    """The word; LabError where schemes of a kind have no such parameter."""
    own = _parameters(kind)
    if word not in own:
        raise LabError(f"{kind.__name__} has no parameter {word!r}{nearest(str(word), own)}")
    return word


def _call(text: str) -> ast.Call | None:
    """The call of a class by its name, alone or behind `lab.`; None for anything else."""
    try:
        tree = ast.parse(text, mode="eval").body
    except FAULTS:
        return None
    return tree if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name | ast.Attribute) else None


def _literal(owner: str, value: ast.expr) -> Any:
    try:
        return ast.literal_eval(value)
    except FAULTS:
        raise LabError(f"{owner}: expected a number or text, found {ast.unparse(value)!r}") from None


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except FAULTS:
        return text
