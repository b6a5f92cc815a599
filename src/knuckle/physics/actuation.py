"""Forces of actuators on the dofs."""

from knuckle.machine.kernel import kernel


@kernel
def actuation(m, d):
    """qfrc_actuator: zero, as a model has no actuators yet.

    Gravity compensation that a joint hands to its actuators is lost with them. [N, N m]
    """
    for i in range(m.nv):
        d.qfrc_actuator[i] = 0.0
