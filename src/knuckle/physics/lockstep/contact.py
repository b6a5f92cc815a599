"""The rows of the contacts in one slot: along the normal and both tangents, then spin and roll about them."""

from knuckle.kernel import any_lane, kernel, maximum, sqrt, where
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.vec3 import sub3
from knuckle.physics.constraint.motion import motion_at
from knuckle.physics.constraint.regularizer import TINY, softness
from knuckle.physics.constraint.response import friction_reference, pushing_response, spring_damper
from knuckle.physics.lockstep.places import entries_of_slot, marks_of_slot, row_of_slot
from knuckle.schema.enums import Cone


@kernel
def slot_rows(m, d, c):
    """Jacobian, residual, response and regularizer of slot c."""
    slot_jacobian(m, d, c)
    dist = d.contact_dist[c]
    margin = d.contact_includemargin[c]
    k_b_d = pushing_response(m, d.contact_solref[c], d.contact_solimp[c], dist - margin)
    r = row_of_slot(d, c)
    d.efc_pos[r] = dist
    d.efc_margin[r] = margin
    d.efc_KBIP[r] = k_b_d
    damping = k_b_d[1]
    if m.opt_cone != Cone.PYRAMIDAL:
        solref = friction_reference(d.contact_solref[c], d.contact_solreffriction[c])
        damping = spring_damper(m, solref, d.contact_solimp[c])[1]
    for k in range(r + 1, r + d.slot_dim):
        d.efc_pos[k] = 0.0
        d.efc_margin[k] = 0.0
        d.efc_KBIP[k] = (0.0, damping, k_b_d[2], k_b_d[3])
    if m.opt_cone == Cone.PYRAMIDAL:
        pyramid_softness(m, d, c, r, k_b_d[2])
    else:
        cone_softness(m, d, c, r, k_b_d[2])


@kernel
def slot_jacobian(m, d, c):
    """The rows of slot c, from the marks of its dofs; zero where a contact has fewer dimensions."""
    n = m.nv
    marks = marks_of_slot(m, d, c)
    a = entries_of_slot(m, d, c)
    first = a
    frame = d.contact_frame[c]
    dims = d.slot_dims[c]
    for i in range(n):
        mark = d.efc_J[marks + i]
        if any_lane(mark != 0.0):
            d.slot_dof[c, a - first] = i
            arm = sub3(d.contact_pos[c], d.subtree_com[m.body_rootid[m.dof_bodyid[i]]])
            v = motion_at(d.cdof[i], arm)
            x = mat_mul_vec(frame, (v[0], v[1], v[2]))
            d.efc_J[a] = mark * x[0]
            if d.slot_dim > 1:
                slide = where(dims > 1.0, mark, 0.0)
                d.efc_J[a + n] = slide * x[1]
                d.efc_J[a + 2 * n] = slide * x[2]
            if d.slot_dim > 3:
                w = mat_mul_vec(frame, (v[3], v[4], v[5]))
                d.efc_J[a + 3 * n] = where(dims > 3.0, mark, 0.0) * w[0]
                if d.slot_dim > 4:
                    roll = where(dims > 4.0, mark, 0.0)
                    d.efc_J[a + 4 * n] = roll * w[1]
                    d.efc_J[a + 5 * n] = roll * w[2]
            a += 1
    d.slot_ndof[c] = a - first


@kernel
def put_softness(d, r, on, R):
    """R of row r and its inverse, both zero in worlds that do not have the row."""
    d.efc_R[r] = where(on, R, 0.0)
    d.row_D[r] = where(on, 1.0 / R, 0.0)


@kernel
def pyramid_softness(m, d, c, r, impedance):
    """R = 2 μ̃² R_1 for all edges; the normal is a row of its own in frictionless contacts only."""
    dims = d.slot_dims[c]
    mu = d.contact_friction[c, 0]
    alone = dims == 1.0
    own = softness(impedance, d.slot_inertia[c] * where(alone, 1.0, 1.0 + mu * mu))
    regular = mu / sqrt(maximum(m.opt_impratio, TINY))
    d.contact_mu[c] = where(alone, 0.0, regular)
    put_softness(d, r, alone, own)
    edge = maximum(2.0 * regular * regular * own, TINY)
    for k in range(1, d.slot_dim):
        put_softness(d, r + k, dims > k, edge)


@kernel
def cone_softness(m, d, c, r, impedance):
    """R_1 = R_normal / impratio and R_j μ_j² = R_1 μ_1²."""
    dims = d.slot_dims[c]
    normal = softness(impedance, d.slot_inertia[c])
    tangent = normal / maximum(m.opt_impratio, TINY)
    mu = d.contact_friction[c, 0]
    d.contact_mu[c] = where(dims > 1.0, mu * sqrt(tangent / normal), 0.0)
    put_softness(d, r, dims > 0.0, normal)
    for k in range(1, d.slot_dim):
        ratio = mu / d.contact_friction[c, k - 1]
        put_softness(d, r + k, dims > k, tangent * ratio * ratio)
