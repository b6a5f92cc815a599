"""Contacts that rest, as rows of one bilateral problem: all of them at once."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from knuckle.lab.hybrid.touches import Touch

STILL = 1e-9  # [m/s] slower contacts may stick


@dataclass
class Held:
    """A contact that rests: it sticks, or slides along u (that of the start of the phase)."""

    touch: Touch
    mu: float
    slide: np.ndarray | None


@dataclass
class Values:
    """Accelerations, multipliers of equalities, forces along all rows that are held, and guards of a phase."""

    qacc: np.ndarray
    equality: np.ndarray
    forces: np.ndarray
    guards: dict[str, float]


class HeldRows:
    """Which rows of held contacts do not move, and where their forces act.

    Of all rows of all contacts, `rows` are those that are held: normals, and tangents of those that stick. A contact
    that slides pushes along n − μ u t.
    """

    def __init__(self, held: list[Held], alpha: float):
        sizes = [len(h.touch.J) for h in held]
        self.first = np.cumsum([0, *sizes])
        sticks = [h.slide is None and h.mu > 0 and n > 1 for h, n in zip(held, sizes, strict=True)]
        kept = [n if whole else 1 for n, whole in zip(sizes, sticks, strict=True)]
        parts = [range(a, a + n) for a, n in zip(self.first[:-1].tolist(), kept, strict=True)]
        self.rows = np.array([r for part in parts for r in part], int)
        self.normals = np.searchsorted(self.rows, self.first[:-1])  # places among the rows held
        self.rate = np.full(len(self.rows), alpha)
        self.rate[self.normals] = 2 * alpha
        self.alpha = alpha
        slides = [k for k, h in enumerate(held) if h.slide is not None]
        self.slides, self.mu = self.normals[slides], np.array([held[k].mu for k in slides])
        self.tangents = self.first[slides][:, None] + [1, 2]
        self.along = np.array([held[k].slide for k in slides]).reshape(-1, 2)
        bound = [k for k, h in enumerate(held) if sticks[k] and np.isfinite(h.mu)]
        self.sticking, self.grip = self.first[bound], np.array([held[k].mu for k in bound])

    def solve(
        self,
        M: np.ndarray,
        v: np.ndarray,
        free: np.ndarray,
        J_E: np.ndarray,
        fixed: np.ndarray,
        J: np.ndarray,
        drift: np.ndarray,
        phi: np.ndarray,
    ) -> Values:
        """The bilateral problem: equalities with the aims `fixed`, and what is held; multipliers of least norm."""
        ne, speeds = len(J_E), J @ v
        if not ne and not len(J):
            return Values(free, np.zeros(0), np.zeros(0), {"release": 1.0, "slip": 1.0, "stick": 1.0})
        u = self.directions(speeds)
        B, F = np.concatenate([J_E, J[self.rows]]), np.concatenate([J_E, self.pushes(J, u)])
        response = np.linalg.solve(M, F.T)
        aims = np.concatenate([fixed, self.aims(speeds, drift, phi)])
        lam = np.linalg.lstsq(B @ response, -(B @ free + aims), rcond=1e-11)[0]
        f = self.forces(lam[ne:], u)
        return Values(free + response @ lam, lam[:ne], f, self.guards(f, speeds))

    def directions(self, speeds: np.ndarray) -> np.ndarray:
        """u of contacts that slide: along their slip, or where they are about to go."""
        if not len(self.slides):
            return self.along
        slip = speeds[self.tangents]
        speed = np.sqrt(np.einsum("ki,ki->k", slip, slip))[:, None]
        return np.where(speed > STILL, slip / np.maximum(speed, STILL), self.along)

    def pushes(self, J: np.ndarray, u: np.ndarray) -> np.ndarray:
        """The directions of force that go with the rows held."""
        F = J[self.rows]
        if len(self.slides):
            F[self.slides] -= self.mu[:, None] * np.einsum("ki,kij->kj", u, J[self.tangents])
        return F

    def aims(self, speeds: np.ndarray, drift: np.ndarray, phi: np.ndarray) -> np.ndarray:
        """Ḃv + 2αBv + α²φ of normals, Ḃv + αBv of tangents."""
        aims = drift[self.rows] + self.rate * speeds[self.rows]
        aims[self.normals] += self.alpha * self.alpha * phi
        return aims

    def forces(self, lam: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Forces along all rows, from the multipliers of those held."""
        f = np.zeros(self.first[-1])
        f[self.rows] = lam
        f[self.tangents] = -(self.mu * lam[self.slides])[:, None] * u
        return f

    def split(self, f: np.ndarray) -> list[np.ndarray]:
        """Forces of each contact."""
        return [f[a:b] for a, b in pairwise(self.first.tolist())]

    def guards(self, f: np.ndarray, speeds: np.ndarray) -> dict[str, float]:
        """The least λ, μλ − ‖f_t‖ of what sticks, and slip along u of what slides; 1 at most."""
        release = min(1.0, float(f[self.first[:-1]].min(initial=1.0)))
        friction = np.hypot(f[self.sticking + 1], f[self.sticking + 2]) if len(self.sticking) else np.zeros(0)
        slip = float((self.grip * f[self.sticking] - friction).min(initial=1.0))
        stick = float(np.einsum("ki,ki->k", speeds[self.tangents], self.along).min(initial=1.0))
        return {"release": release, "slip": slip, "stick": stick}
