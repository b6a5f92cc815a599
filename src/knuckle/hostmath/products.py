"""Products of matrices that have the same bits on every processor.

`@` and `np.linalg` call BLAS and LAPACK, which choose their order of summation by the processor. A last digit decides
where a search ends or which of two equals comes first, so a model would depend on where it was compiled.
"""

from math import hypot

import numpy as np


def product(*matrices: np.ndarray) -> np.ndarray:
    """The product of matrices, from the left."""
    result = matrices[0]
    for matrix in matrices[1:]:
        result = np.einsum("ij,jk->ik", result, matrix)
    return result


def applied(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """A x"""
    return np.einsum("ij,j->i", matrix, vector)


def turned(rotation: np.ndarray, tensor: np.ndarray) -> np.ndarray:
    """R T Rᵀ: a tensor given in axes that are the columns of R."""
    return product(rotation, tensor, rotation.T)


def norm(vector) -> float:
    """|x|, also where squares of its components are too large or too small."""
    return hypot(*map(float, vector))


def column_sums(rows: np.ndarray) -> np.ndarray:
    """Σ over rows, by parts, so that errors stay small however many rows there are."""
    return np.ascontiguousarray(rows.T).sum(axis=1)
