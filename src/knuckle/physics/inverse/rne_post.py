"""Accelerations and forces of bodies after the constraint solve."""

from knuckle.kernel import kernel, per_world, stage
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.quat import quat_conjugate, quat_mul
from knuckle.math.spatial import add6, add_scaled6, cross_force, inertia_mul
from knuckle.math.vec3 import scale3
from knuckle.physics.constraint.contact_force import force_of_contact
from knuckle.physics.constraint.equality_ends import end_quat, first_body, first_point, second_body, second_point
from knuckle.physics.constraint.equality_weld import first_quat
from knuckle.physics.constraint.geom_distance import geom_pair_distance
from knuckle.physics.force.bias import world_acceleration
from knuckle.physics.inverse.tendon_push import push, push_tendons
from knuckle.schema.enums import EqType


@stage
def rne_post_constraint(m, d):
    """cacc, cfrc_ext and cfrc_int of every body, in the com-based frame: (angular; linear), (torque; force).

    cacc_b = cacc_parent + Σ (cdof_dot_i q̇_i + cdof_i q̈_i),   cacc_world = −g
    cfrc_int_b = I_b cacc_b + v_b ×* I_b v_b − cfrc_ext_b + Σ cfrc_int_child
    """
    external_forces(m, d)
    d.cacc[0] = world_acceleration(m)
    d.cfrc_int[0] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for b in range(1, m.nbody):
        a = d.cacc[m.body_parentid[b]]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            a = add_scaled6(add_scaled6(a, d.cdof_dot[i], d.qvel[i]), d.cdof[i], d.qacc[i])
        I = d.cinert[b]
        v = d.cvel[b]
        d.cacc[b] = a
        f = add6(inertia_mul(I, a), cross_force(v, inertia_mul(I, v)))
        d.cfrc_int[b] = add_scaled6(f, d.cfrc_ext[b], -1.0)
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        d.cfrc_int[p] = add6(d.cfrc_int[p], d.cfrc_int[b])


@per_world
def external_forces(m, d):
    """cfrc_ext: forces applied by the user, of spatial tendons, of contacts, and of equalities that hold bodies."""
    d.cfrc_ext[0] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for b in range(1, m.nbody):
        f = d.xfrc_applied[b]
        d.cfrc_ext[b] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        push(m, d, b, (f[3], f[4], f[5]), (f[0], f[1], f[2]), d.xipos[b], 1.0)
    push_tendons(m, d)
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            push_contact(m, d, c)
    r = 0
    while r < d.ne:
        e = d.efc_id[r]
        if m.eq_type[e] == EqType.CONNECT:
            push_connect(m, d, e, r)
            r += 3
        elif m.eq_type[e] == EqType.WELD:
            push_weld(m, d, e, r)
            r += 6
        elif m.eq_type[e] == EqType.DISTANCE:
            push_distance(m, d, e, r)
            r += 1
        else:
            r += 1


@kernel
def push_contact(m, d, c):
    """The force of contact c on the body of its second geom, and the opposite on the other."""
    f = force_of_contact(d, c)
    frame = d.contact_frame[c]
    force = mat_t_mul_vec(frame, (f[0], f[1], f[2]))
    torque = mat_t_mul_vec(frame, (f[3], f[4], f[5]))
    push(m, d, m.geom_bodyid[d.contact_geom[c, 1]], torque, force, d.contact_pos[c], 1.0)
    push(m, d, m.geom_bodyid[d.contact_geom[c, 0]], torque, force, d.contact_pos[c], -1.0)


@kernel
def push_connect(m, d, e, r):
    """The force of connect e, whose rows start at r, on both bodies at their own points."""
    force = (d.efc_force[r], d.efc_force[r + 1], d.efc_force[r + 2])
    push_ends(m, d, e, (0.0, 0.0, 0.0), force)


@kernel
def push_weld(m, d, e, r):
    """The force and torque of weld e, whose rows start at r, on both bodies.

    The turning rows have the rate ½ s vec(q₂⁻¹ ω q₁), so that their forces λ are the torque ½ s vec(q₂ λ q₁⁻¹).
    """
    force = (d.efc_force[r], d.efc_force[r + 1], d.efc_force[r + 2])
    q1 = first_quat(m, d, e)
    q2 = end_quat(m, d, e, m.eq_obj2id[e])
    turn = (0.0, d.efc_force[r + 3], d.efc_force[r + 4], d.efc_force[r + 5])
    q = quat_mul(quat_mul(q2, turn), quat_conjugate(q1))
    torque = scale3((q[1], q[2], q[3]), 0.5 * m.eq_data[e, 10])
    push_ends(m, d, e, torque, force)


@kernel
def push_ends(m, d, e, torque, force):
    """A wrench on the first end of equality e, and the opposite on the second."""
    push(m, d, first_body(m, e), torque, force, first_point(m, d, e), 1.0)
    push(m, d, second_body(m, e), torque, force, second_point(m, d, e), -1.0)


@kernel
def push_distance(m, d, e, r):
    """The force of distance e, whose row is r, on the bodies of both geoms, along the line between them."""
    g1 = m.eq_obj1id[e]
    g2 = m.eq_obj2id[e]
    _, normal, middle = geom_pair_distance(m, d, g1, g2)
    none = (0.0, 0.0, 0.0)
    push(m, d, m.geom_bodyid[g2], none, scale3(normal, d.efc_force[r]), middle, 1.0)
    push(m, d, m.geom_bodyid[g1], none, scale3(normal, d.efc_force[r]), middle, -1.0)
