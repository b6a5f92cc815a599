"""Contacts of both engines, matched: by their geoms, then by their points."""

from typing import Any

import numpy as np

from knuckle.comparison.both import Both
from knuckle.comparison.findings import Findings, element
from knuckle.schema.enums import GeomType

TIE = 1e-9  # [m] a contact so near to its margin may be there or not: a rounding decides
SEARCHED_TIE = 1e-6  # [m] the same where a search ends by its tolerance
FIELDS = ("dist", "pos", "frame", "includemargin", "friction", "solref", "solreffriction", "solimp", "dim", "adhesion")
SEARCHED = {GeomType.CYLINDER, GeomType.MESH, GeomType.HFIELD, GeomType.ELLIPSOID}


def compare_contacts(both: Both, findings: Findings) -> None:
    """Every field of every contact where a formula gives it; elsewhere, the depth of each pair of geoms."""
    ours, theirs = _by_geoms(both.d), _by_geoms(both.their_d)
    for geoms in sorted(ours.keys() | theirs.keys()):
        found = ours.get(geoms, []), theirs.get(geoms, [])
        if is_unique(*(int(both.m.geom_type[g]) for g in geoms)):
            _compare_each(both, findings, geoms, *found)
        else:
            _compare_depth(both, findings, geoms, *found)


def is_unique(first: int, second: int) -> bool:
    """Whether contacts between shapes of these kinds are where a formula says; of others several are as good."""
    if GeomType.PLANE in (first, second):
        return GeomType.MESH not in (first, second)
    return not {first, second} & SEARCHED and not first == second == GeomType.BOX


def _by_geoms(d: Any) -> dict[tuple[int, int], list[int]]:
    """The contacts of each pair of geoms."""
    found: dict[tuple[int, int], list[int]] = {}
    for c, geoms in enumerate(np.asarray(d.contact.geom).reshape(-1, 2).tolist()):
        found.setdefault((min(geoms), max(geoms)), []).append(c)
    return found


def _compare_each(both: Both, findings: Findings, geoms: tuple[int, int], ours: list[int], theirs: list[int]) -> None:
    """Match contacts by their points, the nearest first; those that are left must be ties."""
    a, b = both.d.contact, both.their_d.contact
    apart = np.linalg.norm(a.pos[ours][:, None] - b.pos[theirs][None], axis=2)
    left, right = set(range(len(ours))), set(range(len(theirs)))
    while left and right:
        i, k = min(((i, k) for i in left for k in right), key=lambda pair: apart[pair])
        left.discard(i)
        right.discard(k)
        extent, place = float(both.their_m.stat.extent), _geoms(both, geoms)
        for name in FIELDS:
            scale = extent if name in ("dist", "pos") else 0.0
            mine, other = getattr(a, name)[ours[i]], getattr(b, name)[theirs[k]]
            findings.add("collision", f"contact_{name}", mine, other, scale, place)
    alone = [_slack(a, ours[i]) for i in left] + [_slack(b, theirs[k]) for k in right]
    if any(slack > TIE for slack in alone):
        _miss(both, findings, geoms, len(ours), len(theirs))


def _compare_depth(both: Both, findings: Findings, geoms: tuple[int, int], ours: list[int], theirs: list[int]) -> None:
    """The distance of the deepest contact, which is the same wherever it lies."""
    a, b = both.d.contact, both.their_d.contact
    if ours and theirs:
        extent = float(both.their_m.stat.extent)
        depth, their_depth = a.dist[ours].min(), b.dist[theirs].min()
        findings.add("collision", "deepest contact_dist", depth, their_depth, extent, _geoms(both, geoms))
    elif max([_slack(a, c) for c in ours] + [_slack(b, c) for c in theirs]) > SEARCHED_TIE:
        _miss(both, findings, geoms, len(ours), len(theirs))


def _slack(contacts: Any, c: int) -> float:
    """How far a contact is inside of its margin. [m]"""
    return abs(float(contacts.includemargin[c] - contacts.dist[c]))


def _miss(both: Both, findings: Findings, geoms: tuple[int, int], ours: int, theirs: int) -> None:
    findings.miss("collision", "ncon", f"{_geoms(both, geoms)}: {ours} contacts, MuJoCo has {theirs}")


def _geoms(both: Both, geoms: tuple[int, int]) -> str:
    return " and ".join(element(both.m, "geom", g) for g in geoms)
