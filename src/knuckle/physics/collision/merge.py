"""Sorting of lists of indices in the two columns of a field, by merging ever longer runs."""

from knuckle.kernel import kernel
from knuckle.physics.collision.order import comes_before

SWEEP = 0  # geoms by the start of their shadows
CONTACTS = 1  # contacts in the published order


@kernel
def merge_sort(m, d, list_, n, width, kind):
    """The column in which the n indices of column 0, sorted in runs of a width, end up sorted; equal ones keep their
    order.
    """
    column = 0
    while width < n:
        for start in range(0, n, 2 * width):
            merge_runs(m, d, list_, column, start, min(start + width, n), min(start + 2 * width, n), kind)
        column = 1 - column
        width = 2 * width
    return column


@kernel
def merge_runs(m, d, list_, column, start, middle, end, kind):
    """Merge [start, middle) and [middle, end) of a column into the other one."""
    i = start
    j = middle
    for k in range(start, end):
        take_right = i >= middle
        if not take_right and j < end:
            take_right = is_before(m, d, list_[j, column], list_[i, column], kind)
        if take_right:
            list_[k, 1 - column] = list_[j, column]
            j += 1
        else:
            list_[k, 1 - column] = list_[i, column]
            i += 1


@kernel
def is_before(m, d, a, b, kind):
    if kind == SWEEP:
        return d.sweep_low[a] < d.sweep_low[b]
    return comes_before(m, d, a, b)
