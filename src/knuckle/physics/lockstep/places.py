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
    """The first entry of the first row of slot c, of which there is one for each of its dofs; the next is nv on."""
    return d.dense_start + (d.ngeneral + c * d.slot_dim) * m.nv


@kernel
def marks_of_slot(m, d, c):
    """The first of the marks, one for each dof, of what moves the contacts of slot c."""
    return d.dense_start + (d.ngeneral + d.nslot * d.slot_dim + c) * m.nv


@kernel
def row_of_triangle(i):
    """Where row i of a lower triangle begins that is stored by rows."""
    return i * (i + 1) // 2
