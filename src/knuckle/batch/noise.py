"""Noise of worlds that are reset."""

import numpy as np

BLOCK = 256  # worlds that noise is drawn for at once


class Noise:
    """Normal numbers of worlds: those of a world depend on the seed alone, whichever others are asked for.

    Worlds are drawn for in blocks, so that a few of very many cost little.
    """

    def __init__(self, seed: int | None):
        self._seed = np.random.SeedSequence(seed).entropy

    def of(self, kind: int, worlds: np.ndarray, width: int) -> np.ndarray:
        """(worlds, width), of one kind of several."""
        blocks, places = np.unique(worlds // BLOCK, return_inverse=True)
        drawn = [
            np.random.default_rng([self._seed, kind, block]).normal(size=(BLOCK, width)) for block in blocks.tolist()
        ]
        return np.reshape(drawn, (len(blocks), BLOCK, width))[places, worlds % BLOCK]
