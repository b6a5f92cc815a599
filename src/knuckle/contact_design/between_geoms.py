"""The physical terms of contacts between two geoms of a model."""

from knuckle.contact_terms.pairs import cone_factor
from knuckle.contact_terms.terms import ContactTerms
from knuckle.data.data import Data
from knuckle.functions.contact_hooks import add_contact
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.schema.enums import EnableBit

DEPTH = 1e6  # [m] deeper than any negative margin, so that the contact counts


def contact_between(m: Model, geom1: str | int, geom2: str | int) -> ContactTerms:
    """Return what the contacts between two geoms, given by name or index, mean physically: stiffness, restitution, ….

    The effective mass is that of the reference pose, 1 / (w₁ + w₂), where w are the inverse weights of both bodies
    (`m.body_invweight0`).
    """
    first, second = find(m, "geom", geom1), find(m, "geom", geom2)
    if first == second:
        raise ValueError(f"contact_between: expected two geoms, found geom {geom1!r} twice")
    solref, solimp, condim, friction = _parameters(m, first, second)
    weight = float(sum(m.body_invweight0[m.geom_bodyid[g], 0] for g in (first, second)))
    return ContactTerms(
        tuple(map(float, solref)),
        tuple(map(float, solimp)),
        1.0 / weight if weight > 0.0 else None,
        float(m.opt.timestep),
        cone_factor(m.opt.cone, condim, friction, m.opt.impratio),
    )


def _parameters(m: Model, first: int, second: int) -> tuple:
    """solref, solimp, dimension and sliding friction: those of the explicit pair where there is one, else mixed."""
    ends = zip(m.pair_geom1.tolist(), m.pair_geom2.tolist(), strict=True)
    pairs = [p for p, pair in enumerate(ends) if set(pair) == {first, second}]
    if not pairs:
        return _mixed(m, first, second)
    p, dimension = pairs[0], int(m.pair_dim[pairs[0]])
    if m.opt.enableflags & EnableBit.OVERRIDE:
        return m.opt.o_solref, m.opt.o_solimp, dimension, float(m.opt.o_friction[0])
    return m.pair_solref[p], m.pair_solimp[p], dimension, float(m.pair_friction[p, 0])


def _mixed(m: Model, first: int, second: int) -> tuple:
    """What a contact of the two geoms in some state gets."""
    d = Data(m)
    c = add_contact(m, d, first, second, -DEPTH, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    arrays = d._arrays
    friction = float(arrays["contact_friction"][c, 0])
    return arrays["contact_solref"][c], arrays["contact_solimp"][c], int(arrays["contact_dim"][c]), friction
