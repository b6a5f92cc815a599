"""Pass: warnings of solver references whose two numbers belong to different formats."""

from collections.abc import Iterator

from knuckle.compile.parts import Assembly
from knuckle.compile.problems import words
from knuckle.schema.enums import EnableBit


def warn_of_mixed_formats(a: Assembly) -> None:
    """Say where (time constant, damping ratio) and (−stiffness, −damping) are mixed: physics cannot use either then."""
    for node, name in _references(a):
        first, second = getattr(node, name)
        if (first > 0) != (second > 0):
            instead = "solref" if node.tag == "pair" and name == "solreffriction" else '"0.02 1"'
            a.warnings.append(
                f'{node.place}: {node.label}: {name}="{words((first, second))}" mixes formats, so {instead} is used: '
                "both a time constant and a damping ratio are positive, minus stiffness and minus damping are not"
            )


def _references(a: Assembly) -> Iterator[tuple]:
    """Elements with the names of their references; those of frames and classes count where elements have them."""
    for geom in a.geoms:
        yield geom.node, "solref"
    for joint in a.joints:
        if joint.node.tag != "freejoint":
            yield joint.node, "solreflimit"
            yield joint.node, "solreffriction"
    for pair in a.spec.pairs:
        yield pair, "solref"
        yield pair, "solreffriction"
    for equality in a.spec.equalities:
        yield equality, "solref"
    if a.spec.option.enableflags & EnableBit.OVERRIDE:
        yield a.spec.option, "o_solref"
