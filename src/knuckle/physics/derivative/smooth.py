"""The derivative of smooth forces by velocity.

It lies on the pattern of D, where row i holds the ancestors of dof i, i itself, and its descendants.
"""

from knuckle.kernel import kernel, stage
from knuckle.physics.derivative.actuator import add_actuator_rates
from knuckle.physics.derivative.bias import bias_rates, coriolis, rate_entry
from knuckle.physics.derivative.fluid import add_fluid_rates, fluid_rates
from knuckle.physics.derivative.tendon import add_tendon_damper_rates
from knuckle.physics.force.damper import damper_slope
from knuckle.physics.force.fluid import has_fluid
from knuckle.physics.force.passive import SPRING_AND_DAMPER
from knuckle.physics.sleep.runs import run_bodies, run_count, run_dofs
from knuckle.physics.sleep.state import may_sleep
from knuckle.schema.enums import DisableBit


@kernel
def smooth_velocity_derivative(m, d):
    """qDeriv = ∂(qfrc_passive + qfrc_actuator − qfrc_bias)/∂qvel, exact."""
    velocity_derivative(m, d, True, False)


@kernel
def passive_velocity_derivative(m, d):
    """qDeriv = ∂(qfrc_passive + qfrc_actuator)/∂qvel, made symmetric but for free bodies that stand alone."""
    velocity_derivative(m, d, False, True)


@stage
def velocity_derivative(m, d, with_bias, symmetric):
    """qDeriv of passive and actuator forces, less that of the bias force on demand."""
    off = m.opt_disableflags & SPRING_AND_DAMPER
    in_fluid = has_fluid(m) and off != SPRING_AND_DAMPER
    for s in range(run_count(m, d)):
        first, end = run_bodies(m, d, s)
        dofs = run_dofs(m, d, s)
        if with_bias:
            coriolis(m, d, first, end)
            bias_rates(m, d, dofs[0], dofs[1])
        else:
            for i in range(dofs[0], dofs[1]):
                d.dof_force_rate[i] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                d.dof_force_row[i] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if in_fluid:
        fluid_rates(m, d, symmetric)
        add_fluid_rates(m, d)

    fill(m, d, with_bias, with_bias or in_fluid)
    if not (off & DisableBit.DAMPER):
        for i in range(m.nv):
            a = m.D_rowadr[i] + m.D_diag[i]
            d.qDeriv[a] = d.qDeriv[a] - damper_slope(m, d, i)
        add_tendon_damper_rates(m, d)
    if not (m.opt_disableflags & DisableBit.ACTUATION):
        add_actuator_rates(m, d)


@kernel
def fill(m, d, with_bias, coupled):
    """qDeriv from the vectors of its dofs; zero where no force couples dofs."""
    if not coupled or may_sleep(m):
        for a in range(m.nD):
            d.qDeriv[a] = 0.0
    if coupled:
        for s in range(run_count(m, d)):
            first, end = run_dofs(m, d, s)
            for i in range(first, end):
                start = m.D_rowadr[i]
                for a in range(start, start + m.D_rownnz[i]):
                    d.qDeriv[a] = rate_entry(d, i, m.D_colind[a], with_bias)
