"""Kernels around a kernel of the user: what compiled code calls in the place of a callback.

Each maker takes the kernel of the user and returns f(m, d, number), whose address the table of a model holds (see
schema/hooks.py).
"""

from knuckle.kernel import per_world, store_parts
from knuckle.physics.collision.contact import move_contact
from knuckle.schema.enums import BiasType, DynType, GainType


def plain(user):
    """Call user(m, d): it sets controls, or adds to passive forces."""

    def run(m, d, number):
        user(m, d)

    return run


def sensor(user):
    """Call user(m, d, stage), which writes readings."""

    def run(m, d, number):
        user(m, d, number)

    return run


def contact_filter(user):
    """Keep the contacts for which user(m, d, geom1, geom2) holds."""

    @per_world
    def keep(m, d):
        kept = 0
        for c in range(d.ncon):
            if user(m, d, d.contact_geom[c, 0], d.contact_geom[c, 1]):
                if kept < c:
                    move_contact(d, c, kept)
                kept += 1
        d.ncon = kept

    def run(m, d, number):
        keep(m, d)

    return run


def act_dyn(user):
    """Rates of activations: user(m, d, actuator) returns one, or a tuple of them."""

    def run(m, d, number):
        for k in range(m.nactuator):
            if m.actuator_dyntype[k] == DynType.USER:
                store_parts(d.user_rate, m.actuator_actadr[k], m.actuator_actnum[k], user(m, d, k))

    return run


def act_gain(user):
    """Gains: user(m, d, actuator) returns one."""

    def run(m, d, number):
        for k in range(m.nactuator):
            if m.actuator_gaintype[k] == GainType.USER:
                d.user_gain[k] = user(m, d, k)

    return run


def act_bias(user):
    """Biases: user(m, d, actuator) returns one."""

    def run(m, d, number):
        for k in range(m.nactuator):
            if m.actuator_biastype[k] == BiasType.USER:
                d.user_bias[k] = user(m, d, k)

    return run


MAKERS = {
    "control": plain,
    "passive": plain,
    "contact_filter": contact_filter,
    "sensor": sensor,
    "act_dyn": act_dyn,
    "act_gain": act_gain,
    "act_bias": act_bias,
}
