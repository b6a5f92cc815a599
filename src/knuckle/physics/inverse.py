"""Inverse dynamics without constraints."""

from knuckle.machine.kernel import kernel
from knuckle.physics.bias import newton_euler
from knuckle.physics.reflected import dof_armature


@kernel
def smooth_inverse(m, d):
    """qfrc_inverse = M q̈ + bias − passive: the external force behind the acceleration in qacc. [N, N m]"""
    newton_euler(m, d, True, d.qacc, d.qfrc_inverse)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        d.qfrc_inverse[i] = d.qfrc_inverse[i] + dof_armature(m, i) * d.qacc[i] - d.qfrc_passive[i]
