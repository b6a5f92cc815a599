"""What a model holds of its reference pose: weights, lengths, views and the anchors of equality constraints."""

from knuckle.kernel import kernel
from knuckle.physics.actuator.transmission import transmission
from knuckle.physics.constants.actuators import actuator_weights
from knuckle.physics.constants.equalities import equality_numbers
from knuckle.physics.constants.lengths import body_sizes, dof_lengths
from knuckle.physics.constants.tendons import tendon_weights
from knuckle.physics.constants.views import camera_offsets, light_offsets
from knuckle.physics.constants.weights import body_weights, dof_weights, simple_inertias
from knuckle.physics.inertia.crb import crb
from knuckle.physics.inertia.factor import factor_M
from knuckle.physics.kinematics.com import com_pos
from knuckle.physics.kinematics.poses import kinematics
from knuckle.physics.tendon.lengths import tendon


@kernel
def reference_constants(m, d, q):
    """Constants of the model for the pose in d, which is that of qpos0; the position-dependent part of d follows it."""
    kinematics(m, d)
    com_pos(m, d)
    tendon(m, d)
    crb(m, d)
    simple_inertias(m, d, q)
    factor_M(m, d)
    transmission(m, d)
    dof_weights(m, d, q)
    body_weights(m, d, q)
    tendon_weights(m, d, q)
    actuator_weights(m, d, q)
    body_sizes(m, d, q)
    dof_lengths(m, q)
    camera_offsets(m, d, q)
    light_offsets(m, d, q)
    equality_numbers(m, d, q)
