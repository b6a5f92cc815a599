"""Contacts that a caller found by other means."""

from knuckle.kernel import kernel
from knuckle.physics.collision.collision import finish_contact
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.pair import DYNAMIC


@kernel
def add_contact(m, d, q):
    """Add a contact of two geoms to the list; `tangent` is zero where any will do. The geoms give the parameters."""
    c = d.ncon
    put_contact(d, q.dist, q.pos, q.normal, q.tangent)
    if d.ncon > d.maxcon:
        d.need_con = d.ncon
        d.overflow = 1.0
        d.ncon = c
    else:
        d.contact_geom[c] = (q.geom1, q.geom2)
        d.contact_pair[c] = DYNAMIC
        finish_contact(m, d, c)
    q.contact = c
