"""The direction of Newton's method in one island."""

from knuckle.kernel import kernel
from knuckle.physics.solver.cholesky import factor, solve
from knuckle.physics.solver.dof_order import is_large
from knuckle.physics.solver.product import dot_range
from knuckle.physics.solver.sparse_factor import factor_trees, solve_trees


@kernel
def descend(m, d, s):
    """solver_search = −H⁻¹g, H in solver_H becoming its factor; the gain ½ gᵀH⁻¹g that the step promises."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_search[p] = -d.solver_grad[p]
    if is_large(d, s):
        factor_trees(m, d, s)
        solve_trees(m, d, s, d.solver_search)
    else:
        factor(d, n)
        solve(d, n, d.solver_search, base)
    return -0.5 * dot_range(d.solver_search, d.solver_grad, base, n)
