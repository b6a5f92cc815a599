"""How the bias force depends on the velocities.

With S_j = cdof_j = (s; t), moving a body's velocity v by S_j changes its inertial force f = I a + v ×* I v by

    ∂f/∂q̇_j = I w_j + C S_j,    w_j = 2 cdof_dot_j + Σ q̇_k S_k × S_j   over the dofs k that turn together with j

where C, linear in the body's motion, is zero but for its first three columns: C S = (A s; 2 s × p), with

    A = 2 [ω]× J − tr(J) [ω]× − 2 v cᵀ + 2 (c·v) 1,    p = m v + ω × c

for the inertia (J, c = m h, m). I and C of a subtree are sums over its bodies, all in one com-based frame, so every
entry of ∂qfrc_bias/∂qvel needs only the composites of the deeper of its two dofs.
"""

from knuckle.kernel import kernel, stage
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.spatial import add6, angular, cross_motion, dot6, inertia_mul, join6, linear
from knuckle.math.vec3 import add_scaled3, cross3, dot3
from knuckle.schema.enums import JointType


@stage
def coriolis(m, d, first, last):
    """C of the subtrees at bodies first ≤ b < last, which must be whole trees: A by rows, then p."""
    for b in range(first, last):
        d.coriolis[b] = body_coriolis(d.cinert[b], d.cvel[b])
    for b in range(last - 1, first - 1, -1):
        p = m.body_parentid[b]
        if p >= first and p > 0:
            for e in range(12):
                d.coriolis[p, e] = d.coriolis[p, e] + d.coriolis[b, e]


@kernel
def body_coriolis(I, u):
    """A by rows and p of one body with inertia I at the velocity u."""
    w, v = angular(u), linear(u)
    c = (I[6], I[7], I[8])
    # rows of 2J − tr(J), which [ω]× multiplies
    k = -(I[0] + I[1] + I[2])
    x = (2.0 * I[0] + k, 2.0 * I[3], 2.0 * I[4])
    y = (2.0 * I[3], 2.0 * I[1] + k, 2.0 * I[5])
    z = (2.0 * I[4], 2.0 * I[5], 2.0 * I[2] + k)
    q = 2.0 * dot3(c, v)
    vx, vy, vz = 2.0 * v[0], 2.0 * v[1], 2.0 * v[2]
    return (
        w[1] * z[0] - w[2] * y[0] - vx * c[0] + q,
        w[1] * z[1] - w[2] * y[1] - vx * c[1],
        w[1] * z[2] - w[2] * y[2] - vx * c[2],
        w[2] * x[0] - w[0] * z[0] - vy * c[0],
        w[2] * x[1] - w[0] * z[1] - vy * c[1] + q,
        w[2] * x[2] - w[0] * z[2] - vy * c[2],
        w[0] * y[0] - w[1] * x[0] - vz * c[0],
        w[0] * y[1] - w[1] * x[1] - vz * c[1],
        w[0] * y[2] - w[1] * x[2] - vz * c[2] + q,
        I[9] * v[0] + w[1] * c[2] - w[2] * c[1],
        I[9] * v[1] + w[2] * c[0] - w[0] * c[2],
        I[9] * v[2] + w[0] * c[1] - w[1] * c[0],
    )


@kernel
def drift(m, d, i):
    """w_i of dof i."""
    r = d.cdof_dot[i]
    j = m.dof_jntid[i]
    start = m.jnt_dofadr[j]
    turns_together = m.jnt_type[j] == JointType.BALL
    if m.jnt_type[j] == JointType.FREE:
        start = start + 3
        turns_together = i >= start
    w = (r[0] + r[0], r[1] + r[1], r[2] + r[2], r[3] + r[3], r[4] + r[4], r[5] + r[5])
    if turns_together:
        S = d.cdof[i]
        for k in range(start, start + 3):
            x = cross_motion(d.cdof[k], S)
            v = d.qvel[k]
            w = add6(w, (x[0] * v, x[1] * v, x[2] * v, x[3] * v, x[4] * v, x[5] * v))
    return w


@stage
def bias_rates(m, d, first, last):
    """For dofs first ≤ i < last, the vectors that give −∂qfrc_bias/∂qvel entry by entry.

    dof_drift w_i, dof_momentum I S_i, dof_force_rate −(I w_i + C S_i), dof_force_row −Cᵀ S_i: composites at dof i.
    """
    for i in range(first, last):
        b = m.dof_bodyid[i]
        I = d.crb[b]
        C = d.coriolis[b]
        A = (C[0], C[1], C[2], C[3], C[4], C[5], C[6], C[7], C[8])
        p = (C[9], C[10], C[11])
        S = d.cdof[i]
        s, t = angular(S), linear(S)
        w = drift(m, d, i)
        f = add6(inertia_mul(I, w), join6(mat_mul_vec(A, s), cross3((2.0 * s[0], 2.0 * s[1], 2.0 * s[2]), p)))
        row = add_scaled3(mat_t_mul_vec(A, s), cross3(p, t), 2.0)
        d.dof_drift[i] = w
        d.dof_momentum[i] = inertia_mul(I, S)
        d.dof_force_rate[i] = (-f[0], -f[1], -f[2], -f[3], -f[4], -f[5])
        d.dof_force_row[i] = (-row[0], -row[1], -row[2], 0.0, 0.0, 0.0)


@kernel
def rate_entry(d, i, k, with_bias):
    """∂f_i/∂q̇_k, for k above or equal i: S_k · row_i − w_k · (I S_i); below: S_i · rate_k."""
    if k > i:
        return dot6(d.cdof[i], d.dof_force_rate[k])
    elif with_bias:
        return dot6(d.cdof[k], d.dof_force_row[i]) - dot6(d.dof_drift[k], d.dof_momentum[i])
    else:
        return dot6(d.cdof[k], d.dof_force_row[i])
