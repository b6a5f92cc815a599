"""Steps that are implicit in velocity: v ← v + h (M − h ∂f/∂v)⁻¹ M q̈."""

from knuckle.kernel import kernel, real_of, stage
from knuckle.physics.derivative.free_body import free_body_derivative, is_free_body
from knuckle.physics.derivative.smooth import passive_velocity_derivative, smooth_velocity_derivative
from knuckle.physics.inertia.factor import factor_in_place, solve_LD
from knuckle.physics.inertia.factor_lu import factor_lu, solve_lu
from knuckle.physics.integrator.advance import advance, total_force
from knuckle.physics.sleep.runs import is_skipped, run_count, run_dofs


@stage
def implicit(m, d):
    """One step with the derivative of all smooth forces: an unsymmetric matrix, factored on the pattern of D in qLU."""
    smooth_velocity_derivative(m, d)
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            for a in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
                d.qLU[a] = inertia_entry(m, d, a) - m.opt_timestep * d.qDeriv[a]
        factor_lu(m, d.qLU, first, end)
        total_force(m, d, first, end, d.qacc_step)
        solve_lu(m, d.qLU, first, end, d.qacc_step)
    advance(m, d)


@stage
def implicit_fast(m, d):
    """One step without the derivative of the bias force: a symmetric matrix, factored on the pattern of M in qH.

    Free bodies that stand alone couple to nothing else: for them the derivative is complete after all.
    """
    passive_velocity_derivative(m, d)
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            matrix_row(m, d, i)
        factor_in_place(m, first, end, d.qH, d.qHDiagInv)
        total_force(m, d, first, end, d.qacc_step)
        solve_LD(m, first, end, d.qH, d.qHDiagInv, d.qacc_step)
    for t in range(m.ntree):
        if is_free_body(m, t) and not is_skipped(m, d, m.tree_dofadr[t]):
            solve_free_body(m, d, t)
    advance(m, d)


@kernel
def matrix_row(m, d, i):
    """Row i of qH before it is factored: M − h qDeriv, or M for a dof that is solved on its own afterwards."""
    start = m.M_rowadr[i]
    alone = is_free_body(m, m.dof_treeid[i])
    for a in range(start, start + m.M_rownnz[i]):
        if alone:
            d.qH[a] = d.M[a]
        else:
            d.qH[a] = d.M[a] - m.opt_timestep * d.qDeriv[m.mapD2M[a]]


@kernel
def solve_free_body(m, d, t):
    """qacc_step of the free body of tree t, with the derivative of its bias force; its block of qLU is the factor."""
    first = m.tree_dofadr[t]
    last = first + 6
    free_body_derivative(m, d, t)
    for i in range(first, last):
        start = m.D_rowadr[i]
        for a in range(start, start + m.D_rownnz[i]):
            d.qLU[a] = inertia_entry(m, d, a) - m.opt_timestep * d.qLU[a]
        d.qacc_step[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
    factor_lu(m, d.qLU, first, last)
    solve_lu(m, d.qLU, first, last, d.qacc_step)


@kernel
def inertia_entry(m, d, a):
    """Entry a of M on the pattern of D: zero where M has none."""
    k = m.mapM2D[a]
    if k >= 0:
        return d.M[k]
    else:
        return real_of(d.M[0], 0.0)
