"""The effective inertia of an implicit step, M̂ = M + h D + h² K.

D and K are the slopes of damping and spring forces by velocity and position, each term with the sign that takes energy:
of joints, of the drag of a fluid, of tendons and of actuators. The former two lie on the pattern of M. A tendon and an
actuator add c Jᵀ J each, with J their row of moments and c = h b + h² k: this couples dofs beyond that pattern, so M̂ is
kept as a matrix and these terms. Its backbone has their diagonals only, and the factor that M has.
"""

from knuckle.kernel import kernel, maximum, stage
from knuckle.math.vec3 import norm3
from knuckle.physics.derivative.bias import rate_entry
from knuckle.physics.derivative.fluid import add_fluid_rates, drag_rates
from knuckle.physics.discrete.couple import couple_actuators, couple_tendons
from knuckle.physics.force.damper import damper_slope
from knuckle.physics.force.fluid import has_fluid
from knuckle.physics.force.passive import SPRING_AND_DAMPER
from knuckle.physics.force.polynomial import is_zero, stiffness_slope
from knuckle.physics.force.spring import ball_displacement, free_displacement, scalar_reference
from knuckle.physics.inertia.factor import factor_in_place
from knuckle.physics.solver.coupling import has_couplings
from knuckle.schema.enums import DisableBit, JointType


@stage
def step_metric(m, d):
    """step_M, tendon_couple, actuator_couple: M̂; step_diag and the factor in qH: its backbone; step_shift = −h K v."""
    for a in range(m.nC):
        d.step_M[a] = d.M[a]
    for i in range(m.nv):
        d.step_shift[i] = 0.0
    off = m.opt_disableflags & SPRING_AND_DAMPER
    if not (off & DisableBit.SPRING):
        add_joint_springs(m, d)
    if not (off & DisableBit.DAMPER):
        for i in range(m.nv):
            add_diagonal(m, d, i, m.opt_timestep * maximum(damper_slope(m, d, i), 0.0))
    if has_fluid(m) and off != SPRING_AND_DAMPER:
        add_drag(m, d)
    for a in range(m.nC):
        d.qH[a] = d.step_M[a]
    if has_couplings(m):
        couple_tendons(m, d)
        couple_actuators(m, d)
    for i in range(m.nv):
        d.step_diag[i] = d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    factor_in_place(m, 0, m.nv, d.qH, d.qHDiagInv)


@kernel
def add_diagonal(m, d, i, x):
    """M̂_ii += x."""
    a = m.M_rowadr[i] + m.M_rownnz[i] - 1
    d.step_M[a] = d.step_M[a] + x


@kernel
def add_joint_springs(m, d):
    """h² k on the diagonal, and −h k v, for the springs of joints. Those of rotations have the slope along the pull."""
    for j in range(m.njnt):
        if not is_zero(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j]):
            i = m.jnt_dofadr[j]
            kind = m.jnt_type[j]
            if kind == JointType.FREE:
                x, turn = free_displacement(m, d, j)
                add_spring(m, d, j, i, 3, norm3(x))
                add_spring(m, d, j, i + 3, 3, norm3(turn))
            elif kind == JointType.BALL:
                add_spring(m, d, j, i, 3, norm3(ball_displacement(m, d, j)))
            else:
                add_spring(m, d, j, i, 1, d.qpos[m.jnt_qposadr[j]] - scalar_reference(m, d, j))


@kernel
def add_spring(m, d, j, first, n, x):
    """The spring of joint j at the displacement x, for n dofs from the first on."""
    h = m.opt_timestep
    k = maximum(stiffness_slope(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j], x), 0.0)
    for i in range(first, first + n):
        add_diagonal(m, d, i, h * h * k)
        d.step_shift[i] = -h * k * d.qvel[i]


@kernel
def add_drag(m, d):
    """−h ∂(drag)/∂v, where M has entries."""
    for i in range(m.nv):
        d.dof_force_rate[i] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        d.dof_force_row[i] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    drag_rates(m, d)
    add_fluid_rates(m, d)
    for i in range(m.nv):
        start = m.M_rowadr[i]
        for a in range(start, start + m.M_rownnz[i]):
            d.step_M[a] = d.step_M[a] - m.opt_timestep * rate_entry(d, i, m.M_colind[a], False)
