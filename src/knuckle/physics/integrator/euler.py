"""Semi-implicit Euler with implicit joint damping."""

from knuckle.kernel import kernel, stage
from knuckle.physics.force.damper import damper_slope, has_dampers
from knuckle.physics.inertia.factor import factor_in_place, solve_LD
from knuckle.physics.integrator.advance import advance, take_qacc, total_force
from knuckle.physics.sleep.runs import run_count, run_dofs
from knuckle.schema.enums import DisableBit

DAMPER_OR_EULERDAMP = int(DisableBit.DAMPER | DisableBit.EULERDAMP)


@stage
def euler(m, d):
    """One step: v ← v + h (M + h B)⁻¹ M q̈, with B the slopes of the joint dampers; v + h q̈ where none counts."""
    if (m.opt_disableflags & DAMPER_OR_EULERDAMP) == 0 and has_dampers(m):
        for s in range(run_count(m, d)):
            first, end = run_dofs(m, d, s)
            factor_damped(m, d, first, end)
            total_force(m, d, first, end, d.qacc_step)
            solve_LD(m, first, end, d.qH, d.qHDiagInv, d.qacc_step)
    else:
        take_qacc(m, d)
    advance(m, d)


@kernel
def factor_damped(m, d, first, end):
    """qH, qHDiagInv: the factor of M + h B, for the dofs from the first to the end."""
    if first < end:
        for a in range(m.M_rowadr[first], m.M_rowadr[end - 1] + m.M_rownnz[end - 1]):
            d.qH[a] = d.M[a]
    for i in range(first, end):
        a = m.M_rowadr[i] + m.M_rownnz[i] - 1
        d.qH[a] = d.qH[a] + m.opt_timestep * damper_slope(m, d, i)
    factor_in_place(m, first, end, d.qH, d.qHDiagInv)
