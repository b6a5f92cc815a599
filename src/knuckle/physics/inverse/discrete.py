"""Accelerations in continuous time from differences of velocities.

A step v⁺ = v + h (M − h D)⁻¹ M q̈ makes the difference a = (v⁺ − v)/h; undone, q̈ = a − M⁻¹ h D a. D is the derivative of
forces by velocity that the integrator takes into account.
"""

from knuckle.kernel import kernel, stage
from knuckle.physics.derivative.free_body import free_body_derivative, is_free_body
from knuckle.physics.derivative.smooth import passive_velocity_derivative, smooth_velocity_derivative
from knuckle.physics.force.damper import damper_slope, has_dampers
from knuckle.physics.inertia.factor import solve_M
from knuckle.physics.integrator.euler import DAMPER_OR_EULERDAMP
from knuckle.schema.enums import Integrator


@stage
def continuous_acceleration(m, d):
    """qacc ← qacc − M⁻¹ h D qacc."""
    if m.opt_integrator == Integrator.IMPLICIT:
        smooth_velocity_derivative(m, d)
        mul_derivative(m, d, d.qDeriv, 0, m.nv)
    elif m.opt_integrator == Integrator.IMPLICITFAST:
        passive_velocity_derivative(m, d)
        mul_derivative(m, d, d.qDeriv, 0, m.nv)
        for t in range(m.ntree):
            if is_free_body(m, t):
                free_body_derivative(m, d, t)
                mul_derivative(m, d, d.qLU, m.tree_dofadr[t], m.tree_dofadr[t] + 6)
    elif (m.opt_disableflags & DAMPER_OR_EULERDAMP) == 0 and has_dampers(m):
        for i in range(m.nv):
            d.qacc_step[i] = -damper_slope(m, d, i) * d.qacc[i]
    else:
        return
    solve_M(m, d, d.qacc_step)
    for i in range(m.nv):
        d.qacc[i] = d.qacc[i] - m.opt_timestep * d.qacc_step[i]


@kernel
def mul_derivative(m, d, D, first, last):
    """qacc_step ← D qacc for dofs first ≤ i < last."""
    for i in range(first, last):
        start = m.D_rowadr[i]
        sum = 0.0
        for a in range(start, start + m.D_rownnz[i]):
            sum = sum + D[a] * d.qacc[m.D_colind[a]]
        d.qacc_step[i] = sum
