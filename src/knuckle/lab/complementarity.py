"""The linear complementarity problem of rigid contact with friction, of Stewart and Trinkle, Anitescu and Potra.

    v' = v̂ + M⁻¹(Nᵀf_n + Dᵀβ);   0 ≤ f_n ⟂ N v' − v_min ≥ 0;   0 ≤ β ⟂ Eσ + D v' ≥ 0;   0 ≤ σ ⟂ μf_n − Eᵀβ ≥ 0

Dry friction |f| ≤ hη is f = x − hη with 0 ≤ x ⟂ J v' + y ≥ 0 and 0 ≤ y ⟂ 2hη − x ≥ 0. Equalities are eliminated before.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.lab.calls import compute, outputs
from knuckle.lab.edges import friction_edges
from knuckle.lab.elimination import Reduced
from knuckle.lab.problem import Kind, Problem


@dataclass
class Complementarity:
    """0 ≤ z ⟂ w = M z + b ≥ 0, and the impulses f = F z + f0 of the problem's rows.

    z are dry friction x, limits and normals f_n with the β of each contact behind its f_n, then σ, then y.
    """

    M: np.ndarray
    b: np.ndarray
    F: np.ndarray
    f0: np.ndarray
    kinds: np.ndarray  # of all but σ and y: Kind; TANGENT is an edge β
    mu: np.ndarray  # of the same
    bound: np.ndarray  # of the same: 2hη
    unit_z: np.ndarray
    unit_w: np.ndarray
    names: tuple[str, ...]  # of the z

    @property
    def scaled(self) -> tuple[np.ndarray, np.ndarray]:
        """M and b in units in which all rows are alike: speeds of the problem, and impulses that stop them."""
        return self.M * self.unit_z / self.unit_w[:, None], self.b / self.unit_w

    def impulse(self, z: np.ndarray) -> np.ndarray:
        """The impulses of the problem's rows."""
        return self.F @ z + self.f0


def complementarity(p: Problem, left: Reduced, vmin: np.ndarray, edges: int, rows: np.ndarray) -> Complementarity:
    """The complementarity problem of those rows of a problem that `rows` names; `left` is it without equalities."""
    primary = _primary(p, edges, rows)
    F, kinds, mu = primary.F, primary.kinds, primary.mu
    cone, dry = np.flatnonzero(kinds == Kind.CONE), np.flatnonzero(kinds == Kind.FRICTION)
    n, extra = F.shape[1], len(cone) + len(dry)
    f0 = np.where(p.kinds == Kind.FRICTION, -p.h * p.eta, 0.0) * np.isin(np.arange(p.rows), rows)
    M, b = np.zeros((n + extra, n + extra)), np.zeros(n + extra)
    M[:n, :n] = F.T @ left.A @ F
    b[:n] = F.T @ (left.A @ f0 + p.J_I @ left.v_hat - vmin)
    owner = np.searchsorted(cone, np.arange(n), "right") - 1
    for k in np.flatnonzero(kinds == Kind.TANGENT).tolist():
        M[k, n + owner[k]], M[n + owner[k], k] = 1.0, -1.0
    for k, r in enumerate(cone.tolist()):
        M[n + k, r] = mu[r]
    for k, r in enumerate(dry.tolist()):
        M[r, n + len(cone) + k], M[n + len(cone) + k, r] = 1.0, -1.0
        b[n + len(cone) + k] = primary.bound[r]
    speed = float(np.abs(b[:n]).max(initial=0.0)) or 1.0
    own = np.flatnonzero(kinds != Kind.TANGENT)
    push = speed / np.maximum(np.diag(M)[own[np.searchsorted(own, np.arange(n), "right") - 1]], 1e-300)
    slack = np.concatenate([push[cone], push[dry]])
    return Complementarity(
        M,
        b,
        np.concatenate([F, np.zeros((p.rows, extra))], axis=1),
        f0,
        kinds,
        mu,
        primary.bound,
        unit_z=np.concatenate([push, np.full(extra, speed)]),
        unit_w=np.concatenate([np.full(n, speed), slack]),
        names=(*primary.names, *(f"σ{k}" for k in range(len(cone))), *(f"y{k}" for k in range(len(dry)))),
    )


@dataclass
class _Primary:
    F: np.ndarray
    kinds: np.ndarray
    mu: np.ndarray
    bound: np.ndarray
    names: list[str]


def _primary(p: Problem, edges: int, rows: np.ndarray) -> _Primary:
    """Columns of F for dry friction, limits, normals and edges, in the order of the rows."""
    made, eye = friction_edges(p, edges, rows), np.eye(p.rows)
    columns, kinds, mu, names = [], [], [], []
    for r in rows:
        if p.kinds[r] == Kind.TANGENT:
            continue
        own = np.flatnonzero(made.normal == r)
        columns += [eye[r], *made.G[:, own].T]
        kind = p.kinds[r] if len(own) or p.kinds[r] != Kind.CONE else Kind.LIMIT
        kinds += [kind, *[Kind.TANGENT] * len(own)]
        mu += [made.mu[own[0]] if len(own) else 0.0, *made.mu[own]]
        names += [f"{'x' if kind == Kind.FRICTION else 'f'}{r}", *(f"β{r}.{k}" for k in range(len(own)))]
    F = np.array(columns).T if columns else np.zeros((p.rows, 0))
    kind_array = np.array(kinds, dtype=int)
    bound = 2 * p.h * (F.T @ p.eta) * (kind_array == Kind.FRICTION)
    return _Primary(F, kind_array, np.array(mu), bound, names)


def lemke(M: np.ndarray, b: np.ndarray, iterations: int | None = None) -> tuple[np.ndarray, int, int, float]:
    """(z, end, pivots, violation) of 0 ≤ z ⟂ M z + b ≥ 0 by Lemke's method.

    The end is 0 for a solution, 1 for a ray, 2 where there were too many pivots.
    """
    n = len(b)
    found = outputs("lab_lemke", n=n, wide=n + 1)
    if n:
        compute(
            "lab_lemke",
            n=n,
            wide=n + 1,
            M=np.concatenate([M, np.ones((n, 1))], axis=1),
            b=np.ascontiguousarray(b),
            iterations=50 * n + 100 if iterations is None else iterations,
            repeat=1,
            **found,
        )
    return found["z"], int(found["status"]), int(found["done"]), float(found["left"])


def sweep(form: Complementarity, iterations: int, tolerance: float) -> tuple[np.ndarray, int, float]:
    """(f_n, β, x; sweeps; largest change of the last) by projected Gauss-Seidel, in scaled units."""
    n = len(form.kinds)
    found = outputs("lab_sweep", n=n)
    M, b = form.scaled
    unit = form.unit_z[:n]
    if n:
        compute(
            "lab_sweep",
            n=n,
            M=np.ascontiguousarray(M[:n, :n]),
            b=np.ascontiguousarray(b[:n]),
            kind=form.kinds.astype(float),
            mu=form.mu,
            bound=form.bound / unit,
            iterations=iterations,
            tolerance=float(tolerance),
            **found,
        )
    return found["z"] * unit, int(found["done"]), float(found["left"])
