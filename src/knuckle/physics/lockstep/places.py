"""Where the rows of a group and their entries lie."""

from knuckle.kernel import kernel


@kernel
def plain_rows(d):
    """The number of rows that are no contacts; those of slot 0 follow."""
    return d.ngeneral + d.ndiagonal


@kernel
def row_of_slot(d, c):
    """The first row of slot c."""
    return d.ngeneral + d.ndiagonal + c * d.slot_dim


@kernel
def entries_of_row(m, d, r):
    """The first entry of general row r."""
    return d.dense_start + r * m.nv


@kernel
def entries_of_slot(m, d, c):
    """The first entry of the first row of slot c."""
    return d.dense_start + (d.ngeneral + c * d.slot_dim) * m.nv


@kernel
def weights_of_slot(m, d, c):
    """The first entry of these rows times their Hessian."""
    return d.dense_start + (d.ngeneral + (d.nslot + c) * d.slot_dim) * m.nv
