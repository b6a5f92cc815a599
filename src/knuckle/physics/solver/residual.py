"""The slope of the dual cost along one row."""

from knuckle.kernel import kernel
from knuckle.physics.solver.product import dot


@kernel
def residual(d, r):
    """((A + R) f + b)_r."""
    start = d.efc_AR_rowadr[r]
    n = d.efc_AR_rownnz[r]
    first = d.efc_AR_colind[start]
    if d.efc_AR_colind[start + n - 1] - first == n - 1:
        # no gaps between the columns
        return d.efc_b[r] + dot(d.efc_AR, start, d.efc_force, first, n)
    sum = d.efc_b[r]
    for a in range(start, start + n):
        sum = sum + d.efc_AR[a] * d.efc_force[d.efc_AR_colind[a]]
    return sum


@kernel
def entry(d, r, k):
    """(A + R)_rk for two rows of one contact, which are neighbours."""
    return d.efc_AR[d.AR_diagonal[r] + k - r]
