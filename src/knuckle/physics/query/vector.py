"""Questions about vectors over the dofs and positions: operands and answers are the `query_` fields of Data."""

from knuckle.kernel import kernel
from knuckle.physics.force.bias import newton_euler
from knuckle.physics.inertia.crb import mul_M
from knuckle.physics.inertia.factor import solve_M
from knuckle.physics.kinematics.position import differentiate_pos, integrate_pos


@kernel
def query_mul_M(m, d, unused):
    """query_result ← M query_dof."""
    mul_M(m, d, d.query_result, d.query_dof)


@kernel
def query_solve_M(m, d, unused):
    """query_dof ← M⁻¹ query_dof."""
    solve_M(m, d, d.query_dof)


@kernel
def query_rne(m, d, with_acceleration):
    """query_dof ← c(q, v), plus M q̈ where `with_acceleration` is not 0."""
    if with_acceleration != 0:
        newton_euler(m, d, True, d.qacc, d.query_dof)
    else:
        newton_euler(m, d, False, d.qacc, d.query_dof)


@kernel
def query_integrate_pos(m, d, unused):
    """query_qpos ← query_qpos ⊕ query_time query_dof."""
    integrate_pos(m, d.query_qpos, d.query_dof, d.query_time)


@kernel
def query_differentiate_pos(m, d, unused):
    """query_dof ← (query_target ⊖ query_qpos) / query_time."""
    differentiate_pos(m, d.query_dof, d.query_time, d.query_qpos, d.query_target)
