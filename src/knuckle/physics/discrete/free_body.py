"""Free bodies that nothing else touches: for them the step is implicit in the gyroscopic force, too.

(M̂ + h C) a = f,   C = ∂(bias force)/∂v

The body's block of M̂ + h C is not symmetric, so it has no place in the solve with constraints. Bodies with a constraint
row, and those that a tendon or an actuator couples, go without.
"""

from knuckle.kernel import kernel, per_world
from knuckle.physics.derivative.bias import bias_rates, coriolis, rate_entry
from knuckle.physics.derivative.free_body import is_free_body
from knuckle.physics.inertia.factor_lu import factor_lu, solve_lu
from knuckle.physics.solver.coupling import has_couplings
from knuckle.physics.solver.touched import mark_touched


@per_world
def turn_free_bodies(m, d):
    """qacc of such bodies."""
    mark_touched(m, d, has_couplings(m))
    for t in range(m.ntree):
        if is_free_body(m, t) and not d.tree_touched[t]:
            first = m.tree_dofadr[t]
            gyroscopic_block(m, d, t)
            for i in range(first, first + 6):
                for a in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
                    d.qLU[a] = d.qLU[a] + step_entry(m, d, a)
                d.qacc[i] = d.step_force[i]
            factor_lu(m, d.qLU, first, first + 6)
            solve_lu(m, d.qLU, first, first + 6, d.qacc)


@per_world
def add_gyroscopic_force(m, d):
    """qfrc_inverse += h C qacc of such bodies."""
    mark_touched(m, d, has_couplings(m))
    for t in range(m.ntree):
        if is_free_body(m, t) and not d.tree_touched[t]:
            gyroscopic_block(m, d, t)
            for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + 6):
                for a in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
                    d.qfrc_inverse[i] = d.qfrc_inverse[i] + d.qLU[a] * d.qacc[m.D_colind[a]]


@kernel
def gyroscopic_block(m, d, t):
    """The rows of qLU of the free body of tree t: h C."""
    first = m.tree_dofadr[t]
    coriolis(m, d, m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t])
    bias_rates(m, d, first, first + 6)
    for i in range(first, first + 6):
        for a in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            d.qLU[a] = -m.opt_timestep * rate_entry(d, i, m.D_colind[a], True)


@kernel
def step_entry(m, d, a):
    """Entry a of M̂ on the pattern of D."""
    k = m.mapM2D[a]
    return d.step_M[k] if k >= 0 else 0.0 * d.step_M[0]
