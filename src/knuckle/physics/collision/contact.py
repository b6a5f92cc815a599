"""The list of contacts while it is built, and what is forgotten when a new one begins."""

from knuckle.kernel import kernel


@kernel
def put_contact(d, dist, pos, normal, tangent):
    """Append a contact: its distance, the point midway between the surfaces, and the normal from geom 1 to geom 2.

    `tangent` is where the frame's y axis should lie, or zeros if any will do. Contacts beyond the room are counted.
    """
    c = d.ncon
    if c < d.maxcon:
        d.contact_dist[c] = dist
        d.contact_pos[c] = pos
        d.contact_frame[c] = (
            normal[0], normal[1], normal[2], tangent[0], tangent[1], tangent[2], 0.0, 0.0, 0.0
        )  # fmt: skip
    d.ncon = c + 1


@kernel
def move_found(d, source, target):
    """Put a contact as colliders leave it in another place of the list."""
    d.contact_dist[target] = d.contact_dist[source]
    d.contact_pos[target] = d.contact_pos[source]
    d.contact_frame[target] = d.contact_frame[source]
    d.contact_geom[target] = d.contact_geom[source]
    d.contact_pair[target] = d.contact_pair[source]


@kernel
def move_contact(d, source, target):
    """Put a complete contact, of which no rows are made yet, in another place of the list."""
    move_found(d, source, target)
    d.contact_includemargin[target] = d.contact_includemargin[source]
    d.contact_friction[target] = d.contact_friction[source]
    d.contact_solref[target] = d.contact_solref[source]
    d.contact_solreffriction[target] = d.contact_solreffriction[source]
    d.contact_solimp[target] = d.contact_solimp[source]
    d.contact_adhesion[target] = d.contact_adhesion[source]
    d.contact_surfacevel[target] = d.contact_surfacevel[source]
    d.contact_dim[target] = d.contact_dim[source]
    d.contact_exclude[target] = d.contact_exclude[source]


@kernel
def forget_rows(d):
    """No rows of any kind, and nothing that was made from them: islands and projection."""
    d.ne = 0
    d.nf = 0
    d.nl = 0
    d.nefc = 0
    d.nref = 0
    d.ncone = 0
    d.nJ = 0
    d.nY = 0
    d.nA = 0
    d.nblock = 0
    d.nisland = 0
    d.nidof = 0
    for c in range(d.ncon):
        d.contact_efc_address[c] = -1
