"""All contacts of a sensor as one: the wrench with the same effect."""

from knuckle.kernel import kernel, maximum
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, cross3, norm3, scale3, sub3
from knuckle.physics.constraint.contact_force import force_of_contact
from knuckle.physics.sensor.contact_data import put_slot
from knuckle.physics.sensor.contact_match import direction

SMALLEST = 1e-15  # [N] weight below which there is no middle


@kernel
def put_net_force(m, d, s, found):
    """The sum of all matching contacts in the first slot, in world axes.

    F = Σ f,   x = Σ ‖f‖ x_c / Σ ‖f‖,   T = Σ τ + (x_c − x) × f
    """
    none = (0.0, 0.0, 0.0)
    middle, force, torque = none, none, none
    weight = 0.0
    for c in range(d.ncon):
        if direction(m, d, s, c) != 0:
            f = force_of_contact(d, c)
            w = norm3((f[0], f[1], f[2]))
            weight = weight + w
            middle = add_scaled3(middle, d.contact_pos[c], w)
    middle = scale3(middle, 1.0 / maximum(weight, SMALLEST))
    for c in range(d.ncon):
        sign = 1.0 * direction(m, d, s, c)
        if sign != 0.0:
            f, t = world_wrench(d, c)
            arm = sub3(d.contact_pos[c], middle)
            force = add_scaled3(force, f, sign)
            torque = add_scaled3(torque, add3(t, cross3(arm, f)), sign)
    put_slot(
        d, m.sensor_intprm[s, 0], m.sensor_adr[s], found, force, torque, 0.0, middle, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    )


@kernel
def world_wrench(d, c):
    """(force, torque) of contact c in world axes."""
    f = force_of_contact(d, c)
    frame = d.contact_frame[c]
    return (mat_t_mul_vec(frame, (f[0], f[1], f[2])), mat_t_mul_vec(frame, (f[3], f[4], f[5])))
