"""Inverse dynamics by the recursive Newton-Euler algorithm."""

from knuckle.kernel import kernel, stage
from knuckle.math.spatial import add6, add_scaled6, cross_force, dot6, inertia_mul
from knuckle.physics.inertia.tendon import add_tendon_bias
from knuckle.physics.sleep.runs import run_bodies, run_count
from knuckle.schema.enums import DisableBit


@stage
def bias(m, d):
    """qfrc_bias: the force that holds the acceleration at zero, c(q, v) = Coriolis + centrifugal + gravity. [N, N m]"""
    for s in range(run_count(m, d)):
        first, end = run_bodies(m, d, s)
        newton_euler_of(m, d, first, end, False, d.qacc, d.qfrc_bias)
    add_tendon_bias(m, d, False, d.qfrc_bias)


@kernel
def newton_euler(m, d, with_acceleration, acceleration, result):
    """result = M a + c(q, v) where `with_acceleration`, else c(q, v)."""
    newton_euler_of(m, d, 1, m.nbody, with_acceleration, acceleration, result)


@kernel
def newton_euler_of(m, d, first, end, with_acceleration, acceleration, result):
    """The same for the dofs of the bodies from the first to the end, whole subtrees of the world.

    a_b = a_parent + Σ (cdof_dot_i q̇_i + cdof_i q̈_i),   a_world = −g
    f_b = I_b a_b + v_b ×* I_b v_b + Σ f_child
    result_i = cdof_i · f_b
    """
    d.rne_cacc[0] = world_acceleration(m)
    for b in range(first, end):
        a = d.rne_cacc[m.body_parentid[b]]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            a = add_scaled6(a, d.cdof_dot[i], d.qvel[i])
            if with_acceleration:
                a = add_scaled6(a, d.cdof[i], acceleration[i])
        I = d.cinert[b]
        v = d.cvel[b]
        d.rne_cacc[b] = a
        d.rne_cfrc[b] = add6(inertia_mul(I, a), cross_force(v, inertia_mul(I, v)))

    # what a joint transmits carries the whole subtree
    for b in range(end - 1, first - 1, -1):
        f = d.rne_cfrc[b]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            result[i] = dot6(d.cdof[i], f)
        p = m.body_parentid[b]
        if p > 0:
            d.rne_cfrc[p] = add6(d.rne_cfrc[p], f)


@kernel
def world_acceleration(m):
    """−g as a spatial acceleration: bodies feel gravity as if the world accelerated upwards."""
    g = m.opt_gravity
    if m.opt_disableflags & DisableBit.GRAVITY:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    else:
        return (0.0, 0.0, 0.0, -g[0], -g[1], -g[2])
