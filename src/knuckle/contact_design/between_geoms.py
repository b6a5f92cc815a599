"""The physical terms of contacts between two geoms of a model."""

from typing import TYPE_CHECKING

import numpy as np

from knuckle.contact_design.terms import ContactTerms
from knuckle.model.names import find
from knuckle.schema.enums import Cone, EnableBit

if TYPE_CHECKING:
    from knuckle.model.model import Model

SMALLEST_WEIGHT = 1e-15
SMALLEST_FRICTION = 1e-5


def contact_between(m: "Model", geom1: str | int, geom2: str | int) -> ContactTerms:
    """Return what the contacts between two geoms, given by name or index, mean physically: stiffness, restitution, ….

    The effective mass is that of the reference pose, 1 / (w₁ + w₂), where w are the inverse weights of both bodies
    (`m.body_invweight0`).
    """
    first, second = find(m, "geom", geom1), find(m, "geom", geom2)
    solref, solimp, condim, friction = _parameters(m, first, second)
    weight = float(sum(m.body_invweight0[m.geom_bodyid[g], 0] for g in (first, second)))
    factor = 1.0
    if condim > 1 and m.opt.cone == Cone.PYRAMIDAL:
        friction = max(friction, SMALLEST_FRICTION)
        factor = (condim - 1) * m.opt.impratio / (friction**2 * (1.0 + friction**2))
    return ContactTerms(
        tuple(map(float, solref)),
        tuple(map(float, solimp)),
        1.0 / weight if weight > 0.0 else None,
        float(m.opt.timestep),
        float(factor),
    )


def _parameters(m: "Model", first: int, second: int) -> tuple:
    """solref, solimp, dimension and sliding friction: those of the explicit pair where there is one, else mixed."""
    ends = zip(m.pair_geom1.tolist(), m.pair_geom2.tolist(), strict=True)
    pairs = [p for p, pair in enumerate(ends) if set(pair) == {first, second}]
    if pairs:
        p = pairs[0]
        values = m.pair_solref[p], m.pair_solimp[p], int(m.pair_dim[p]), float(m.pair_friction[p, 0])
    else:
        values = _mixed(m, first, second)
    if m.opt.enableflags & EnableBit.OVERRIDE:
        values = (m.opt.o_solref, m.opt.o_solimp, values[2], float(m.opt.o_friction[0]))
    return values


def _mixed(m: "Model", first: int, second: int) -> tuple:
    """The geom of higher priority decides; else the means by solmix, the larger dimension and friction."""
    if m.geom_priority[first] != m.geom_priority[second]:
        g = first if m.geom_priority[first] > m.geom_priority[second] else second
        return m.geom_solref[g], m.geom_solimp[g], int(m.geom_condim[g]), float(m.geom_friction[g, 0])
    one, two = float(m.geom_solmix[first]), float(m.geom_solmix[second])
    if one >= SMALLEST_WEIGHT and two >= SMALLEST_WEIGHT:
        share = one / (one + two)
    else:
        share = 0.5 if one < SMALLEST_WEIGHT and two < SMALLEST_WEIGHT else float(one >= SMALLEST_WEIGHT)
    ref1, ref2 = m.geom_solref[first], m.geom_solref[second]
    mean = ref1[0] > 0 and ref2[0] > 0
    solref = share * ref1 + (1 - share) * ref2 if mean else np.minimum(ref1, ref2)
    solimp = share * m.geom_solimp[first] + (1 - share) * m.geom_solimp[second]
    both = [first, second]
    return solref, solimp, int(m.geom_condim[both].max()), float(m.geom_friction[both, 0].max())
