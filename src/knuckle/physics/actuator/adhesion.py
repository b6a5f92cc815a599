"""Actuators that pull a body towards what it touches."""

from knuckle.kernel import kernel, per_world
from knuckle.physics.constraint.motion import contact_motion
from knuckle.schema.enums import Exclusion


@per_world
def body_transmission(m, d, k):
    """l = 0; the moment is minus the mean of the normal velocities of all contacts of the body, by each dof."""
    b = m.actuator_trnid[k, 0]
    o = m.actuator_outadr[k]
    first = m.trn_rowadr[o]
    d.actuator_length[o] = 0.0
    for i in range(m.nv):
        d.actuator_moment[first + i] = 0.0
    count = 0
    for c in range(d.ncon):
        b1 = m.geom_bodyid[d.contact_geom[c, 0]]
        b2 = m.geom_bodyid[d.contact_geom[c, 1]]
        if (b1 == b or b2 == b) and d.contact_exclude[c] <= Exclusion.IN_GAP:
            count += 1
            add_normal(m, d, c, b1, b2, first)
    if count > 0:
        for i in range(m.nv):
            d.actuator_moment[first + i] = -d.actuator_moment[first + i] / count


@kernel
def add_normal(m, d, c, b1, b2, first):
    """Add the normal velocity of contact c by each dof that changes it."""
    frame = d.contact_frame[c]
    for e in range(contact_motion(m, d, b1, b2, d.contact_pos[c]), m.nv):
        v = d.row_motion[e]
        a = first + d.row_dof[e]
        d.actuator_moment[a] = d.actuator_moment[a] + (frame[0] * v[0] + frame[1] * v[1] + frame[2] * v[2])
