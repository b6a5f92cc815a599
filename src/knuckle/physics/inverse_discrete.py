"""Accelerations in continuous time from differences of velocities.

A step v⁺ = v + h (M − h D)⁻¹ M q̈ makes the difference a = (v⁺ − v)/h; undone, q̈ = a − M⁻¹ h D a. D is the derivative of
forces by velocity that the integrator takes into account.
"""

from knuckle.machine.kernel import kernel, stage
from knuckle.physics.damper import damper_slope, has_dampers
from knuckle.physics.derivative import passive_velocity_derivative, smooth_velocity_derivative
from knuckle.physics.derivative_bias import bias_rates, coriolis, rate_entry
from knuckle.physics.euler import DAMPER_OR_EULERDAMP
from knuckle.physics.factor import solve_M
from knuckle.physics.standalone import is_standalone
from knuckle.schema.enums import Integrator

IMPLICIT = int(Integrator.IMPLICIT)
IMPLICITFAST = int(Integrator.IMPLICITFAST)


@stage
def continuous_acceleration(m, d):
    """qacc ← qacc − M⁻¹ h D qacc."""
    if m.opt_integrator == IMPLICIT:
        smooth_velocity_derivative(m, d)
        mul_derivative(m, d)
    elif m.opt_integrator == IMPLICITFAST:
        passive_velocity_derivative(m, d)
        mul_derivative(m, d)
        for t in range(m.ntree):
            if is_standalone(m, t):
                add_bias_derivative(m, d, t)
    elif (m.opt_disableflags & DAMPER_OR_EULERDAMP) == 0 and has_dampers(m):
        for i in range(m.nv):
            d.qacc_step[i] = -damper_slope(m, d, i) * d.qacc[i]
    else:
        return
    solve_M(m, d, d.qacc_step)
    for i in range(m.nv):
        d.qacc[i] = d.qacc[i] - m.opt_timestep * d.qacc_step[i]


@kernel
def mul_derivative(m, d):
    """qacc_step ← qDeriv qacc."""
    for i in range(m.nv):
        start = m.D_rowadr[i]
        sum = 0.0
        for a in range(start, start + m.D_rownnz[i]):
            sum = sum + d.qDeriv[a] * d.qacc[m.D_colind[a]]
        d.qacc_step[i] = sum


@kernel
def add_bias_derivative(m, d, t):
    """qacc_step of the free body of tree t, with the derivative of its bias force."""
    first = m.tree_dofadr[t]
    last = first + 6
    coriolis(m, d, m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t])
    bias_rates(m, d, first, last)
    for i in range(first, last):
        start = m.D_rowadr[i]
        sum = d.qacc_step[i]
        for a in range(start, start + m.D_rownnz[i]):
            k = m.D_colind[a]
            sum = sum + rate_entry(d, i, k, True) * d.qacc[k]
        d.qacc_step[i] = sum
