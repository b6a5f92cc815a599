"""M̂ x = f by conjugate gradients with the backbone as preconditioner.

Without couplings the backbone is M̂ and nothing is left to do. With n of them n + 1 iterations would do, but for
rounding.
"""

from knuckle.kernel import kernel, per_world
from knuckle.physics.inertia.factor import solve_LD
from knuckle.physics.solver.coupling import has_couplings, mul_all_couplings

CONVERGED = 1e-30  # of the square of the error at the start


@kernel
def solve_step(m, d, force, result):
    """result ← M̂⁻¹ force."""
    for i in range(m.nv):
        d.qacc_step[i] = force[i]
    if has_couplings(m):
        solve_coupled(m, d)
    else:
        solve_LD(m, 0, m.nv, d.qH, d.qHDiagInv, d.qacc_step)
    for i in range(m.nv):
        result[i] = d.qacc_step[i]


@per_world
def solve_coupled(m, d):
    """qacc_step ← M̂⁻¹ qacc_step where terms couple dofs. solver_grad is what is left, solver_Mgrad the same solved."""
    for i in range(m.nv):
        d.solver_grad[i] = d.qacc_step[i]
        d.solver_Mgrad[i] = d.qacc_step[i]
        d.qacc_step[i] = 0.0
    solve_LD(m, 0, m.nv, d.qH, d.qHDiagInv, d.solver_Mgrad)
    error = copy_search(m, d)
    goal = CONVERGED * error
    for _ in range(2 * (m.ntendon + m.nout) + 8):
        if not (error > goal):
            return
        mul_step(m, d, d.solver_search, d.solver_Mv)
        alpha = error / product(m, d.solver_search, d.solver_Mv)
        for i in range(m.nv):
            d.qacc_step[i] = d.qacc_step[i] + alpha * d.solver_search[i]
            d.solver_grad[i] = d.solver_grad[i] - alpha * d.solver_Mv[i]
            d.solver_Mgrad[i] = d.solver_grad[i]
        solve_LD(m, 0, m.nv, d.qH, d.qHDiagInv, d.solver_Mgrad)
        before = error
        error = product(m, d.solver_grad, d.solver_Mgrad)
        for i in range(m.nv):
            d.solver_search[i] = d.solver_Mgrad[i] + error / before * d.solver_search[i]


@kernel
def copy_search(m, d):
    """The first direction, and the square of the error in the norm of the preconditioner."""
    for i in range(m.nv):
        d.solver_search[i] = d.solver_Mgrad[i]
    return product(m, d.solver_grad, d.solver_Mgrad)


@kernel
def product(m, x, y):
    """xᵀ y."""
    sum = 0.0 * m.opt_timestep
    for i in range(m.nv):
        sum = sum + x[i] * y[i]
    return sum


@kernel
def mul_step(m, d, x, y):
    """y ← M̂ x."""
    for i in range(m.nv):
        start = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        y[i] = d.step_M[start + n] * x[i]
        for a in range(start, start + n):
            k = m.M_colind[a]
            y[i] = y[i] + d.step_M[a] * x[k]
            y[k] = y[k] + d.step_M[a] * x[i]
    if has_couplings(m):
        mul_all_couplings(m, d, x, y)
