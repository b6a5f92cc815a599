"""How well the solver converged: inverse dynamics of its accelerations, compared with what went in."""

from knuckle.kernel import kernel, per_world, sqrt, stage
from knuckle.physics.inverse.inverse import inverse_acceleration
from knuckle.physics.kinematics.points import add_applied


@stage
def compare_forward_inverse(m, d):
    """solver_fwdinv: norms of the differences of constraint force and of applied force, in joint space. [N, N m]

    qfrc_inverse and efc_state are then those of the inverse dynamics, all else is as it was. Without constraint rows
    nothing is compared.
    """
    keep_forces(m, d)
    inverse_acceleration(m, d)
    record_differences(m, d)


@per_world
def keep_forces(m, d):
    """Put the forces of the solver aside."""
    for r in range(d.nefc):
        d.fwd_force[r] = d.efc_force[r]
    for i in range(m.nv):
        d.fwd_constraint[i] = d.qfrc_constraint[i]


@per_world
def record_differences(m, d):
    """solver_fwdinv, and the forces of the solver back in their place."""
    for i in range(m.nv):
        d.fwd_applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i]
    add_applied(m, d, d.fwd_applied)
    if d.nefc > 0:
        constraint = distance(d.qfrc_constraint, d.fwd_constraint, m.nv)
        d.solver_fwdinv = (constraint, distance(d.qfrc_inverse, d.fwd_applied, m.nv))
    for r in range(d.nefc):
        d.efc_force[r] = d.fwd_force[r]
    for i in range(m.nv):
        d.qfrc_constraint[i] = d.fwd_constraint[i]


@kernel
def distance(x, y, n):
    """‖x − y‖."""
    square = 0.0
    for i in range(n):
        square = square + (x[i] - y[i]) * (x[i] - y[i])
    return sqrt(square)
