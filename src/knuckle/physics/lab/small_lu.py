"""Elimination with row exchanges on a small dense matrix in a plain array."""

from knuckle.kernel import absolute, kernel

SINGULAR = 1e-14  # a pivot so small, beside the largest entry of the matrix, is none


@kernel
def factor_lu(A, order, n):
    """A[order] = L U, in place; False where a pivot is too small."""
    largest = 0.0
    for i in range(n):
        order[i] = i
        for j in range(n):
            if absolute(A[i * n + j]) > largest:
                largest = absolute(A[i * n + j])
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if absolute(A[order[i] * n + k]) > absolute(A[order[best] * n + k]):
                best = i
        swap = order[k]
        order[k] = order[best]
        order[best] = swap
        p = order[k] * n
        if absolute(A[p + k]) <= SINGULAR * largest:
            return False
        for i in range(k + 1, n):
            r = order[i] * n
            f = A[r + k] / A[p + k]
            A[r + k] = f
            if f != 0.0:
                for j in range(k + 1, n):
                    A[r + j] = A[r + j] - f * A[p + j]
    return True


@kernel
def solve_lu(A, order, b, x, n):
    """x with A x = b."""
    for i in range(n):
        s = b[order[i]]
        for j in range(i):
            s = s - A[order[i] * n + j] * x[j]
        x[i] = s
    for back in range(n):
        i = n - 1 - back
        s = x[i]
        for j in range(i + 1, n):
            s = s - A[order[i] * n + j] * x[j]
        x[i] = s / A[order[i] * n + i]
