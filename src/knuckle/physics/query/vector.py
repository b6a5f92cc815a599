"""Questions about vectors over the dofs, and about positions."""

from knuckle.kernel import kernel
from knuckle.physics.force.bias import newton_euler
from knuckle.physics.inertia.crb import mul_M as multiply
from knuckle.physics.inertia.factor import solve_M as solve_in_place
from knuckle.physics.kinematics.position import differentiate_pos as difference
from knuckle.physics.kinematics.position import integrate_pos as move


@kernel
def mul_M(m, d, q):
    """M vector."""
    multiply(m, d, q.result, q.vector)


@kernel
def solve_M(m, d, q):
    """M⁻¹ vector, by the factor in qLD."""
    for i in range(m.nv):
        q.result[i] = q.vector[i]
    solve_in_place(m, d, q.result)


@kernel
def full_M(m, d, q):
    """The joint-space inertia as a dense nv × nv matrix."""
    for k in range(m.nv * m.nv):
        q.M[k] = 0.0
    for i in range(m.nv):
        for a in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            k = m.M_colind[a]
            q.M[i * m.nv + k] = d.M[a]
            q.M[k * m.nv + i] = d.M[a]


@kernel
def rne(m, d, q):
    """c(q, v), or M q̈ + c(q, v) with the accelerations in qacc. [N, N m]"""
    if q.with_acceleration != 0:
        newton_euler(m, d, True, d.qacc, q.qfrc)
    else:
        newton_euler(m, d, False, d.qacc, q.qfrc)


@kernel
def integrate_pos(m, q):
    """qpos ⊕ dt qvel: the positions after moving with a constant velocity; quaternions turn and stay unit."""
    for k in range(m.nq):
        q.result[k] = q.qpos[k]
    move(m, q.result, q.qvel, q.dt)


@kernel
def differentiate_pos(m, q):
    """(qpos2 ⊖ qpos1) / dt: the constant velocity that leads from one to the other in a time dt."""
    difference(m, q.qvel, q.dt, q.qpos1, q.qpos2)


@kernel
def takes_time(m, q):
    """Whether the positions of a question are some time apart."""
    return q.dt != 0.0
