"""What every formulation starts from: positions, contacts, constraint rows and smooth forces of the present state."""

from knuckle.kernel import kernel
from knuckle.physics.guard.finite import calls_nothing, runs_alone
from knuckle.physics.pipeline import actuation, observe, smooth_acceleration
from knuckle.physics.sensor.stages import sensor_acc


@kernel
def lab_observe(m, d, q):
    """The pipeline up to qacc_smooth; the constraint solve is left to the caller.

    Rows, efc_vel and efc_aref are those of the options that the model's table has.
    """
    if observe(m, d):
        actuation(m, d)
        smooth_acceleration(m, d)


@kernel
def lab_conclude(m, d, q):
    """The accelerations, forces of rows and forces on dofs that a formulation found; sensors of them. [m/s², N, N m]

    qfrc_constraint = Jᵀ force, row by row.
    """
    for i in range(m.nv):
        d.qacc[i] = q.qacc[i]
        d.qfrc_constraint[i] = 0.0
    for r in range(d.nefc):
        d.efc_force[r] = q.force[r]
        first = d.efc_J_rowadr[r]
        for a in range(first, first + d.efc_J_rownnz[r]):
            i = d.efc_J_colind[a]
            d.qfrc_constraint[i] = d.qfrc_constraint[i] + d.efc_J[a] * q.force[r]
    if m.nsensor > 0:
        sensor_acc(m, d)


@kernel
def is_alone(m, q):
    """Whether the model can be computed with, and calls no functions of the user."""
    return runs_alone(m)


@kernel
def is_quiet(m, q):
    """Whether the model calls no functions of the user."""
    return calls_nothing(m)
