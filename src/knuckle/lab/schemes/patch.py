"""Contact patches with pressure."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.faults import check_real, check_state
from knuckle.lab.materials import NO_MATERIALS, Materials
from knuckle.lab.patches.forces import PatchContact, Pressed, press, soft_pairs
from knuckle.lab.problem import Problem
from knuckle.lab.schemes.compliant import Compliant, Surfaces
from knuckle.lab.world import World, check_support
from knuckle.model.model import Model


@dataclass(frozen=True, repr=False)
class Patch(Compliant):
    """Pressure p = E ε/L over the patch where soft solids press, ε the depth below the surface; the rest as Compliant.

    Soft are geoms whose material has a `modulus`, and with `modulus` here all that move [Pa]; boxes and spheres, on
    planes and on each other. `thickness` is L [m]; None: the depth of a geom's innermost point. Friction acts at every
    point of a patch, so that torsion and rolling resistance come of themselves. `lab.patches` shows the patches.
    Rows of contacts get the forces that come nearest to those of the patch. With the integrator "implicit" points push
    as at the end of the step, patches as at its start.
    """

    modulus: float | None = None
    thickness: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("modulus", "thickness"):
            if getattr(self, name) is not None:
                check_real("Patch", name, getattr(self, name), 0, above=True)

    @property
    def fallback(self) -> None:
        return None

    def surfaces(self, p: Problem, world: World | None) -> Surfaces:
        if world is None:
            return super().surfaces(p, world)
        found = [(pair, press(world, self, pair)) for pair in soft_pairs(world, self)]
        push, rows = np.zeros(p.nv), np.ones(p.rows, bool)
        shown, worst = np.zeros(p.rows), 0.0
        for pair, pressed in found:
            own = rows_of(world, p, pair)
            rows[own] = False
            if pressed is not None:
                push += pressed.qfrc
                shown[own] = np.linalg.lstsq(p.J_I[own].T, pressed.qfrc, rcond=None)[0]
                worst = max(worst, p.h * p.h * pressed.stiffness * inverse_inertia(p, pressed))
        return Surfaces(rows, push, shown, worst)


def inverse_inertia(p: Problem, pressed: Pressed) -> float:
    """n M⁻¹ nᵀ of the centre of a patch. [1/kg]"""
    return float(pressed.row @ np.linalg.solve(p.M, pressed.row))


def rows_of(world: World, p: Problem, pair: tuple[int, int]) -> np.ndarray:
    """The rows of all contacts of two geoms."""
    d, dims = world.d, p.dims if p.rows else p.kinds
    out: list[int] = []
    for c in np.flatnonzero(d.contact_efc_address >= 0):
        if tuple(map(int, d.contact_geom[c])) == pair:
            r = int(d.contact_efc_address[c]) - p.ne
            out += range(r, r + int(dims[r]))
    return np.array(out, int)


def patches(m: Model, d: Data, scheme: Patch, *, materials: Materials = NO_MATERIALS) -> list[PatchContact]:
    """The patches of the present state: forces, areas, points and pressures."""
    if not isinstance(scheme, Patch):
        raise TypeError(f"patches: expected a Patch, found {type(scheme).__name__}")
    check_support(m, scheme)
    world: Any = World(m, d, scheme, materials=materials)
    check_state("patches", d)
    world.observe()
    found = (press(world, scheme, pair) for pair in soft_pairs(world, scheme))
    return [pressed.contact for pressed in found if pressed is not None]
