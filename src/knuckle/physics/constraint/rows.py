"""Blocks of constraint rows: rows of one constraint, which have the same columns.

The dofs of a block lie in `row_dof` from some place to the end, the relative motion that each of them gives in
`row_motion` at the same place. A block is claimed, and its rows filled if there is room for them; blocks beyond the
room are only counted.
"""

from knuckle.kernel import kernel


@kernel
def claim_rows(m, d, count, first):
    """Count a block of rows with the columns row_dof[first:], and write those columns; False where room is missing.

    All code that reads rows relies on it that each has a column: a block without any is not claimed either.
    """
    n = m.nv - first
    if n < 1:
        return False
    r = d.nefc
    a = d.nJ
    d.nefc = r + count
    d.nJ = a + count * n
    if d.nefc > d.maxefc or d.nJ > d.maxJ:
        return False
    if r > 0 and same_columns(d, r - 1, first, n):
        d.efc_J_rowsuper[r - 1] = 1
    for k in range(count):
        d.efc_J_rownnz[r + k] = n
        d.efc_J_rowadr[r + k] = a
        d.efc_J_rowsuper[r + k] = 1
        for e in range(n):
            d.efc_J_colind[a + e] = d.row_dof[first + e]
        a += n
    d.efc_J_rowsuper[r + count - 1] = 0
    return True


@kernel
def same_columns(d, r, first, n):
    """Whether row r has the columns row_dof[first:], n of them."""
    if d.efc_J_rownnz[r] != n:
        return False
    a = d.efc_J_rowadr[r]
    for e in range(n):
        if d.efc_J_colind[a + e] != d.row_dof[first + e]:
            return False
    return True


@kernel
def describe_row(d, r, kind, owner, pos, margin, inertia, response):
    """All of row r but its Jacobian: kind, element behind it, residual, margin, inverse inertia and response."""
    d.efc_type[r] = kind
    d.rows_left[r] = 1
    d.efc_id[r] = owner
    d.efc_pos[r] = pos
    d.efc_margin[r] = margin
    d.efc_frictionloss[r] = 0.0
    d.efc_diagA[r] = inertia
    d.row_A[r] = inertia
    d.efc_KBIP[r] = response


@kernel
def count_followers(d):
    """efc_J_rowsuper: from marks of rows with the columns of the next one to the number of such rows that follow."""
    for r in range(d.nefc - 2, -1, -1):
        if d.efc_J_rowsuper[r]:
            d.efc_J_rowsuper[r] = d.efc_J_rowsuper[r + 1] + 1
