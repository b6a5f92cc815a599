"""Products, cross-product matrices and outer products of 3×3 matrices: tuples of nine reals by rows.

[a]× is the matrix with [a]× v = a × v.
"""

from knuckle.kernel import kernel


@kernel
def mat_add(A, B):
    """A + B."""
    return (
        A[0] + B[0],
        A[1] + B[1],
        A[2] + B[2],
        A[3] + B[3],
        A[4] + B[4],
        A[5] + B[5],
        A[6] + B[6],
        A[7] + B[7],
        A[8] + B[8],
    )


@kernel
def mat_sub(A, B):
    """A − B."""
    return (
        A[0] - B[0],
        A[1] - B[1],
        A[2] - B[2],
        A[3] - B[3],
        A[4] - B[4],
        A[5] - B[5],
        A[6] - B[6],
        A[7] - B[7],
        A[8] - B[8],
    )


@kernel
def mat_scale(A, s):
    """s A."""
    return (A[0] * s, A[1] * s, A[2] * s, A[3] * s, A[4] * s, A[5] * s, A[6] * s, A[7] * s, A[8] * s)


@kernel
def mat_transpose(A):
    """Aᵀ."""
    return (A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8])


@kernel
def mat_mul(A, B):
    """A B."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


@kernel
def mat_turn(R, A):
    """R A Rᵀ: a matrix of the frame R seen from outside."""
    return mat_mul(mat_mul(R, A), mat_transpose(R))


@kernel
def mat_diagonal(a):
    """diag(a)."""
    return (a[0], 0.0, 0.0, 0.0, a[1], 0.0, 0.0, 0.0, a[2])


@kernel
def mat_outer(a, b):
    """a bᵀ."""
    return (
        a[0] * b[0],
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1],
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2],
    )


@kernel
def mat_cross(a):
    """[a]×."""
    return (0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0)


@kernel
def cross_mat(a, B):
    """[a]× B: a × every column of B."""
    return (
        a[1] * B[6] - a[2] * B[3],
        a[1] * B[7] - a[2] * B[4],
        a[1] * B[8] - a[2] * B[5],
        a[2] * B[0] - a[0] * B[6],
        a[2] * B[1] - a[0] * B[7],
        a[2] * B[2] - a[0] * B[8],
        a[0] * B[3] - a[1] * B[0],
        a[0] * B[4] - a[1] * B[1],
        a[0] * B[5] - a[1] * B[2],
    )


@kernel
def mat_cross_right(B, a):
    """B [a]×: every row of B × a."""
    return (
        B[1] * a[2] - B[2] * a[1],
        B[2] * a[0] - B[0] * a[2],
        B[0] * a[1] - B[1] * a[0],
        B[4] * a[2] - B[5] * a[1],
        B[5] * a[0] - B[3] * a[2],
        B[3] * a[1] - B[4] * a[0],
        B[7] * a[2] - B[8] * a[1],
        B[8] * a[0] - B[6] * a[2],
        B[6] * a[1] - B[7] * a[0],
    )
