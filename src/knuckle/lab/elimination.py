"""Equalities eliminated first: the problem that is left for inequalities.

hard   M_E⁻¹ = M⁻¹ − M⁻¹J_Eᵀ A_E⁻¹ J_E M⁻¹,   A_E = J_E M⁻¹J_Eᵀ
soft   M_E⁻¹ = (M + λJ_EᵀJ_E)⁻¹, which by Woodbury is the hard one with A_E + 1/λ
both   v̂ = v_minus + M⁻¹J_Eᵀ A_E⁻¹ (v_E* − J_E v_minus),   v' = v̂ + M_E⁻¹J_Iᵀf,   A = J_I M_E⁻¹J_Iᵀ
"""

from dataclasses import dataclass

import numpy as np

from knuckle.lab.problem import Problem
from knuckle.lab.solution import Solution, solution_of

SOFT_WEIGHT = 1e4  # of soft equalities, times the mean of the diagonal of M
CUTOFF = 1e-10  # relative size of eigenvalues of A_E that count as zero


@dataclass
class Reduced:
    """What is left when equalities are eliminated; `rank` is that of the equalities."""

    p: Problem
    v_hat: np.ndarray
    A: np.ndarray  # rows × rows
    response: np.ndarray  # M_E⁻¹ J_Iᵀ, nv × rows
    rank: int
    _inverse: np.ndarray  # A_E⁻¹, or its pseudo-inverse
    _target: np.ndarray
    _free: np.ndarray  # M⁻¹ J_Iᵀ

    def solution(self, impulse: np.ndarray, **more) -> Solution:
        """The solution for given impulses of the inequalities: v' = v̂ + M_E⁻¹J_Iᵀf."""
        p = self.p
        equality = self._inverse @ (self._target - p.J_E @ (p.v_minus + self._free @ impulse))
        return solution_of(p, self.v_hat + self.response @ impulse, impulse, equality, rank=self.rank, **more)


def eliminate(p: Problem, target: np.ndarray | None = None, lam: float | None = None) -> Reduced:
    """The problem of the inequalities alone; `target` is v_E* (−e/h unless given), `lam` the weight of soft equalities.

    Redundant rows share the impulse of least norm.
    """
    if target is None:
        target = -p.e / p.h if p.v_E is None else p.v_E
    both = np.linalg.solve(p.M, np.concatenate([p.J_E, p.J_I]).T) if p.nv else np.zeros((0, p.ne + p.rows))
    of_E, of_I = both[:, : p.ne], both[:, p.ne :]
    softness = 0.0 if lam is None else 1.0 / lam
    inverse, rank = pseudo_inverse(p.J_E @ of_E + softness * np.eye(p.ne))
    cross = p.J_E @ of_I
    response = of_I - of_E @ (inverse @ cross)
    v_hat = p.v_minus + of_E @ (inverse @ (target - p.J_E @ p.v_minus))
    return Reduced(p, v_hat, p.J_I @ response, response, rank, inverse, target, of_I)


def pseudo_inverse(A: np.ndarray) -> tuple[np.ndarray, int]:
    """The pseudo-inverse of a symmetric matrix, and its rank."""
    if not len(A):
        return A.copy(), 0
    values, vectors = np.linalg.eigh(A)
    keep = values > CUTOFF * max(values[-1], 0.0)
    return (vectors[:, keep] / values[keep]) @ vectors[:, keep].T, int(keep.sum())


def equality_weight(p: Problem, equality: str, lam: float | None) -> float | None:
    """λ of soft equalities, 10⁴ times the mean inertia unless it is given; None where they are hard. [kg]"""
    if equality == "hard":
        return None
    return lam if lam is not None else SOFT_WEIGHT * float(np.trace(p.M)) / max(p.nv, 1) or 1.0
