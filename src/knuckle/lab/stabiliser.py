"""The velocity that a violated constraint should have after a step: critically damped decay, exactly.

ë + 2ωė + ω²e = 0   ⇒   ė(h) = (ė − hωė − hω²e) e^(−hω),   ω = 1/T
"""

import numpy as np

from knuckle.lab.problem import Problem


def recommended(e: np.ndarray, edot: np.ndarray, h: float, T: float) -> np.ndarray:
    """ė after a time h. T = 0 asks for all of the error to be gone after the step, −e/h: not the limit of the formula.

    `e` is the violation, negative in penetration; `edot` its present rate. [m, m/s, s]
    """
    if T == 0.0:
        return -e / h
    x = h / T
    return (edot - x * edot - x * e / T) * np.exp(-x)


def minimal_velocities(p: Problem, T: float, clamp: bool = False) -> np.ndarray:
    """v_min of the rows, unless the problem has its own: −w/h apart, as recommended in violation, 0 along friction.

    A deep contact that still moves inward may be let in further; `clamp` forbids that.
    """
    if p.vmin is not None:
        return p.vmin
    out = np.zeros(p.rows)
    n = p.normals
    w, edot = p.w[n], p.J_I[n] @ p.v
    inside = recommended(w, edot, p.h, T)
    out[n] = np.where(w <= 0, np.maximum(inside, 0.0) if clamp else inside, -w / p.h)
    return out


def equality_velocities(p: Problem, T: float) -> np.ndarray:
    """v_E* of the rows of equality, unless the problem has its own."""
    if p.v_E is not None:
        return p.v_E
    return recommended(p.e, p.J_E @ p.v, p.h, T)
