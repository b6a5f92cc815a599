"""Contact sensors: the contacts that match, in a fixed number of slots."""

from knuckle.kernel import kernel, real_of, stage_of_world
from knuckle.math.vec3 import norm3
from knuckle.physics.constraint.contact_force import force_of_contact
from knuckle.physics.sensor.contact_data import clear_slots, put_contact, slot_width
from knuckle.physics.sensor.contact_match import direction
from knuckle.physics.sensor.contact_net import put_net_force
from knuckle.schema.enums import Reduction

LARGEST = 1e38  # beyond any force that a world does not diverge by, in either precision


@stage_of_world
def read_contacts(m, d, s):
    """The slots of sensor s: contacts in their order, by distance or by force; or all in one. Others are zero."""
    clear_slots(m, d, s)
    found = 0
    for c in range(d.ncon):
        found = found + (1 if direction(m, d, s, c) != 0 else 0)
    reduction = m.sensor_intprm[s, 1]
    if reduction == Reduction.NETFORCE:
        if found > 0:
            put_net_force(m, d, s, found)
        return
    width = slot_width(m.sensor_intprm[s, 0])
    last = -1
    for slot in range(min(found, m.sensor_intprm[s, 2])):
        last = next_contact(m, d, s, reduction, last)
        put_contact(m, d, s, last, found, m.sensor_adr[s] + slot * width)


@kernel
def next_contact(m, d, s, reduction, last):
    """The matching contact that comes after contact `last`, −1 before the first; the earlier of equal ones."""
    best = -1
    best_rank = 0.0
    last_rank = rank(d, reduction, last) if last >= 0 else 0.0
    for c in range(d.ncon):
        r = rank(d, reduction, c)
        after = last < 0 or r > last_rank or (r == last_rank and c > last)
        if after and (best < 0 or r < best_rank) and direction(m, d, s, c) != 0:
            best = c
            best_rank = r
    return best


@kernel
def rank(d, reduction, c):
    """What contacts are sorted by: depth or strength, the largest first; nothing. What is no number comes first."""
    if reduction == Reduction.MINDIST:
        x = d.contact_dist[c]
    elif reduction == Reduction.MAXFORCE:
        f = force_of_contact(d, c)
        x = -norm3((f[0], f[1], f[2]))
    else:
        return 0.0
    return x if x == x else real_of(x, -LARGEST)
