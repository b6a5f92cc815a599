"""The primal cost of one island at an acceleration, and how CG and Newton walk on it.

cost(a) = ½ (a − a_s)ᵀ M (a − a_s) + s(J a − a_ref)
gradient = M a − f_s − Jᵀ f
"""

from knuckle.kernel import kernel, sqrt
from knuckle.physics.solver.cost import rows_cost
from knuckle.physics.solver.line_search import line_search
from knuckle.physics.solver.product import add_JT, dot_range, mul_J, mul_M_block

MANY = 50  # iterations: who asks for fewer does not want them all to converge


@kernel
def trace(m, d, s):
    """Σ M_ii over the dofs of block s."""
    sum = 0.0
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        i = d.ordered_dof[p]
        sum = sum + d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    return sum


@kernel
def evaluate(d, s):
    """row_force, row_state and solver_grad of block s."""
    rows_cost(d, d.island_iefcadr[s], d.island_ne[s], d.island_nf[s], d.island_nefc[s])
    take_gradient(d, s)


@kernel
def take_gradient(d, s):
    """solver_grad of block s, with the forces in row_force."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_grad[p] = d.solver_Ma[p] - d.solver_smooth[p]
    add_JT(d, d.island_iefcadr[s], d.island_nefc[s], d.row_force, -1.0, d.solver_grad)


@kernel
def gradient_norm(d, s):
    base = d.island_idofadr[s]
    return sqrt(dot_range(d.solver_grad, d.solver_grad, base, d.island_nv[s]))


@kernel
def advance(m, d, s, start, scale):
    """Go to the minimum along solver_search; the length of the step, and whether ls_iterations cut the search short."""
    prepare_step(m, d, s)
    length = sqrt(dot_range(d.solver_search, d.solver_search, d.island_idofadr[s], d.island_nv[s]))
    d.line_evals = 0
    alpha, short = line_search(m, d, s, start, m.opt_tolerance * m.opt_ls_tolerance * length / scale)
    d.line_slope = d.line_slope / length if length > 0.0 else d.line_slope
    take_step(d, s, alpha)
    return alpha, short


@kernel
def prepare_step(m, d, s):
    """solver_Mv and row_jv of solver_search."""
    mul_M_block(m, d, s, d.solver_search, d.solver_Mv)
    mul_J(d, d.island_iefcadr[s], d.island_nefc[s], d.solver_search, d.row_jv)


@kernel
def take_step(d, s, alpha):
    """Go along solver_search so far: solver_acc, solver_Ma and row_jar."""
    base = d.island_idofadr[s]
    for p in range(base, base + d.island_nv[s]):
        d.solver_acc[p] = d.solver_acc[p] + alpha * d.solver_search[p]
        d.solver_Ma[p] = d.solver_Ma[p] + alpha * d.solver_Mv[p]
    first = d.island_iefcadr[s]
    for k in range(first, first + d.island_nefc[s]):
        d.row_jar[k] = d.row_jar[k] + alpha * d.row_jv[k]


@kernel
def settled(m, gain, gradient, short):
    """Whether the gain of a step or the gradient is below the tolerance, or is NaN.

    A step may lose where its search was cut short. That is as far from settled as a gain of this size.
    """
    change = -gain if short and gain < 0.0 else gain
    return change < m.opt_tolerance or gradient < m.opt_tolerance or gradient != gradient


@kernel
def certified(m, d, s, scale):
    """Whether the start is good enough already: ½ gᵀM⁻¹g, which bounds what can be gained, is small."""
    base = d.island_idofadr[s]
    n = d.island_nv[s]
    for p in range(base, base + n):
        d.solver_search[p] = d.solver_grad[p]
    gain = 0.0
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        gain = gain + 0.5 * inverse_norm(m, d, d.map_itree2tree[e], d.solver_search)
    return scale * gain < m.opt_tolerance


@kernel
def inverse_norm(m, d, t, x):
    """xᵀ M⁻¹ x over the dofs of tree t; x is used up."""
    start = m.tree_dofadr[t]
    shift = d.tree_position[t] - start
    n = m.tree_dofnum[t]
    sum = 0.0
    for back in range(n):
        i = start + n - 1 - back
        a = m.M_rowadr[i]
        xi = x[i + shift]
        sum = sum + xi * xi * d.qLDiagInv[i]
        for e in range(m.M_rownnz[i] - 1):
            j = m.M_colind[a + e] + shift
            x[j] = x[j] - d.qLD[a + e] * xi
    return sum
