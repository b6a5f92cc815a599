"""All forces but those of constraints."""

from knuckle.kernel import kernel
from knuckle.physics.kinematics.points import add_applied
from knuckle.physics.sleep.runs import run_count, run_dofs


@kernel
def smooth_force(m, d):
    """qfrc_smooth = passive − bias + applied + actuator + Jᵀ xfrc_applied   [N, N m]"""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    add_applied(m, d, d.qfrc_smooth)
