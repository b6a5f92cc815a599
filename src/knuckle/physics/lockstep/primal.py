"""The primal cost of all worlds of a group, all dofs as one problem, and how CG and Newton walk on it in lock step.

cost(a) = ½ (a − a_s)ᵀ M (a − a_s) + s(J a − a_ref)
gradient = M a − f_s − Jᵀ f
"""

from knuckle.kernel import all_lanes, kernel, minimum, sqrt, where
from knuckle.physics.lockstep.cost import rows_cost, rows_gain
from knuckle.physics.lockstep.line_search import line_search
from knuckle.physics.lockstep.places import row_of_slot
from knuckle.physics.lockstep.product import dot, mul_J, mul_M, take_JT
from knuckle.physics.solver.foresight import LARGEST
from knuckle.schema.enums import DisableBit


@kernel
def begin(m, d):
    """solver_acc, solver_Ma and row_jar at the start: the last accelerations or those without constraints, by cost.

    Worlds that foresee start at the last accelerations, unless no row acts on those without constraints. Whether there
    is anything to search for: where no row acts in any world this is the end.
    """
    rows = row_of_slot(d, d.nslot)
    for i in range(m.nv):
        d.solver_smooth[i] = d.qfrc_smooth[i]
        d.solver_free[i] = d.qacc_smooth[i]
        d.solver_acc[i] = d.qacc_smooth[i]
        d.solver_Ma[i] = d.qfrc_smooth[i]
        d.solver_grad[i] = 0.0
    mul_J(m, d, d.solver_free, d.row_jv)
    for r in range(rows):
        d.row_jar[r] = d.row_jv[r] - d.efc_aref[r]
        d.efc_b[r] = d.row_jar[r]
    free = rows_cost(m, d)
    if all_lanes(free == 0.0):
        return False
    for i in range(m.nv):
        d.solver_acc[i] = d.qacc_warmstart[i]
    mul_M(m, d, d.solver_acc, d.solver_Ma)
    mul_J(m, d, d.solver_acc, d.row_jv)
    for r in range(rows):
        d.row_jar[r] = d.row_jv[r] - d.efc_aref[r]
    sound = (free != 0.0) & (dot(m, d.solver_acc, d.solver_acc) < LARGEST)
    d.lane_foresees = where(sound, d.lane_foresees, 0.0)
    warm = d.lane_foresees > 0.0
    if not all_lanes(warm):
        choose_start(m, d, warm | ((free != 0.0) & is_cheaper(m, d, free)))  # where no row acts there is no choice
    return True


@kernel
def is_cheaper(m, d, free):
    """Whether the cost of the last accelerations is below that of those without constraints."""
    gain = free - rows_cost(m, d)
    for i in range(m.nv):
        gain = gain - 0.5 * (d.solver_Ma[i] - d.solver_smooth[i]) * (d.solver_acc[i] - d.solver_free[i])
    if m.opt_disableflags & DisableBit.WARMSTART:
        return gain != gain
    return gain > 0.0


@kernel
def choose_start(m, d, warm):
    """Start without constraints where the last accelerations are not wanted."""
    for i in range(m.nv):
        d.solver_acc[i] = where(warm, d.solver_acc[i], d.solver_free[i])
        d.solver_Ma[i] = where(warm, d.solver_Ma[i], d.solver_smooth[i])
    for r in range(row_of_slot(d, d.nslot)):
        d.row_jar[r] = where(warm, d.row_jar[r], d.efc_b[r])


@kernel
def trace(m, d):
    """Σ M_ii of the tree in which it is least: what one world alone measures an island of one tree by."""
    least = sum_of_tree(m, d, 0)
    for t in range(1, m.ntree):
        least = minimum(least, sum_of_tree(m, d, t))
    return least


@kernel
def sum_of_tree(m, d, t):
    """Σ M_ii over the dofs of tree t."""
    sum = 0.0 * d.qacc_smooth[0]
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        sum = sum + d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    return sum


@kernel
def evaluate(m, d):
    """row_force and solver_grad."""
    rows_cost(m, d)
    take_gradient(m, d)


@kernel
def take_gradient(m, d):
    """solver_grad = M a − f_s − Jᵀ f, with f in row_force."""
    for i in range(m.nv):
        d.solver_grad[i] = d.solver_Ma[i] - d.solver_smooth[i]
    take_JT(m, d, d.row_force, d.solver_grad)


@kernel
def gradient_norm(m, d):
    return sqrt(dot(m, d.solver_grad, d.solver_grad))


@kernel
def advance(m, d, start, scale, going):
    """Go to the minimum along solver_search in worlds that are going; the length of the step, and the change of cost:

    what the step gains; or loses, where its search was cut short.
    """
    mul_M(m, d, d.solver_search, d.solver_Mv)
    mul_J(m, d, d.solver_search, d.row_jv)
    length = sqrt(dot(m, d.solver_search, d.solver_search))
    alpha, short = line_search(m, d, start, m.opt_tolerance * m.opt_ls_tolerance * length / scale, going)
    gain = 0.0 * alpha
    for i in range(m.nv):
        step = alpha * d.solver_Mv[i]
        d.solver_acc[i] = d.solver_acc[i] + alpha * d.solver_search[i]
        d.solver_Ma[i] = d.solver_Ma[i] + step
        gain = gain - alpha * d.solver_search[i] * (d.solver_Ma[i] - 0.5 * step - d.solver_smooth[i])
    for r in range(row_of_slot(d, d.nslot)):
        d.row_jar[r] = d.row_jar[r] + alpha * d.row_jv[r]
    gain = gain + rows_gain(m, d, alpha)
    return alpha, where((short > 0.0) & (gain < 0.0), -gain, gain)


@kernel
def inverse_norm(m, d):
    """gᵀ M⁻¹ g of the gradient g, with the factor of M; solver_search is used up."""
    for i in range(m.nv):
        d.solver_search[i] = d.solver_grad[i]
    sum = 0.0 * d.solver_grad[0]
    for back in range(m.nv):
        i = m.nv - 1 - back
        a = m.M_rowadr[i]
        x = d.solver_search[i]
        sum = sum + x * x * d.qLDiagInv[i]
        for e in range(m.M_rownnz[i] - 1):
            j = m.M_colind[a + e]
            d.solver_search[j] = d.solver_search[j] - d.qLD[a + e] * x
    return sum
