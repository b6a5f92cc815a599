"""Contact pairs that are described physically, by custom numbers of the model.

    <contact><pair name="bounce" geom1="ball" geom2="floor"/></contact>
    <custom><numeric name="contact.bounce.restitution" data="0.7"/></custom>

The numbers are `stiffness` [N/m], `damping` [N s/m], `restitution`, `impact_speed` [m/s], and `mass` [kg] where it is
not that of the reference pose. They become `pair_solref` and `pair_solimp` for the model's time step.

Where a model was attached, both names have its prefix and suffix: `left-contact.bounce.restitution` is about
`left-bounce`. Where a pair was replicated, its numbers are about all of its replicas: `bounce0`, `bounce1`, ….
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from knuckle.contact_terms.terms import ContactTerms, physical_terms
from knuckle.schema.enums import Cone

PREFIX = "contact."
PROPERTIES = ("stiffness", "damping", "restitution", "mass", "impact_speed")
SMALLEST_FRICTION = 1e-5
_ATTACHED = re.compile(rf"(.*?)contact\.(.+)\.({'|'.join(PROPERTIES)})(.*)", re.DOTALL)

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class PhysicalPair:
    """A pair by number and name, the custom number that names it first, and where each of its properties stands."""

    number: int
    name: str
    numeric: int
    places: dict[str, int] = field(default_factory=dict)  # in numeric_data

    def terms(self, arrays: Arrays, timestep: float) -> ContactTerms:
        """Its contact for a time step; ValueError where there is none."""
        values = {name: float(arrays["numeric_data"][place]) for name, place in self.places.items()}
        p = self.number
        if "mass" not in values and (weight := _weight(arrays, p)) > 0.0:
            values["mass"] = 1.0 / weight
        cone, impratio = int(arrays["opt_cone"]), float(arrays["opt_impratio"])
        factor = cone_factor(cone, int(arrays["pair_dim"][p]), float(arrays["pair_friction"][p, 0]), impratio)
        try:
            return physical_terms(timestep=timestep, cone_factor=factor, **values)
        except ValueError as error:
            raise ValueError(f'contact pair "{self.name}": {error}') from None


def _weight(arrays: Arrays, p: int) -> float:
    """Inverse of the effective mass of a pair in the reference pose."""
    bodies = (arrays["geom_bodyid"][arrays[f"pair_geom{end}"][p]] for end in (1, 2))
    return float(sum(arrays["body_invweight0"][body, 0] for body in bodies))


def numeric_name(pair: str, what: str) -> str:
    """The name of the custom number that is a property of a pair."""
    return f"{PREFIX}{pair}.{what}"


def described(name: str, pairs: Collection[str]) -> tuple[list[str], str]:
    """The pairs that a custom number is about, and the property: the pair that it names, else all replicas of that."""
    readings = []
    if (found := split(name)) is not None and found[1] in PROPERTIES:
        readings.append((found[0], "", found[1]))
    if (match := _ATTACHED.fullmatch(name)) is not None:
        prefix, pair, what, suffix = match.groups()
        readings.append((f"{prefix}{pair}", suffix, what))
    for stem, suffix, what in readings:
        if f"{stem}{suffix}" in pairs:
            return [f"{stem}{suffix}"], what
    for stem, suffix, what in readings:
        if replicas := [pair for pair in pairs if _is_replica(pair, stem, suffix)]:
            return replicas, what
    return [], ""


def _is_replica(pair: str, stem: str, suffix: str) -> bool:
    """Whether a name has the number of a replica after the stem."""
    number = pair.removeprefix(stem).removesuffix(suffix)
    return number[-1:].isdigit() and pair == f"{stem}{number}{suffix}"


def split(name: str) -> tuple[str, str] | None:
    """The pair and the property in the name of a custom number; None where it is about something else."""
    if not name.startswith(PREFIX) or name.count(".") < 2:
        return None
    pair, _, what = name.removeprefix(PREFIX).rpartition(".")
    return pair, what


def physical_pairs(numerics: Sequence[str], pairs: Sequence[str], arrays: Arrays) -> list[PhysicalPair]:
    """The pairs that custom numbers describe."""
    known = {name: p for p, name in enumerate(pairs) if name}
    found: dict[str, PhysicalPair] = {}
    for i, (numeric, place) in enumerate(zip(numerics, arrays["numeric_adr"].tolist(), strict=False)):
        about, what = described(numeric, known)
        for pair in about:
            places = found.setdefault(pair, PhysicalPair(known[pair], pair, i)).places
            if len(about) == 1 or what not in places:  # what is said about one replica holds for it
                places[what] = place
    return list(found.values())


def resolve(pairs: Sequence[PhysicalPair], arrays: Arrays, timestep: float) -> None:
    """Write the solver parameters of all pairs for a time step; where one cannot be met nothing is written."""
    terms = [pair.terms(arrays, timestep) for pair in pairs]
    for pair, each in zip(pairs, terms, strict=True):
        arrays["pair_solref"][pair.number] = each.solref
        arrays["pair_solimp"][pair.number] = each.solimp


def cone_factor(cone: int, condim: int, friction: float, impratio: float) -> float:
    """By how much a pyramidal cone with friction outweighs the normal row alone; 1 for all others."""
    if condim == 1 or cone != Cone.PYRAMIDAL:
        return 1.0
    friction = max(friction, SMALLEST_FRICTION)
    return float((condim - 1) * impratio / (friction**2 * (1.0 + friction**2)))
