"""Which contacts a contact sensor is about, and from which side it sees them."""

from knuckle.kernel import kernel
from knuckle.physics.sensor.inside import inside_site
from knuckle.schema.enums import ObjType


@kernel
def direction(m, d, s, c):
    """1 where contact c matches sensor s as it stands, −1 where its geoms are the other way round, 0 for no match."""
    g1, g2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    first, k = m.sensor_objtype[s], m.sensor_objid[s]
    second, j = m.sensor_reftype[s], m.sensor_refid[s]
    if first == ObjType.SITE:
        if not inside_site(m, d, k, d.contact_pos[c]):
            return 0
        first = ObjType.UNKNOWN
    if belongs(m, first, k, g1) and belongs(m, second, j, g2):
        return 1
    if belongs(m, first, k, g2) and belongs(m, second, j, g1):
        return -1
    return 0


@kernel
def belongs(m, kind, k, g):
    """Whether geom g is geom k, of body k, or of the subtree of xbody k; all belong to what is not told."""
    if kind == ObjType.UNKNOWN:
        return True
    elif kind == ObjType.GEOM:
        return g == k
    elif kind == ObjType.BODY:
        return m.geom_bodyid[g] == k
    else:
        return is_below(m, m.geom_bodyid[g], k)


@kernel
def is_below(m, b, root):
    """Whether body b is in the subtree of `root`."""
    while b > root:
        b = m.body_parentid[b]
    return b == root
