"""The linear complementarity problem of rigid contact with friction, of Stewart and Trinkle, Anitescu and Potra.

    v' = v̂ + M⁻¹(Nᵀf_n + Dᵀβ);   0 ≤ f_n ⟂ N v' − v_min ≥ 0;   0 ≤ β ⟂ Eσ + D v' ≥ 0;   0 ≤ σ ⟂ μf_n − Eᵀβ ≥ 0

Dry friction |f| ≤ hη is f = x − hη with 0 ≤ x ⟂ J v' + y ≥ 0 and 0 ≤ y ⟂ 2hη − x ≥ 0. Equalities are eliminated before.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from knuckle.lab.calls import compute, outputs
from knuckle.lab.edges import Edges, friction_edges
from knuckle.lab.elimination import Reduced
from knuckle.lab.problem import Kind, Problem

VERIFIED = 1e-10  # violation of a solution
SOLVED = 0
GOLDEN = 0.6180339887498949
# least pivot, how unequal the weights of the artificial variable are, pivots between computations of the tableau anew
ATTEMPTS = ((1e-8, 0.0, 0), (1e-9, 0.0, 5), (1e-8, 1.0, 5), (1e-10, 3.0, 2), (1e-12, 0.3, 1))


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
    made = friction_edges(p, edges, rows)
    pattern = _pattern(p.kinds.tobytes(), tuple(rows.tolist()), made)
    F, kinds, n = pattern.F, pattern.kinds, len(pattern.kinds)
    dry = np.flatnonzero(kinds == Kind.FRICTION)
    cone = np.flatnonzero(kinds == Kind.CONE)
    bound = 2 * p.h * (F.T @ p.eta) * (kinds == Kind.FRICTION)
    f0 = np.zeros(p.rows)
    f0[rows] = np.where(p.kinds[rows] == Kind.FRICTION, -p.h * p.eta[rows], 0.0)
    M, b = pattern.couplings.copy(), np.zeros(len(pattern.couplings))
    M[:n, :n] = F.T @ left.A @ F
    b[:n] = F.T @ (left.A @ f0 + p.J_I @ left.v_hat - vmin)
    b[n + len(cone) :] = bound[dry]
    speed = float(np.abs(b[:n]).max(initial=0.0)) or 1.0
    push = speed / np.maximum(np.diag(M)[pattern.owner], 1e-300)
    slack, extra = np.concatenate([push[cone], push[dry]]), len(b) - n
    return Complementarity(
        M,
        b,
        np.concatenate([F, np.zeros((p.rows, extra))], axis=1),
        f0,
        kinds,
        pattern.mu,
        bound,
        unit_z=np.concatenate([push, np.full(extra, speed)]),
        unit_w=np.concatenate([np.full(n, speed), slack]),
        names=pattern.names,
    )


@dataclass
class _Pattern:
    """What depends on the kinds of rows and on friction alone."""

    F: np.ndarray
    kinds: np.ndarray
    mu: np.ndarray
    owner: np.ndarray  # of each column of F: itself, or the normal that an edge belongs to
    couplings: np.ndarray  # M but for what inertia adds
    names: tuple[str, ...]


@lru_cache(maxsize=64)
def _pattern(kinds_of_rows: bytes, rows: tuple[int, ...], made: Edges) -> _Pattern:
    """Columns of F for dry friction, limits, normals and edges, in the order of the rows; E and μ in M."""
    of_row = np.frombuffer(kinds_of_rows, dtype=np.int32)
    eye = np.eye(len(of_row))
    columns: list[np.ndarray] = []
    kinds, mu, owner, names = [], [], [], []
    for r in rows:
        if of_row[r] == Kind.TANGENT:
            continue
        own = np.flatnonzero(made.normal == r)
        kind = int(of_row[r]) if len(own) or of_row[r] != Kind.CONE else int(Kind.LIMIT)
        owner += [len(columns)] * (1 + len(own))
        columns += [eye[r], *made.G[:, own].T]
        kinds += [kind, *[int(Kind.TANGENT)] * len(own)]
        mu += [made.mu[own[0]] if len(own) else 0.0, *made.mu[own]]
        names += [f"{'x' if kind == Kind.FRICTION else 'f'}{r}", *(f"β{r}.{k}" for k in range(len(own)))]
    F = np.array(columns).T if columns else np.zeros((len(of_row), 0))
    bounded = [k for k, kind in enumerate(kinds) if kind == Kind.CONE]
    bounded += [k for k, kind in enumerate(kinds) if kind == Kind.FRICTION]
    names += [f"{'σ' if kinds[k] == Kind.CONE else 'y'}{k}" for k in bounded]
    array = np.array(kinds, dtype=int)
    return _Pattern(F, array, np.array(mu), np.array(owner, int), _couplings(array, mu, owner, bounded), tuple(names))


def _couplings(kinds: np.ndarray, mu: list[float], owner: list[int], bounded: list[int]) -> np.ndarray:
    """E, −Eᵀ and μ of M: a σ for each contact and a y for each row of dry friction, behind all others."""
    n = len(kinds)
    M = np.zeros((n + len(bounded), n + len(bounded)))
    for k, r in enumerate(bounded):
        held = [i for i in range(n) if owner[i] == r and kinds[i] in (Kind.TANGENT, Kind.FRICTION)]
        M[held, n + k], M[n + k, held] = 1.0, -1.0
        if kinds[r] == Kind.CONE:
            M[n + k, r] = mu[r]
    return M


def lemke(M: np.ndarray, b: np.ndarray, iterations: int | None = None) -> tuple[np.ndarray, int, int, float]:
    """(z, end, pivots, violation) of 0 ≤ z ⟂ M z + b ≥ 0 by Lemke's method.

    The end is 0 for a solution, which is verified, 1 for a ray, 2 where there were too many pivots. M and b should be
    of the size of 1; the violation is relative to the largest z. A path that rounding led astray is followed by others,
    with other weights of the artificial variable.
    """
    n = len(b)
    found, pivots = outputs("lab_lemke", n=n, wide=n + 1), 0
    best, end, violation = found["z"].copy(), SOLVED, float("inf") if n else 0.0
    for least, spread, refresh in ATTEMPTS if n else ():
        compute(
            "lab_lemke",
            n=n,
            wide=n + 1,
            M=np.column_stack([M, 1.0 + spread * np.modf(GOLDEN * np.arange(n))[0]]),
            b=np.ascontiguousarray(b),
            least=least,
            refresh=refresh,
            iterations=50 * n + 100 if iterations is None else iterations,
            repeat=1,
            **found,
        )
        pivots += int(found["done"])
        left = float(found["left"]) / max(1.0, float(found["z"].max()))
        if left < violation:
            best, end, violation = found["z"].copy(), int(found["status"]), left
        if violation <= VERIFIED:
            return best, SOLVED, pivots, violation
    return best, end, pivots, violation


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
