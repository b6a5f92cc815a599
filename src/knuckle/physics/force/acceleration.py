"""Accelerations without constraints."""

from knuckle.kernel import stage
from knuckle.physics.inertia.factor import solve_LD
from knuckle.physics.kinematics.points import add_applied
from knuckle.physics.sleep.runs import run_count, run_dofs


@stage
def smooth_acceleration(m, d):
    """qfrc_smooth and qacc_smooth = M⁻¹ qfrc_smooth.

    qfrc_smooth = passive − bias + applied + actuator + Jᵀ xfrc_applied   [N, N m]
    """
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    add_applied(m, d, d.qfrc_smooth)
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            d.qacc_smooth[i] = d.qfrc_smooth[i]
        solve_LD(m, first, end, d.qLD, d.qLDiagInv, d.qacc_smooth)
