"""What surfaces remember: deformations z and their rates ω, contact by contact.

A contact is recognised by its geoms and its place on the first of them; other rows by what they belong to. Places stay
where they were made, so that a contact that slides leaves its trace behind and makes new ones.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.lab.problem import Kind, Problem
from knuckle.lab.world import World

FORGOTTEN = 1e-9  # [m, m/s] deformations below this are none


@dataclass
class Deformation:
    """One place that is, or was, pressed: z, ω of its rows, and the numbers they obey.

    ω̇ = −b ω − k z − R f,   ż = ω on rows that have a residual, z = 0 on others
    """

    owner: tuple  # ("geom", g1, g2) or ("row", type, element, sign)
    place: np.ndarray  # in the frame of the first geom [m]
    z: np.ndarray
    w: np.ndarray
    k: np.ndarray  # [1/s²]
    b: np.ndarray  # [1/s]
    R: np.ndarray  # [1/kg]
    residual: np.ndarray  # which rows have one

    def advanced(self, force: np.ndarray, h: float) -> "Deformation":
        """A step later, under forces: ω' = ω + h (a* − R f), z' = z + h ω'."""
        w = self.w + h * (-self.b * self.w - self.k * self.z - self.R * force)
        z = np.where(self.residual, self.z + h * w, 0.0)
        return Deformation(self.owner, self.place, z, w, self.k, self.b, self.R, self.residual)

    @property
    def energy(self) -> float:
        """½ωᵀR⁻¹ω + ½zᵀR⁻¹kz. [J]"""
        return 0.5 * float(np.sum((self.w**2 + self.k * self.z**2) / self.R))

    @property
    def dissipation(self) -> float:
        """ωᵀR⁻¹bω. [W]"""
        return float(np.sum(self.b * self.w**2 / self.R))


@dataclass
class AugmentedMemory:
    """All deformations of a world."""

    places: list[Deformation] = field(default_factory=list)
    owner: Any = field(default=None, compare=False, repr=False)
    data: Any = field(default=None, compare=False, repr=False)

    @property
    def energy(self) -> float:
        """What all deformations hold, moving and elastic. [J]"""
        return sum(each.energy for each in self.places)

    @property
    def dissipation(self) -> float:
        """What they lose per second. [W]"""
        return sum(each.dissipation for each in self.places)


@dataclass
class RowGroup:
    """Rows that belong together: a contact, or one other row."""

    rows: slice
    owner: tuple
    place: np.ndarray


def groups(world: World, p: Problem) -> list[RowGroup]:
    """The rows that are in `d`, in order."""
    d, out, nowhere = world.d, [], np.zeros(3)
    kinds = np.concatenate([np.full(p.ne, -1), p.kinds])
    contact_at = {int(r): c for c, r in enumerate(d.contact_efc_address) if r >= 0}
    seen: dict[tuple, int] = {}
    r = 0
    while r < len(kinds):
        n = 1
        while r + n < len(kinds) and kinds[r + n] == Kind.TANGENT:
            n += 1
        if r in contact_at:
            c = contact_at[r]
            first, second = map(int, d.contact_geom[c])
            place = (d.contact_pos[c] - d.geom_xpos[first]) @ d.geom_xmat[first].reshape(3, 3)
            out.append(RowGroup(slice(r, r + n), ("geom", first, second), place))
        else:
            J = p.J_E[r] if r < p.ne else p.J_I[r - p.ne]
            side = float(np.sign(J[np.flatnonzero(J)[0]])) if kinds[r] == Kind.LIMIT and J.any() else 0.0
            key = ("row", int(d.efc_type[r]), int(d.efc_id[r]), side)
            seen[key] = seen.get(key, -1) + 1
            out.append(RowGroup(slice(r, r + 1), (*key, seen[key]), nowhere))
        r += n
    return out


def find(group: RowGroup, places: list[Deformation], match: float) -> Deformation | None:
    """The place that rows press on: the nearest of the same owner, within `match`."""
    n = group.rows.stop - group.rows.start
    mine = [each for each in places if each.owner == group.owner and len(each.z) == n]
    near = [(float(np.linalg.norm(each.place - group.place)), k) for k, each in enumerate(mine)]
    distance, k = min(near, default=(np.inf, 0))
    return mine[k] if distance <= match else None


def made(world: World, p: Problem, group: RowGroup, start: str) -> Deformation:
    """A place that was not pressed before: as the rows are now ("tracking"), or undeformed ("rest")."""
    d, rows = world.d, group.rows
    K, b, impedance = (d.efc_KBIP[rows, j].copy() for j in range(3))
    residual = has_residual(p, rows)
    z, w = np.where(residual, d.efc_pos[rows] - d.efc_margin[rows], 0.0), d.efc_vel[rows].copy()
    if start == "rest":
        z, w = 0.0 * z, 0.0 * w
    k = np.where(residual, K * impedance, 0.0)
    return Deformation(group.owner, group.place.copy(), z, w, k, b, d.efc_R[rows].copy(), residual)


def renewed(world: World, p: Problem, group: RowGroup, old: Deformation) -> Deformation:
    """A place that is pressed again: its z and ω, with the numbers of the rows as they are now."""
    now = made(world, p, group, "rest")
    return Deformation(old.owner, old.place, old.z, old.w, now.k, now.b, now.R, now.residual)


def has_residual(p: Problem, rows: slice) -> np.ndarray:
    """Which rows have a residual that can be violated: all but dry friction and tangents."""
    kinds = np.concatenate([np.full(p.ne, int(Kind.LIMIT)), p.kinds])[rows]
    return (kinds != Kind.FRICTION) & (kinds != Kind.TANGENT)
