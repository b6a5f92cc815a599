"""Symmetric systems of blocks that reach two frames back, and around the end where a motion is periodic.

Compiled code eliminates them: threads of BLAS would wait for each other in products as small as these, and keep the
cores from those who share out frames.
"""

import numpy as np

from knuckle.lab.calls import compute
from knuckle.physics.lab.band import REACH

LEAST = 1e-12  # of the mean of a diagonal: what damping multiplies at least


def products(rows: np.ndarray) -> np.ndarray:
    """Pᵀ P of each of the matrices P."""
    parts, count, wide = rows.shape
    result = np.empty((parts, wide, wide))
    compute("lab_products", rows=rows, products=result, parts=parts, count=count, wide=wide)
    return result


class BandedSystem:
    """H δ = −g with H = Σ blocks, damped by a multiple of its diagonal.

    The last two frames of all, to which the first may be coupled, are a border; the others have a band of three frames.
    All of it is gathered once; a solve with another damping only eliminates again.
    """

    def __init__(self, blocks: dict[tuple[int, int], np.ndarray], gradient: np.ndarray):
        T, n = gradient.shape
        self.gradient, self.inner = gradient, T - 2
        self.band = np.zeros((T - 2, n, (REACH + 2) * n + 1))
        self.border = np.zeros((2, n, 2 * n + 1))
        self.band[:, :, -1], self.border[:, :, -1] = -gradient[:-2], -gradient[-2:]
        for (a, b), block in blocks.items():
            self._put(a, b, block, n)
        self.diagonal = np.array([self._weights(blocks[t, t]) for t in range(T)])

    def _put(self, a: int, b: int, block: np.ndarray, n: int) -> None:
        """The block of the frames a ≥ b, as columns of frame a in the rows of frame b."""
        last = a - self.inner
        if b < self.inner:
            first = (REACH + last if last >= 0 else a - b) * n
            self.band[b, :, first : first + n] = block.T
            return
        self.border[b - self.inner, :, last * n : (last + 1) * n] = block.T
        self.border[last, :, (b - self.inner) * n : (b - self.inner + 1) * n] = block

    @staticmethod
    def _weights(block: np.ndarray) -> np.ndarray:
        return np.maximum(np.diag(block), LEAST * max(np.trace(block), 1e-300))

    def solve(self, damping: float) -> np.ndarray | None:
        """δ for a damping; None where H is not positive with it, as far as numbers tell."""
        (T, n), inner = self.gradient.shape, self.inner
        band, border, own = self.band.copy(), self.border.copy(), np.arange(n)
        more = damping * self.diagonal
        band[:, own, own] += more[:inner]
        for k in range(2):
            border[k, own, k * n + own] += more[inner + k]
        x, failed = np.empty((T, n)), np.zeros((), np.int64)
        sizes = {"unknowns": inner * n, "width": band.shape[2], "last": 2 * n, "more": 2 * n + 1}
        compute("lab_eliminate", band=band, border=border, n=n, x=x[:inner], end=x[inner:], failed=failed, **sizes)
        return None if failed else x

    def predicted(self, change: np.ndarray, damping: float) -> float:
        """What the quadratic model says that a solution gains: −gᵀδ − ½ δᵀHδ = ½ δᵀ(λ diag δ − g)."""
        return 0.5 * float((change * (damping * self.diagonal * change - self.gradient)).sum())
