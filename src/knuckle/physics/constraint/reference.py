"""Reference acceleration: what each constraint row would like its acceleration to be."""

from knuckle.kernel import kernel, per_world, stage
from knuckle.physics.constraint.equality import equality_drift
from knuckle.schema.enums import ConstraintType, Integrator


@stage
def reference_constraint(m, d):
    """efc_vel, efc_aref."""
    make_reference(m, d)


@per_world
def make_reference(m, d):
    """efc_vel = J q̇, with the velocity of moving surfaces added; efc_aref from it.

        a_ref = −b (J q̇) − k d (r − margin) − J̇ q̇

    J̇ q̇ is taken into account for connects and welds.
    """
    d.nref = d.nefc
    spring_and_damper(m, d)
    equality_drift(m, d)
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            add_surface_velocity(d, c)
    if m.opt_integrator == Integrator.DISCRETE:
        aim_at_end_of_step(m, d)
    add_adhesion(d, 1.0)


@kernel
def spring_and_damper(m, d):
    """efc_vel = J q̇ and a_ref = −b (J q̇) − k d (r − margin). Rows with the same columns share the velocities picked."""
    picked = False
    for r in range(d.nefc):
        start = d.efc_J_rowadr[r]
        n = d.efc_J_rownnz[r]
        if not picked:
            for e in range(n):
                d.row_picked[e] = d.qvel[d.efc_J_colind[start + e]]
        picked = d.efc_J_rowsuper[r] > 0
        v = 0.0 * m.opt_timestep
        for e in range(n):
            v = v + d.efc_J[start + e] * d.row_picked[e]
        d.efc_vel[r] = v
        d.efc_aref[r] = aim(d.efc_KBIP[r], v, d.efc_pos[r] - d.efc_margin[r])


@kernel
def aim(k_b_d, v, r):
    """−b v − k d r of a row's response, velocity and violation."""
    return -k_b_d[1] * v - k_b_d[0] * k_b_d[2] * r


@kernel
def add_surface_velocity(d, c):
    """Add the velocity of the second surface against the first: along both tangents, and of spin."""
    r = d.contact_efc_address[c]
    v = d.contact_surfacevel[c]
    if d.efc_type[r] != ConstraintType.CONTACT_FRICTIONLESS and (v[0] != 0.0 or v[1] != 0.0 or v[2] != 0.0):
        add_along(d, c, r, 0, v[0])
        add_along(d, c, r, 1, v[1])
        if dimensions(d, r) > 3:
            add_along(d, c, r, 2, v[2])


@kernel
def dimensions(d, r):
    """Dimensions of the contact whose rows start at r, by these rows: contact_dim may have been rewritten since."""
    return d.rows_left[r] // 2 + 1 if d.efc_type[r] == ConstraintType.CONTACT_PYRAMIDAL else d.rows_left[r]


@kernel
def add_along(d, c, r, j, v):
    """Add a velocity along friction axis j of the contact with rows from r on."""
    if d.efc_type[r] == ConstraintType.CONTACT_PYRAMIDAL:
        add_velocity(d, r + 2 * j, v * d.contact_friction[c, j])
        add_velocity(d, r + 2 * j + 1, -v * d.contact_friction[c, j])
    else:
        add_velocity(d, r + 1 + j, v)


@kernel
def add_velocity(d, r, v):
    """Row r moves faster by v, which is damped."""
    d.efc_vel[r] = d.efc_vel[r] + v
    d.efc_aref[r] = d.efc_aref[r] - d.efc_KBIP[r, 1] * v


@kernel
def aim_at_end_of_step(m, d):
    """a_ref ← (a_ref − h k d (J q̇)) / (1 + h b + h² k d): spring and damper are those at the end of the step.

    There the row has moved on by h (J q̇ + h a) and is faster by h a; solved for a.
    """
    h = m.opt_timestep
    for r in range(d.nefc):
        k_b_d = d.efc_KBIP[r]
        d.efc_aref[r] = (d.efc_aref[r] - h * k_b_d[0] * k_b_d[2] * d.efc_vel[r]) / implicit_factor(m, d, r)


@kernel
def implicit_factor(m, d, r):
    """1 + h b + h² k d of row r."""
    h = m.opt_timestep
    k_b_d = d.efc_KBIP[r]
    return 1.0 + h * (k_b_d[1] + h * k_b_d[0] * k_b_d[2])


@kernel
def add_adhesion(d, sign):
    """a_ref += R δ along the normal, shared by the edges of a pyramid: the cone moves down by the force δ."""
    for c in range(d.ncon):
        r = d.contact_efc_address[c]
        if r >= 0 and d.contact_adhesion[c] != 0.0:
            edges = d.rows_left[r] if d.efc_type[r] == ConstraintType.CONTACT_PYRAMIDAL else 1
            for k in range(r, r + edges):
                d.efc_aref[k] = d.efc_aref[k] + sign * d.efc_R[k] * d.contact_adhesion[c] / edges
