"""The geoms that the broad phase looks at where trees sleep: those that may move, and what is near them."""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.physics.collision.broad.bounds import SLACK
from knuckle.physics.collision.broad.selection import has_mask
from knuckle.physics.collision.parameters import reach_of
from knuckle.schema.enums import GeomType, SleepState

FAR = 1e300


@kernel
def gather_near_awake(m, d):
    """The number of bounded geoms listed in sweep_geom: those that may move, then what meets the box around them."""
    low = (FAR, FAR, FAR)
    high = (-FAR, -FAR, -FAR)
    n = 0
    for k in range(d.nbody_awake):
        b = d.body_awake_ind[k]
        if d.body_awake[b] == SleepState.AWAKE:
            for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                if is_bounded(m, g):
                    d.sweep_geom[n] = g
                    n += 1
                    x = d.geom_xpos[g]
                    r = generous_radius(m, g)
                    low = (minimum(low[0], x[0] - r), minimum(low[1], x[1] - r), minimum(low[2], x[2] - r))
                    high = (maximum(high[0], x[0] + r), maximum(high[1], x[1] + r), maximum(high[2], x[2] + r))
    if n == 0:
        return 0
    for g in range(m.ngeom):
        if d.body_awake[m.geom_bodyid[g]] != SleepState.AWAKE and is_bounded(m, g) and meets(m, d, g, low, high):
            d.sweep_geom[n] = g
            n += 1
    return n


@kernel
def is_bounded(m, g):
    """Whether geom g is in the sweep: it can touch others and is no plane."""
    return m.geom_type[g] != GeomType.PLANE and has_mask(m, g)


@kernel
def generous_radius(m, g):
    """The radius of a sphere about the centre of geom g that holds it and all that its margins reach."""
    r = m.geom_rbound[g] + reach_of(m, g)
    return r * (1.0 + SLACK) + SLACK


@kernel
def meets(m, d, g, low, high):
    """Whether the sphere around geom g meets a box; NaN and infinity meet everything."""
    x = d.geom_xpos[g]
    r = generous_radius(m, g)
    for k in range(3):
        if x[k] + r < low[k] or x[k] - r > high[k]:
            return False
    return True
