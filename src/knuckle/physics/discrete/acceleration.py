"""Accelerations without constraints, of continuous time and of an implicit step."""

from knuckle.kernel import stage
from knuckle.physics.discrete.linear_solve import solve_step
from knuckle.physics.discrete.metric import step_metric
from knuckle.physics.discrete.rows import soften_rows
from knuckle.physics.force.acceleration import smooth_force
from knuckle.physics.inertia.factor import solve_LD
from knuckle.physics.sleep.runs import run_count, run_dofs
from knuckle.schema.enums import Integrator


@stage
def smooth_acceleration(m, d):
    """qfrc_smooth and qacc_smooth = M⁻¹ qfrc_smooth; of the discrete integrator, M̂⁻¹ (qfrc_smooth − h K v).

    The latter also has the constraint rows of its step made here: they depend on M̂.
    """
    smooth_force(m, d)
    if m.opt_integrator == Integrator.DISCRETE:
        step_metric(m, d)
        soften_rows(m, d)
        for i in range(m.nv):
            d.step_force[i] = d.qfrc_smooth[i] + d.step_shift[i]
        solve_step(m, d, d.step_force, d.qacc_smooth)
    else:
        for s in range(run_count(m, d)):
            first, end = run_dofs(m, d, s)
            for i in range(first, end):
                d.qacc_smooth[i] = d.qfrc_smooth[i]
            solve_LD(m, first, end, d.qLD, d.qLDiagInv, d.qacc_smooth)
