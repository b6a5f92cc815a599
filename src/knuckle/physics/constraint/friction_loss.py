"""Rows of dry friction: one for each dof that has any."""

from knuckle.kernel import kernel
from knuckle.physics.constraint.response import response
from knuckle.physics.constraint.rows import claim_rows, describe_row
from knuckle.physics.sleep.state import some_sleep, tree_sleeps
from knuckle.schema.enums import ConstraintType


@kernel
def friction_loss(m, d):
    """A row with Jacobian 1 for each dof with dry friction that is awake. It has no residual, so no stiffness."""
    if some_sleep(m, d):
        for t in range(m.ntree):
            if not tree_sleeps(m, d, t):
                friction_between(m, d, m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t])
    else:
        friction_between(m, d, 0, m.nv)


@kernel
def friction_between(m, d, first, end):
    """Rows for the dofs from the first to the end."""
    for i in range(first, end):
        if m.dof_frictionloss[i] != 0.0:
            d.row_dof[m.nv - 1] = i
            if claim_rows(m, d, 1, m.nv - 1):
                r = d.nefc - 1
                d.efc_J[d.nJ - 1] = 1.0
                _, b, impedance, slope = response(m, m.dof_solref[i], m.dof_solimp[i], 0.0)
                describe_row(
                    d, r, ConstraintType.FRICTION_DOF, i, 0.0, 0.0, m.dof_invweight0[i], (0.0, b, impedance, slope)
                )
                d.efc_frictionloss[r] = m.dof_frictionloss[i]
