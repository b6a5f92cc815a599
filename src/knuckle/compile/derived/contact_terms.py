"""Pass: contact pairs that custom numbers describe physically get solver parameters for the model's time step."""

from collections.abc import Mapping

import numpy as np

from knuckle.compile.parts import Assembly
from knuckle.contact_terms.pairs import PROPERTIES, described, physical_pairs, split
from knuckle.errors import nearest
from knuckle.schema.enums import Integrator


def fill_contact_terms(a: Assembly, names: dict[str, list[str]], arrays: Mapping[str, np.ndarray]) -> None:
    _check_names(a, names["pair"])
    for pair in physical_pairs(names["numeric"], names["pair"], arrays):
        node = a.spec.numerics[pair.numeric]
        try:
            terms = pair.terms(arrays, float(arrays["opt_timestep"]))
        except ValueError as fault:
            a.problems.about(node, str(fault))
            continue
        arrays["pair_solref"][pair.number], arrays["pair_solimp"][pair.number] = terms.solref, terms.solimp
        if arrays["opt_integrator"] == Integrator.RK4 and "stiffness" not in pair.places:
            told = f'contact pair "{pair.name}": RK4 cannot follow an impact of one step; give its stiffness too'
            a.warnings.append(f"{node.place}: {told}")


def _check_names(a: Assembly, pairs: list[str]) -> None:
    """A custom number that means to describe a pair names one that exists, and a property that there is."""
    for node in a.spec.numerics:
        pair, what = split(node.name) or ("", "")
        if what in PROPERTIES and not described(node.name, pairs)[0]:
            a.problems.about(node, f'there is no contact pair "{pair}"{nearest(pair, filter(None, pairs))}')
        elif pair and pair in pairs and what not in PROPERTIES:
            expected = f"expected one of {', '.join(PROPERTIES)}{nearest(what, PROPERTIES)}"
            a.problems.about(node, f'contact pair "{pair}" has no property "{what}", {expected}')
