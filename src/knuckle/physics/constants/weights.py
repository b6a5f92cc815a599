"""Inverse weights: how a body or a dof answers a unit force in the reference pose."""

from knuckle.kernel import kernel, real_of
from knuckle.math.spatial import add_scaled6, angular, join6, linear
from knuckle.math.vec3 import add3, cross3, dot3, sub3
from knuckle.physics.inertia.crb import inertia_diagonal
from knuckle.physics.kinematics.chain import last_dof
from knuckle.schema.enums import JointType

SLIDERS_ONLY = 2  # in body_simple


@kernel
def simple_inertias(m, d, q):
    """dof_M0, the diagonal of M without tendons; it is put right in M for simple bodies, where the model has it."""
    for i in range(m.nv):
        q.dof_M0[i] = inertia_diagonal(m, d, i)
        if m.dof_simplenum[i] > 0:
            d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1] = q.dof_M0[i]


@kernel
def dof_weights(m, d, q):
    """dof_invweight0: the diagonal of M⁻¹, its mean for the dofs of a joint that move or turn. [1/kg, 1/(kg m²)]"""
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        if m.body_simple[b] == SLIDERS_ONLY:
            q.dof_invweight0[i] = 1.0 / m.body_mass[b]
        else:
            q.dof_invweight0[i] = inverse_diagonal(m, d, i)
    for j in range(m.njnt):
        i = m.jnt_dofadr[j]
        if m.jnt_type[j] in (JointType.FREE, JointType.BALL):
            average(q, i)
        if m.jnt_type[j] == JointType.FREE:
            average(q, i + 3)


@kernel
def average(q, i):
    """Three dofs from i on share their mean."""
    mean = (q.dof_invweight0[i] + q.dof_invweight0[i + 1] + q.dof_invweight0[i + 2]) / 3.0
    for k in range(i, i + 3):
        q.dof_invweight0[k] = mean


@kernel
def inverse_diagonal(m, d, i):
    """M⁻¹[i, i] = ‖D^(−½) L⁻ᵀ eᵢ‖², which only the ancestors of i take part in."""
    k = i
    while k >= 0:
        d.row_value[k] = 0.0
        k = m.dof_parentid[k]
    d.row_value[i] = 1.0
    total = real_of(d.qLDiagInv[i], 0.0)
    while i >= 0:
        y = d.row_value[i]
        total = total + y * y * d.qLDiagInv[i]
        row = m.M_rowadr[i]
        for a in range(row, row + m.M_rownnz[i] - 1):
            k = m.M_colind[a]
            d.row_value[k] = d.row_value[k] - d.qLD[a] * y
        i = m.dof_parentid[i]
    return total


@kernel
def body_weights(m, d, q):
    """body_invweight0: the mean diagonals of J M⁻¹ Jᵀ of each centre of mass, moving and turning. [1/kg, 1/(kg m²)]"""
    for b in range(m.nbody):
        if m.body_simple[b] == SLIDERS_ONLY:
            q.body_invweight0[b] = (1.0 / m.body_mass[b], 0.0)
        else:
            turn, move = squared_columns(m, d, b)
            q.body_invweight0[b] = (move / 3.0, turn / 3.0)


@kernel
def squared_columns(m, d, b):
    """The squares of D^(−½) L⁻ᵀ Jᵀ, added up for the three rows of J that turn body b and the three that move it.

    The six columns of Jᵀ go through half a solve together, in cdof_dot; no dof but those of the chain takes part.
    """
    arm = sub3(d.xipos[b], d.subtree_com[m.body_rootid[b]])
    last = last_dof(m, b)
    i = last
    while i >= 0:
        omega = angular(d.cdof[i])
        d.cdof_dot[i] = join6(omega, add3(linear(d.cdof[i]), cross3(omega, arm)))
        i = m.dof_parentid[i]
    turn = real_of(arm[0], 0.0)
    move = real_of(arm[0], 0.0)
    i = last
    while i >= 0:
        y = d.cdof_dot[i]
        turn = turn + dot3(angular(y), angular(y)) * d.qLDiagInv[i]
        move = move + dot3(linear(y), linear(y)) * d.qLDiagInv[i]
        row = m.M_rowadr[i]
        for a in range(row, row + m.M_rownnz[i] - 1):
            k = m.M_colind[a]
            d.cdof_dot[k] = add_scaled6(d.cdof_dot[k], y, -d.qLD[a])
        i = m.dof_parentid[i]
    return turn, move
