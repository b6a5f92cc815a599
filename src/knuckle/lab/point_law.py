"""Compliant forces of the rows of a problem, with the parameters that a scheme and materials give to each row."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.lab.calls import Prepared, compute, no_model, outputs
from knuckle.lab.problem import TANGENT, Kind, Problem
from knuckle.lab.world import World
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit

LAWS = ("linear", "voigt", "hunt-crossley")
FRICTIONS = ("coulomb-linear", "stribeck")
PLAIN = ("k", "c", "dissipation", "mu_static", "mu_dynamic", "stiction")


@dataclass
class RowLaw:
    """Parameters of each row; of friction those of tangents count, of springs those of normals and limits."""

    law: int
    power: float
    friction: int
    k: np.ndarray  # [N/m]
    c: np.ndarray  # [N s/m]
    dissipation: np.ndarray  # [s/m]
    mu_static: np.ndarray
    mu_dynamic: np.ndarray
    stiction: np.ndarray  # [m/s]

    _kernel: Prepared | None = field(default=None, init=False, repr=False)

    def forces(self, p: Problem, w: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(f, slopes) of rows at distances w with velocities v; see physics/lab/compliant.py. [N]"""
        if not p.rows:
            return np.zeros(0), np.zeros((0, 4))
        if self._kernel is None:
            self._kernel = self._prepared(p)
        values = self._kernel.values
        values["w"][:], values["v"][:] = w, v
        self._kernel()
        return values["force"].copy(), values["slope"].copy()

    def _prepared(self, p: Problem) -> Prepared:
        """The kernel with the parameters of all rows; distances and velocities are still to come."""
        numbers = {name: getattr(self, name) for name in PLAIN} | {"tangent": (p.kinds == TANGENT).astype(float)}
        law = {"law": self.law, "power": float(self.power), "friction": self.friction, "n": p.rows}
        given = {"w": np.zeros(p.rows), "v": np.zeros(p.rows), **outputs("lab_compliant_rows", n=p.rows)}
        return Prepared("lab_compliant_rows", no_model(), None, **law, **numbers, **given)

    def velocity_slopes(self, p: Problem, slope: np.ndarray) -> np.ndarray:
        """∂f/∂v between all rows, with w = w₀ + h v along normals: the block of each contact."""
        out, rows = np.zeros((p.rows, p.rows)), np.arange(p.rows)
        tangent = np.append(p.kinds == TANGENT, [False, False])
        normal = np.maximum.accumulate(np.where(tangent[:-2], 0, rows))
        out[rows, normal] = slope[:, 0] + p.h * slope[:, 3]
        for j in (1, 2):
            has = tangent[normal + j]
            out[rows[has], normal[has] + j] = slope[has, j]
        return out


def row_law(scheme: Any, p: Problem, world: World | None = None) -> RowLaw:
    """The law of each row: the scheme's parameters, and those of materials where they say more."""
    rows, d = p.rows, world.d if world is not None else None
    contacts = p.kinds == Kind.CONE
    k = np.where(contacts, float(scheme.stiffness), float(scheme.limit_stiffness))
    out = RowLaw(
        law=LAWS.index(scheme.law),
        power=float(scheme.power),
        friction=FRICTIONS.index(scheme.friction),
        k=k,
        c=np.full(rows, float(scheme.damping)),
        dissipation=np.full(rows, float(scheme.dissipation)),
        mu_static=p.mu.copy() if scheme.mu_static is None else np.full(rows, float(scheme.mu_static)),
        mu_dynamic=p.mu.copy() if scheme.mu_dynamic is None else np.full(rows, float(scheme.mu_dynamic)),
        stiction=np.full(rows, float(scheme.stiction_speed)),
    )
    if world is not None and d is not None:
        of_geom = geom_stiffness(scheme, world.m)
        for c in np.flatnonzero(d.contact_efc_address >= 0):
            r = int(d.contact_efc_address[c]) - p.ne
            pair = d.contact_geom[c]
            k[r] = of_geom[pair].min()
            if world.materials:
                put_material(out, world, r, int(p.dims[r]), pair)
    return out


def put_material(law: RowLaw, world: World, r: int, n: int, pair: np.ndarray) -> None:
    """What the materials of two geoms say about the rows of their contact."""
    material = world.materials.between(world.m, *map(int, pair))
    rows = slice(r, r + n)
    static, dynamic = material.mu_static, material.mu_dynamic
    given = {
        "k": material.stiffness,
        "dissipation": material.dissipation,
        "stiction": material.stiction_speed,
        "mu_static": dynamic if static is None else static,
        "mu_dynamic": static if dynamic is None else dynamic,
    }
    for name, value in given.items():
        if value is not None:
            getattr(law, name)[rows] = value


def geom_stiffness(scheme: Any, m: Model) -> np.ndarray:
    """The stiffness that each geom allows: the scheme's, or that at which the weight of its tree sinks in by `depth`.

    The softer of two counts; what cannot move allows any.
    """
    if scheme.depth is None:
        return np.full(m.ngeom, float(scheme.stiffness))
    gravity = float(np.linalg.norm(m.opt.gravity))
    if gravity == 0.0 or int(m.opt.disableflags) & DisableBit.GRAVITY:
        raise UnsupportedError(f"{scheme!r}: depth: a depth under weight needs gravity; give stiffness instead")
    mass = m.body_subtreemass[m.body_rootid[m.geom_bodyid]]
    moves = m.body_treeid[m.geom_bodyid] >= 0
    return np.where(moves, mass * gravity / scheme.depth, np.inf)


def frequencies(p: Problem, k: np.ndarray, c: np.ndarray) -> float:
    """The largest h² k + 2 h c seen by a mode of contact: a semi-implicit step needs less than 4.

    `k` and `c` are the slopes of the normal forces by depth and by its rate.
    """
    pushing = np.flatnonzero((k > 0) | (c > 0))
    if not len(pushing):
        return 0.0
    weight = np.sqrt(p.h * p.h * k[pushing] + 2 * p.h * c[pushing])
    if not np.isfinite(weight).all():
        return np.inf
    A = p.J_I[pushing] @ np.linalg.solve(p.M, p.J_I[pushing].T)
    return float(np.linalg.eigvalsh(weight[:, None] * A * weight)[-1])


def friction_ratios(friction: str, mu_static: float, mu_dynamic: float, sigma: np.ndarray) -> np.ndarray:
    """μ(σ) at many speeds: the law of the rows, with a normal force of 1 and slip along one tangent."""
    n = len(sigma)
    found = outputs("lab_compliant_rows", n=2 * n)
    v, w = np.zeros(2 * n), np.zeros(2 * n)
    v[1::2], w[::2] = sigma, -1.0
    one = np.ones(2 * n)
    numbers = {"k": one, "c": 0 * one, "dissipation": 0 * one, "stiction": one, "w": w, "v": v}
    numbers |= {"mu_static": mu_static * one, "mu_dynamic": mu_dynamic * one, "tangent": np.tile([0.0, 1.0], n)}
    law = {"law": 0, "power": 1.0, "friction": FRICTIONS.index(friction)}
    if n:
        compute("lab_compliant_rows", n=2 * n, **law, **numbers, **found)
    return -found["force"][1::2]
