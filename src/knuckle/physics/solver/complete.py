"""What is made from constraint rows by stages of their own, made up for where rows are newer than that."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.reference import reference_constraint
from knuckle.physics.solver.island import islands


@kernel
def complete_rows(m, d):
    """Islands and reference accelerations, unless the rows have them: a caller may have left out those stages."""
    if d.nblock == 0:
        islands(m, d)
    if d.nref == 0:
        reference_constraint(m, d)
