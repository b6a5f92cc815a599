"""What a contact sensor tells of a contact, field by field."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import sub3
from knuckle.physics.constraint.contact_force import force_of_contact
from knuckle.physics.kinematics.points import velocity_at
from knuckle.physics.sensor.contact_match import direction
from knuckle.physics.sensor.reading import put3
from knuckle.schema.enums import ContactData

NUMBERS = int(ContactData.FOUND | ContactData.DIST)
FORCES = int(ContactData.FORCE | ContactData.TORQUE)
VELOCITIES = int(ContactData.LINVEL | ContactData.ANGVEL)


@kernel
def slot_width(bits):
    """The numbers of a slot: one for each number, three for each vector."""
    width = 0
    for k in range(9):
        bit = (bits >> k) & 1
        width = width + bit * (1 if (NUMBERS >> k) & 1 else 3)
    return width


@kernel
def clear_slots(m, d, s):
    """All slots of sensor s empty."""
    for a in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
        d.sensordata[a] = 0.0


@kernel
def put_contact(m, d, s, c, found, a):
    """Contact c in the slot at a.

    Where its geoms are the other way round, normal and first tangent are turned; forces and velocities, which are
    then those of the other side, keep their parts along these and change that along the second tangent.
    """
    bits = m.sensor_intprm[s, 0]
    sign = 1.0 * direction(m, d, s, c)
    f = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    v = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if bits & FORCES:
        f = force_of_contact(d, c)
    if bits & VELOCITIES:
        v = relative_velocity(m, d, c)
    frame = d.contact_frame[c]
    normal = (sign * frame[0], sign * frame[1], sign * frame[2])
    tangent = (sign * frame[3], sign * frame[4], sign * frame[5])
    force = (f[0], f[1], sign * f[2])
    torque = (f[3], f[4], sign * f[5])
    put_slot(d, bits, a, found, force, torque, d.contact_dist[c], d.contact_pos[c], normal, tangent)
    if bits & VELOCITIES:
        put_velocities(d, bits, a, v, sign)


@kernel
def put_slot(d, bits, a, found, force, torque, dist, pos, normal, tangent):
    """The chosen fields of one slot but velocities, one after the other."""
    if bits & ContactData.FOUND:
        d.sensordata[a] = 1.0 * found
        a = a + 1
    if bits & ContactData.FORCE:
        put3(d, a, force)
        a = a + 3
    if bits & ContactData.TORQUE:
        put3(d, a, torque)
        a = a + 3
    if bits & ContactData.DIST:
        d.sensordata[a] = dist
        a = a + 1
    if bits & ContactData.POS:
        put3(d, a, pos)
        a = a + 3
    if bits & ContactData.NORMAL:
        put3(d, a, normal)
        a = a + 3
    if bits & ContactData.TANGENT:
        put3(d, a, tangent)


@kernel
def put_velocities(d, bits, a, v, sign):
    """The last fields of the slot at a: velocities."""
    a = a + slot_width(bits & ~VELOCITIES)
    if bits & ContactData.LINVEL:
        put3(d, a, (v[3], v[4], sign * v[5]))
        a = a + 3
    if bits & ContactData.ANGVEL:
        put3(d, a, (v[0], v[1], sign * v[2]))


@kernel
def relative_velocity(m, d, c):
    """(ω; v) of the second body against the first at contact c, in its frame. [rad/s, m/s]"""
    first = velocity_at(m, d, m.geom_bodyid[d.contact_geom[c, 0]], d.contact_pos[c])
    second = velocity_at(m, d, m.geom_bodyid[d.contact_geom[c, 1]], d.contact_pos[c])
    w = mat_mul_vec(d.contact_frame[c], sub3(angular(second), angular(first)))
    v = mat_mul_vec(d.contact_frame[c], sub3(linear(second), linear(first)))
    return (w[0], w[1], w[2], v[0], v[1], v[2])
