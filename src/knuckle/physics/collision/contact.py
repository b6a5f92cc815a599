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
