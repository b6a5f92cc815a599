"""Contacts that colliders offer: to one world, or to all worlds of a group, of which some touch.

In a group both geoms are the same in all worlds, and so is all that does not depend on where they are: the parameters
of the contact come from the list of candidates, but where worlds differ in them.
"""

from knuckle.kernel import in_lanes, kernel, per_world, where
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.frame import complete_frame
from knuckle.physics.collision.parameters import include, take_parameters
from knuckle.physics.collision.surface import pair_surface_velocity
from knuckle.schema.hooks import OWN_CONTACTS

MARGIN = 17  # columns of candidate_par behind those of the contact
REACH = 18
SURFACE = 19


@kernel
def offer_to_group(m, d, touching, dist, pos, normal, tangent):
    """Each world that touches puts the contact, complete, in a place of its own."""
    frame = complete_frame(
        (normal[0], normal[1], normal[2], tangent[0], tangent[1], tangent[2], 0.0 * dist, 0.0 * dist, 0.0 * dist)
    )
    d.found_far = where(touching, 0.0, 1.0)
    d.found_dist = dist
    d.found_pos = pos
    d.found_frame = frame
    if d.candidate_par[d.found, SURFACE] != 0.0:
        g1, g2, _ = d.candidate[d.found]
        d.found_surfacevel = pair_surface_velocity(m, d, g1, g2, frame, pos)
    accept(m, d)


@in_lanes(offer_to_group)
def offer_contact(m, d, touching, dist, pos, normal, tangent):
    """Put a contact where the condition holds."""
    if touching:
        put_contact(d, dist, pos, normal, tangent)


@per_world
def accept(m, d):
    """Append the contact that is offered, if this world touches; contacts beyond the room are counted."""
    if d.found_far != 0.0:
        return
    c = d.ncon
    d.ncon = c + 1
    if c >= d.maxcon:
        return
    d.contact_dist[c] = d.found_dist
    d.contact_pos[c] = d.found_pos
    d.contact_frame[c] = d.found_frame
    g1, g2, pair = d.candidate[d.found]
    d.contact_geom[c] = (g1, g2)
    d.contact_pair[c] = pair
    p = d.candidate_par[d.found]
    d.contact_friction[c] = (p[0], p[1], p[2], p[3], p[4])
    d.contact_solref[c] = (p[5], p[6])
    d.contact_solreffriction[c] = (p[7], p[8])
    d.contact_solimp[c] = (p[9], p[10], p[11], p[12], p[13])
    d.contact_adhesion[c] = p[14]
    d.contact_includemargin[c] = p[15]
    d.contact_dim[c] = int(p[16])
    d.contact_surfacevel[c] = d.found_surfacevel if p[SURFACE] != 0.0 else (0.0 * p[0], 0.0 * p[0], 0.0 * p[0])
    d.contact_efc_address[c] = -1
    if m.lockstep & OWN_CONTACTS:
        take_parameters(m, d, c)
    include(d, c)


@kernel
def keep_parameters(d, c, k, margin, reach, moves):
    """candidate_par[k] from the parameters of contact c."""
    f, r, q, i = d.contact_friction[c], d.contact_solref[c], d.contact_solreffriction[c], d.contact_solimp[c]
    d.candidate_par[k] = (
        f[0], f[1], f[2], f[3], f[4], r[0], r[1], q[0], q[1], i[0], i[1], i[2], i[3], i[4],
        d.contact_adhesion[c], d.contact_includemargin[c], 1.0 * d.contact_dim[c], margin, reach, moves,
    )  # fmt: skip
