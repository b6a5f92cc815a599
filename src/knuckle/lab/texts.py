"""Schemes from text, as a command line gives them: `Gauss050(sweeps=10)`."""

import ast
from dataclasses import fields

from knuckle.errors import nearest
from knuckle.lab.faults import LabError
from knuckle.lab.scheme import Scheme
from knuckle.lab.table import scheme_classes

# what `knuckle lab` compares unless it is told
USUAL = (
    *("Main()", "Gauss050(mindist=0.1, clamp=True)", "Gauss050(equality='soft', softness=0.1)", "Interior()"),
    *("Lcp(mindist=0.03)", "Anitescu(mindist=0.03)", "Convex()", "Coulomb(mindist=0.03)", "Baumgarte(alpha=20.0)"),
    *("Compliant(integrator='implicit')", "Patch(integrator='implicit')", "Hybrid()", "Augmented(start='rest')"),
)


def scheme_of(text: str) -> Scheme:
    """The scheme that a call describes; only literals are read, nothing is run."""
    try:
        tree = ast.parse(text if "(" in text else f"{text}()", mode="eval").body
    except SyntaxError:
        tree = None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.args:
        raise LabError(f"scheme: expected a call such as Gauss050(sweeps=10), found {text!r}")
    name, known = tree.func.id, scheme_classes()
    if name not in known:
        raise LabError(f"unknown scheme {name!r}{nearest(name, known)}; there are: {', '.join(known)}")
    own = [f.name for f in fields(known[name])]
    values = {}
    for word in tree.keywords:
        if word.arg not in own:
            raise LabError(f"{name} has no parameter {word.arg!r}{nearest(str(word.arg), own)}")
        try:
            values[word.arg] = ast.literal_eval(word.value)
        except ValueError:
            raise LabError(
                f"{name}: {word.arg}: expected a number or text, found {ast.unparse(word.value)!r}"
            ) from None
    return known[name](**values)
