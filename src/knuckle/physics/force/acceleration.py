"""All forces but those of constraints."""

from knuckle.kernel import kernel
from knuckle.physics.kinematics.points import add_applied


@kernel
def smooth_force(m, d):
    """qfrc_smooth = passive − bias + applied + actuator + Jᵀ xfrc_applied   [N, N m]"""
    for i in range(m.nv):
        d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    add_applied(m, d, d.qfrc_smooth)
