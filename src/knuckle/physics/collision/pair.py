"""The detailed check of one pair of geoms."""

from knuckle.kernel import kernel
from knuckle.physics.collision.narrow import collide

DYNAMIC = -1  # in contact_pair: the model does not list the pair


@kernel
def check_pair(m, d, g1, g2, margin, pair):
    """Put the contacts of two geoms within the margin, and note the geoms and the listed pair they come from."""
    if m.geom_type[g1] > m.geom_type[g2]:
        g1, g2 = g2, g1
    first = d.ncon
    d.detection = margin
    collide(m, d, g1, g2)
    for c in range(first, min(d.ncon, d.maxcon)):
        d.contact_geom[c] = (g1, g2)
        d.contact_pair[c] = pair
