"""Pass: the explicit contact pairs and the pairs of bodies that do not collide, in the order of their bodies."""

from math import sqrt

from knuckle.compile.parts import Assembly, GeomPart
from knuckle.schema.limits import CONTACT_DIMENSIONS

SHIFT = 16  # bits of the second body's number in a signature
MOST_FIRST, MOST_SECOND = 1 << 15, 1 << 16  # bodies that a signature can tell apart


def fill_pairs(a: Assembly) -> None:
    """Pairs sorted by both bodies, the geom of the lower body first; equal ones stay in file order.

    Lengths take the geometric mean of the factors of both geoms.
    """
    numbers = {geom.node.name: (i, geom) for i, geom in enumerate(a.geoms) if geom.node.name}
    rows = []
    for node in a.spec.pairs:
        if node.condim not in CONTACT_DIMENSIONS:
            a.problems.about(node, f'condim="{node.condim}" must be 1, 3, 4 or 6')
        ends = sorted((numbers[node.geom1], numbers[node.geom2]), key=lambda end: end[1].body)
        (first, geom1), (second, geom2) = ends
        rows.append((_signature(a, node, geom1.body, geom2.body), node, first, second, geom1, geom2))
    rows.sort(key=lambda row: row[0])
    a.pairs = [row[1] for row in rows]
    a.counts["npair"] = len(rows)
    columns: dict[str, list] = {
        "pair_signature": [row[0] for row in rows],
        "pair_geom1": [row[2] for row in rows],
        "pair_geom2": [row[3] for row in rows],
    }
    for _, node, _, _, geom1, geom2 in rows:
        for name, value in _parameters(node, geom1, geom2).items():
            columns.setdefault(name, []).append(value)
    a.arrays |= columns


def _parameters(node, geom1: GeomPart, geom2: GeomPart) -> dict[str, object]:
    length = sqrt(geom1.scaling.length * geom2.scaling.length)
    force = sqrt(geom1.scaling.unit(1, 1) * geom2.scaling.unit(1, 1))
    return {
        "pair_dim": node.condim,
        "pair_solref": node.solref,
        "pair_solreffriction": node.solreffriction,
        "pair_solimp": (*node.solimp[:2], length * node.solimp[2], *node.solimp[3:]),
        "pair_margin": length * node.margin,
        "pair_gap": length * node.gap,
        "pair_adhesion": force * node.adhesion,
        "pair_friction": (*node.friction[:2], *(length * value for value in node.friction[2:])),
    }


def fill_excludes(a: Assembly) -> None:
    """Pairs of bodies sorted by their numbers; equal ones stay in file order."""
    numbers = {body.node.name: body.body for body in a.bodies}
    rows = []
    for node in a.spec.excludes:
        first, second = sorted((numbers[node.body1], numbers[node.body2]))
        rows.append((_signature(a, node, first, second), node))
    rows.sort(key=lambda row: row[0])
    a.excludes = [node for _, node in rows]
    a.counts["nexclude"] = len(rows)
    a.arrays["exclude_signature"] = [signature for signature, _ in rows]


def _signature(a: Assembly, node, first: int, second: int) -> int:
    """Both bodies in one number, which orders the pairs: the first, shifted by 16 bits, and the second."""
    if first >= MOST_FIRST or second >= MOST_SECOND:
        a.problems.about(node, f"its bodies have the numbers {first} and {second}: there are too many bodies for pairs")
        return 0
    return (first << SHIFT) + second
