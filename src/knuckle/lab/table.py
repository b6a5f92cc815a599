"""The schemes that there are: name and file of each."""

from functools import cache
from importlib import import_module

from knuckle.lab.scheme import Scheme

# name | module with a class of that name
SCHEMES = {
    "Main": "knuckle.lab.schemes.main",
    "Gauss050": "knuckle.lab.schemes.gauss050",
    "Interior": "knuckle.lab.schemes.interior",
    "Lcp": "knuckle.lab.schemes.lcp",
    "Anitescu": "knuckle.lab.schemes.anitescu",
    "Convex": "knuckle.lab.schemes.convex",
    "Coulomb": "knuckle.lab.schemes.coulomb",
    "Baumgarte": "knuckle.lab.schemes.baumgarte",
    "Compliant": "knuckle.lab.schemes.compliant",
    "Patch": "knuckle.lab.schemes.patch",
    "Hybrid": "knuckle.lab.schemes.hybrid",
    "Augmented": "knuckle.lab.schemes.augmented",
}


@cache
def scheme_classes() -> dict[str, type[Scheme]]:
    """All schemes by name."""
    return {name: getattr(import_module(module), name) for name, module in SCHEMES.items()}
