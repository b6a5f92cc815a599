"""Symmetric systems of blocks that reach two frames back, and around the end where a motion is periodic."""

import numpy as np

LEAST = 1e-12  # of the mean of a diagonal: what damping multiplies at least


class BandedSystem:
    """H δ = −g with H = Σ blocks, damped by a multiple of its diagonal: elimination of two frames at a time.

    Pairs of frames are coupled to the pair before, and to the last two frames of all, which are a border:

        | D₀  E₀ᵀ         C₀ |
        | E₀  D₁  E₁ᵀ     C₁ |
        |     E₁  ⋱       ⋮  |
        | C₀ᵀ C₁ᵀ  ⋯      S  |

    All of it is gathered once; a solve with another damping only factors again.
    """

    def __init__(self, blocks: dict[tuple[int, int], np.ndarray], gradient: np.ndarray):
        T, n = gradient.shape
        self.gradient = gradient
        self.inner, self.pairs, wide = T - 2, (T - 1) // 2, 2 * n
        self.D = np.zeros((self.pairs, wide, wide))
        self.E = np.zeros((max(self.pairs - 1, 0), wide, wide))
        self.C = np.zeros((self.pairs, wide, wide + 1))
        self.S, self.s = np.zeros((wide, wide)), -gradient[self.inner :].reshape(-1)
        for t in range(self.inner):
            self.C[t // 2, (t % 2) * n : (t % 2 + 1) * n, -1] = -gradient[t]
        for (a, b), block in blocks.items():
            self._put(a, b, block, n)
        if self.inner % 2:  # a frame that is not there
            self.D[-1, n:, n:] = np.eye(n)
        self.diagonal = np.array([self._weights(blocks[t, t]) for t in range(T)])

    def _put(self, a: int, b: int, block: np.ndarray, n: int) -> None:
        """The block of the frames a ≥ b, in both halves of the matrices that are symmetric."""
        rows, columns = slice((a % 2) * n, (a % 2 + 1) * n), slice((b % 2) * n, (b % 2 + 1) * n)
        if a < self.inner:
            if a // 2 == b // 2:
                self.D[a // 2, rows, columns] = block
                self.D[a // 2, columns, rows] = block.T
            else:
                self.E[b // 2, rows, columns] = block
            return
        rows = slice((a - self.inner) * n, (a - self.inner + 1) * n)
        if b < self.inner:
            self.C[b // 2, columns, rows] = block.T
        else:
            columns = slice((b - self.inner) * n, (b - self.inner + 1) * n)
            self.S[rows, columns] = block
            self.S[columns, rows] = block.T

    @staticmethod
    def _weights(block: np.ndarray) -> np.ndarray:
        return np.maximum(np.diag(block), LEAST * max(np.trace(block), 1e-300))

    def solve(self, damping: float) -> np.ndarray | None:
        """δ for a damping; None where H is not positive with it, as far as numbers tell."""
        from scipy.linalg.blas import dtrsm
        from scipy.linalg.lapack import dpotrf

        T, n = self.gradient.shape
        wide, more = 2 * n, damping * self.diagonal
        steps: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        S, s, D, C = self.S + np.diag(more[self.inner :].reshape(-1)), self.s.copy(), self._damped(0, more), self.C[0]
        for k in range(self.pairs):
            L, failed = dpotrf(D, lower=1)
            if failed:
                return None
            coupled = self.E[k].T if k + 1 < self.pairs else np.zeros((wide, 0))
            solved = dtrsm(1.0, L, np.hstack([coupled, C]), lower=1)
            e, c = solved[:, : coupled.shape[1]], solved[:, coupled.shape[1] :]
            S, s = S - c[:, :-1].T @ c[:, :-1], s - c[:, :-1].T @ c[:, -1]
            if k + 1 < self.pairs:
                D, C = self._damped(k + 1, more) - e.T @ e, self.C[k + 1] - e.T @ c
            steps.append((L, e, c))
        L, failed = dpotrf(S, lower=1)
        if failed:
            return None
        last = dtrsm(1.0, L, dtrsm(1.0, L, s[:, None], lower=1), lower=1, trans_a=1)[:, 0]
        found, after = [last], np.zeros(0)
        for L, e, c in reversed(steps):
            after = dtrsm(1.0, L, (c[:, -1] - c[:, :-1] @ last - e @ after)[:, None], lower=1, trans_a=1)[:, 0]
            found.append(after)
        first = np.concatenate(found[:0:-1])[: self.inner * n]
        return np.concatenate([first, last]).reshape(T, n)

    def predicted(self, change: np.ndarray, damping: float) -> float:
        """What the quadratic model says that a solution gains: −gᵀδ − ½ δᵀHδ = ½ δᵀ(λ diag δ − g)."""
        return 0.5 * float((change * (damping * self.diagonal * change - self.gradient)).sum())

    def _damped(self, k: int, more: np.ndarray) -> np.ndarray:
        """D_k with the damping of its frames."""
        D = self.D[k].copy()
        own = more[2 * k : min(2 * k + 2, self.inner)].reshape(-1)
        D[np.arange(len(own)), np.arange(len(own))] += own
        return D
