"""Contacts that a caller found by other means."""

from knuckle.kernel import kernel
from knuckle.physics.collision.collision import finish_contact
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.pair import DYNAMIC


@kernel
def query_add_contact(m, d, code):
    """Add a contact of geoms code // ngeom and code % ngeom to the list.

    Its distance is in query_distance, its point in query_point, its normal in query_force and the wish for a tangent
    in query_torque; the geoms give the parameters.
    """
    c = d.ncon
    put_contact(d, d.query_distance, d.query_point, d.query_force, d.query_torque)
    if d.ncon > d.maxcon:
        d.need_con = d.ncon
        d.overflow = 1.0
        d.ncon = c
    else:
        d.contact_geom[c] = (code // m.ngeom, code % m.ngeom)
        d.contact_pair[c] = DYNAMIC
        finish_contact(m, d, c)
