"""What a body knows of the bodies below it and of its geoms at once."""

from collections.abc import Mapping
from typing import Any

from knuckle.compile.parts import Assembly


def sum_over_bodies(a: Assembly) -> None:
    """Pass: masses of subtrees, and for collision the margins and contact types of the geoms of a body."""
    a.arrays |= body_sums(a.arrays)


def body_sums(arrays: Mapping[str, Any]) -> dict[str, list]:
    """body_subtreemass, body_margin, body_contype and body_conaffinity, from a model's arrays or lists of rows."""
    mass = [float(mass) for mass in arrays["body_mass"]]
    for b, parent in reversed(list(enumerate(arrays["body_parentid"]))[1:]):
        mass[parent] += mass[b]
    margin, types, affinities = [0.0] * len(mass), [0] * len(mass), [0] * len(mass)
    names = ("bodyid", "margin", "gap", "contype", "conaffinity")
    for b, most, gap, kind, affinity in zip(*(arrays[f"geom_{name}"] for name in names), strict=True):
        margin[b] = max(margin[b], most + gap)
        types[b] |= int(kind)
        affinities[b] |= int(affinity)
    return {
        "body_subtreemass": mass,
        "body_margin": margin,
        "body_contype": types,
        "body_conaffinity": affinities,
    }
