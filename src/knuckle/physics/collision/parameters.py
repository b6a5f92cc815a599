"""Parameters of a contact: from the listed pair, or mixed from both geoms, or replaced by the override.

Margins and gaps add up. Where one geom has the higher priority it sets all the rest; else the dimension and the
frictions are the larger ones, solver parameters a mean weighted by solmix, and adhesions add up.
"""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.schema.enums import EnableBit, Exclusion

LEAST_FRICTION = 1e-5
LEAST_MIX = 1e-15


@kernel
def mixed_margin(m, g1, g2):
    """Distance below which two geoms press on each other."""
    if m.opt_enableflags & EnableBit.OVERRIDE:
        return m.opt_o_margin
    return m.geom_margin[g1] + m.geom_margin[g2]


@kernel
def mixed_gap(m, g1, g2):
    """Further distance at which contacts of two geoms are found, without force."""
    return m.geom_gap[g1] + m.geom_gap[g2]


@kernel
def reach_of(m, g):
    """A geom's share of margin and gap: what two of them reach adds up."""
    if m.opt_enableflags & EnableBit.OVERRIDE:
        return 0.5 * m.opt_o_margin + m.geom_gap[g]
    return m.geom_margin[g] + m.geom_gap[g]


@kernel
def listed_margin(m, p):
    """Distance below which the geoms of listed pair p press on each other."""
    if m.opt_enableflags & EnableBit.OVERRIDE:
        return m.opt_o_margin
    return m.pair_margin[p]


@kernel
def set_parameters(m, d, c):
    """All parameters of contact c."""
    take_parameters(m, d, c)
    include(d, c)


@kernel
def take_parameters(m, d, c):
    """Those that its geoms and the listed pair determine."""
    g1, g2 = d.contact_geom[c]
    p = d.contact_pair[c]
    if p >= 0:
        take_listed(m, d, c, p)
        d.contact_includemargin[c] = listed_margin(m, p)
    else:
        if m.geom_priority[g1] == m.geom_priority[g2]:
            mix(m, d, c, g1, g2)
        elif m.geom_priority[g1] > m.geom_priority[g2]:
            take_geom(m, d, c, g1)
        else:
            take_geom(m, d, c, g2)
        d.contact_solreffriction[c] = (0.0, 0.0)
        d.contact_includemargin[c] = mixed_margin(m, g1, g2)
    if m.opt_enableflags & EnableBit.OVERRIDE:
        d.contact_friction[c] = m.opt_o_friction
        d.contact_solref[c] = m.opt_o_solref
        d.contact_solreffriction[c] = m.opt_o_solref
        d.contact_solimp[c] = m.opt_o_solimp
    floor_friction(d, c)


@kernel
def include(d, c):
    """Whether contact c carries force. Between margin and gap it does only if it adheres: along the normal alone."""
    d.contact_exclude[c] = Exclusion.INCLUDED
    if d.contact_dist[c] >= d.contact_includemargin[c]:
        if d.contact_adhesion[c] != 0.0:
            d.contact_dim[c] = 1
        else:
            d.contact_exclude[c] = Exclusion.IN_GAP


@kernel
def take_listed(m, d, c, p):
    """Parameters of listed pair p."""
    d.contact_dim[c] = m.pair_dim[p]
    d.contact_friction[c] = m.pair_friction[p]
    d.contact_solref[c] = m.pair_solref[p]
    d.contact_solreffriction[c] = m.pair_solreffriction[p]
    d.contact_solimp[c] = m.pair_solimp[p]
    d.contact_adhesion[c] = m.pair_adhesion[p]


@kernel
def take_geom(m, d, c, g):
    """Parameters of the geom of higher priority."""
    d.contact_dim[c] = m.geom_condim[g]
    d.contact_friction[c] = five_frictions(m.geom_friction[g])
    d.contact_solref[c] = m.geom_solref[g]
    d.contact_solimp[c] = m.geom_solimp[g]
    d.contact_adhesion[c] = m.geom_adhesion[g]


@kernel
def mix(m, d, c, g1, g2):
    """Parameters mixed from both geoms."""
    a, b = m.geom_friction[g1], m.geom_friction[g2]
    d.contact_dim[c] = max(m.geom_condim[g1], m.geom_condim[g2])
    d.contact_friction[c] = five_frictions((maximum(a[0], b[0]), maximum(a[1], b[1]), maximum(a[2], b[2])))
    s = share(m.geom_solmix[g1], m.geom_solmix[g2])
    r, q = m.geom_solref[g1], m.geom_solref[g2]
    if r[0] > 0.0 and q[0] > 0.0:
        d.contact_solref[c] = (s * r[0] + (1.0 - s) * q[0], s * r[1] + (1.0 - s) * q[1])
    else:  # times and stiffnesses have no mean
        d.contact_solref[c] = (minimum(r[0], q[0]), minimum(r[1], q[1]))
    for k in range(5):
        d.contact_solimp[c, k] = s * m.geom_solimp[g1, k] + (1.0 - s) * m.geom_solimp[g2, k]
    d.contact_adhesion[c] = m.geom_adhesion[g1] + m.geom_adhesion[g2]


@kernel
def share(s1, s2):
    """Weight of the first of two geoms: s1 / (s1 + s2); one half where both are zero."""
    if s1 < LEAST_MIX and s2 < LEAST_MIX:
        return 0.5
    if s1 < LEAST_MIX:
        return 0.0
    if s2 < LEAST_MIX:
        return 1.0
    return s1 / (s1 + s2)


@kernel
def five_frictions(f):
    """(sliding, sliding, torsional, rolling, rolling) of a geom's three frictions."""
    return (f[0], f[0], f[1], f[2], f[2])


@kernel
def floor_friction(d, c):
    """Friction that cones can be divided by; NaN stays, to be noticed."""
    for k in range(5):
        if d.contact_friction[c, k] < LEAST_FRICTION:
            d.contact_friction[c, k] = LEAST_FRICTION
