"""3×3 matrices, as tuples of nine reals by rows."""

from knuckle.kernel import kernel


@kernel
def mat_mul_vec(R, v):
    """R v."""
    return (
        R[0] * v[0] + R[1] * v[1] + R[2] * v[2],
        R[3] * v[0] + R[4] * v[1] + R[5] * v[2],
        R[6] * v[0] + R[7] * v[1] + R[8] * v[2],
    )


@kernel
def mat_t_mul_vec(R, v):
    """Rᵀ v: the vector v seen from the frame R."""
    return (
        R[0] * v[0] + R[3] * v[1] + R[6] * v[2],
        R[1] * v[0] + R[4] * v[1] + R[7] * v[2],
        R[2] * v[0] + R[5] * v[1] + R[8] * v[2],
    )


@kernel
def mat_column(R, c):
    """Column c of R, for a uniform c: axis c of the frame R."""
    if c == 0:
        return (R[0], R[3], R[6])
    elif c == 1:
        return (R[1], R[4], R[7])
    else:
        return (R[2], R[5], R[8])


@kernel
def rotate_diagonal(R, a):
    """R diag(a) Rᵀ as (xx, yy, zz, xy, xz, yz)."""
    x0, x1, x2 = R[0] * a[0], R[1] * a[1], R[2] * a[2]
    y0, y1, y2 = R[3] * a[0], R[4] * a[1], R[5] * a[2]
    z0, z1, z2 = R[6] * a[0], R[7] * a[1], R[8] * a[2]
    return (
        x0 * R[0] + x1 * R[1] + x2 * R[2],
        y0 * R[3] + y1 * R[4] + y2 * R[5],
        z0 * R[6] + z1 * R[7] + z2 * R[8],
        x0 * R[3] + x1 * R[4] + x2 * R[5],
        x0 * R[6] + x1 * R[7] + x2 * R[8],
        y0 * R[6] + y1 * R[7] + y2 * R[8],
    )
