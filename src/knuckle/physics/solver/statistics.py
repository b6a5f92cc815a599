"""Statistics of the solver: one line for each iteration of each island, as far as there is room."""

from knuckle.kernel import kernel
from knuckle.schema.enums import ConstraintState


@kernel
def note_start(d, s):
    """Keep the states at the start of block s, to count how many change."""
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        d.efc_state[d.map_iefc2efc[k]] = d.row_state[k]


@kernel
def note_iteration(d, s, scale, gain, gradient):
    """Count an iteration of block s, with its scaled gain and the scaled gradient after it."""
    d.block_niter[s] = d.block_niter[s] + 1
    i = d.nstat
    if i < d.maxstat:
        active = 0
        changed = 0
        first = d.island_iefcadr[s]
        for k in range(first, first + d.island_nefc[s]):
            r = d.map_iefc2efc[k]
            active += d.row_state[k] != ConstraintState.SATISFIED
            changed += d.row_state[k] != d.efc_state[r]
            d.efc_state[r] = d.row_state[k]
        d.stat_nchange[i] = changed
        d.stat_block[i] = s
        d.stat_improvement[i] = gain
        d.stat_gradient[i] = gradient
        d.stat_lineslope[i] = scale * d.line_slope
        d.stat_nactive[i] = active
        d.stat_neval[i] = d.line_evals
        d.nstat = i + 1


@kernel
def count_entries(d, s, rownnz):
    """block_nnz: the entries of a matrix in the rows of block s."""
    n = 0
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        n += rownnz[d.map_iefc2efc[k]]
    d.block_nnz[s] = n
