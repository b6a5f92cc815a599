"""The published order of contacts.

By both bodies, the lower number first; for one pair of bodies first the listed pairs of geoms, as the model lists
them, then the others by both geoms. Contacts of one pair of geoms stay as their collider put them.
"""

from knuckle.kernel import kernel
from knuckle.physics.collision.contact import move_found
from knuckle.schema.enums import DisableBit


@kernel
def comes_before(m, d, a, b):
    """Whether contact a comes before contact b."""
    ga = d.contact_geom[a]
    gb = d.contact_geom[b]
    body1, body2 = m.geom_bodyid[ga[0]], m.geom_bodyid[ga[1]]
    other1, other2 = m.geom_bodyid[gb[0]], m.geom_bodyid[gb[1]]
    if min(body1, body2) != min(other1, other2):
        return min(body1, body2) < min(other1, other2)
    if max(body1, body2) != max(other1, other2):
        return max(body1, body2) < max(other1, other2)
    if d.contact_pair[a] >= 0 or d.contact_pair[b] >= 0:
        return listed_before(d.contact_pair[a], d.contact_pair[b])
    return goes_before(m, ga, gb)


@kernel
def goes_before(m, ga, gb):
    """Whether a pair of geoms comes before another one of the same two bodies."""
    if m.opt_disableflags & DisableBit.MIDPHASE:  # then by the geom of the lower body first, whatever its shape
        ga = (min(ga[0], ga[1]), max(ga[0], ga[1]))
        gb = (min(gb[0], gb[1]), max(gb[0], gb[1]))
    return ga[0] < gb[0] or (ga[0] == gb[0] and ga[1] < gb[1])


@kernel
def listed_before(p, q):
    """Whether a contact of listed pair p comes before one of q; negative numbers, pairs not listed, come last."""
    if p < 0:
        return False
    return q < 0 or p < q


@kernel
def are_sorted(m, d):
    """Whether all contacts are in order already."""
    for c in range(1, d.ncon):
        if comes_before(m, d, c, c - 1):
            return False
    return True


@kernel
def apply_order(d, column):
    """Move contact order[c] to place c, for all c: around each cycle of the permutation, holding one contact."""
    for start in range(d.ncon):
        if d.contact_order[start, column] != start:
            dist, pos, frame = d.contact_dist[start], d.contact_pos[start], d.contact_frame[start]
            geom, pair = d.contact_geom[start], d.contact_pair[start]
            c = start
            source = d.contact_order[c, column]
            while source != start:
                move_found(d, source, c)
                d.contact_order[c, column] = c
                c = source
                source = d.contact_order[c, column]
            d.contact_dist[c] = dist
            d.contact_pos[c] = pos
            d.contact_frame[c] = frame
            d.contact_geom[c] = geom
            d.contact_pair[c] = pair
            d.contact_order[c, column] = c
