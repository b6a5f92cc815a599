"""The list of contacts while it is built."""

from knuckle.machine.kernel import kernel


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
