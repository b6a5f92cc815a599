"""Searches of smooth shapes in all worlds of a group at once, side by side, whatever their geoms.

A pair that may touch keeps a place in the list of contacts. When all pairs have been looked at these places are filled,
and those of pairs that do not touch are closed.
"""

from knuckle.kernel import any_lane, kernel, per_world, precision, where
from knuckle.math.vec3 import add3, add_scaled3, scale3, sub3
from knuckle.physics.collision.broad.bounds import boxes_meet
from knuckle.physics.collision.collision import finish_contact
from knuckle.physics.collision.contact import move_contact
from knuckle.physics.collision.convex.contacts import overlap_search, put_apart, put_distance
from knuckle.physics.collision.convex.smooth import (
    answer_of,
    core_axes,
    core_half,
    first_guess,
    kinds_of,
    smooth_turn,
)
from knuckle.physics.collision.convex.support import core_radius
from knuckle.physics.collision.offer import MARGIN
from knuckle.physics.lockstep.ellipsoids import DEEP, ellipsoid_distance
from knuckle.physics.lockstep.segment import column_square, segment_distance
from knuckle.schema.enums import GeomType

AWAITED, MISSED = -2, -3  # in contact_efc_address: a search is to come, and there was nothing
ZERO3 = (0.0, 0.0, 0.0)
ZERO9 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
ROUND = (0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1)


@per_world
def await_search(m, d):
    """Keep a place for the contact of a candidate, in a world in which it is near."""
    if d.found_far != 0.0:
        return
    g1, g2, pair = d.candidate[d.found]
    exact = pair >= 0 or m.geom_type[g1] <= GeomType.SPHERE
    if not exact and not boxes_meet(m, d, g1, g2, d.candidate_par[d.found, MARGIN]):
        return
    c = d.ncon
    d.ncon = c + 1
    if c < d.maxcon:
        d.contact_geom[c] = (g1, g2)
        d.contact_pair[c] = pair
        d.contact_order[c, 0] = d.found
        d.contact_efc_address[c] = AWAITED
        d.nawaited += 1
        d.nsearch = max(d.nsearch, d.nawaited)


@kernel
def search_in_step(m, d):
    """Fill the places of all worlds."""
    if d.nsearch == 0:
        return
    begin_search(m, d)
    if precision(d.search_reach) == 32:
        for _ in range(d.nsearch):
            search_in_single_precision(m, d)
            d.search_ended = d.search_on
            end_search(m, d)
    else:
        search_in_turns(m, d)
    close_places(m, d)


@kernel
def search_in_turns(m, d):
    """The searches of each world one after the other, a turn of all worlds at a time: a world that has found its
    answer begins with its next pair, and waits for nobody until it has none left.
    """
    pair, kinds = pairs_of_worlds(d)
    state = first_guess(d.search_between, d.search_reach)
    age = 0.0 * d.search_reach
    while any_lane(d.search_on > 0.0):
        on = d.search_on > 0.0
        if m.opt_ccd_iterations > 0:
            state, on = smooth_turn(m, state, on, age == 0.0, pair, kinds)
        age = age + 1.0
        ended = where(on & (age < m.opt_ccd_iterations), 0.0, d.search_on)
        if any_lane(ended > 0.0):
            d.search_ended = ended
            d.search_dist, d.search_near, d.search_way = answer_of(state)
            end_search(m, d)
            pair, kinds = pairs_of_worlds(d)
            state = where(ended > 0.0, first_guess(d.search_between, d.search_reach), state)
            age = where(ended > 0.0, 0.0, age)


@kernel
def pairs_of_worlds(d):
    """The pair that each world is at, and the kinds of cores that any of these have."""
    pair = (d.search_between, d.search_axes1, d.search_half1, d.search_axes2, d.search_half2, d.search_reach)
    return pair, kinds_of(d.search_axes1, d.search_half1, d.search_axes2, d.search_half2)


@kernel
def search_in_single_precision(m, d):
    """The same by formulas; where both shapes are ellipsoids the way is a unit vector, and the distance has a sign."""
    on = d.search_on > 0.0
    ellipsoid = column_square(d.search_axes1, 0) > 0.0
    d.search_dist, d.search_near, d.search_way = segment_distance(on, d.search_between, d.search_half1, d.search_axes2)
    if any_lane(on & ellipsoid):
        dist, near, way = ellipsoid_distance(on & ellipsoid, d.search_between, d.search_axes1, d.search_axes2)
        d.search_dist = where(ellipsoid, dist, d.search_dist)
        d.search_near = where(ellipsoid, near, d.search_near)
        d.search_way = where(ellipsoid, way, d.search_way)


@per_world
def begin_search(m, d):
    """The first pair of a world."""
    next_pair(m, d)


@kernel
def next_pair(m, d):
    """The shapes of the next place of a world; a point and a ball where there is none."""
    c = d.search_at
    while c < min(d.ncon, d.maxcon) and d.contact_efc_address[c] != AWAITED:
        c += 1
    d.search_at = c
    if c == min(d.ncon, d.maxcon):
        d.search_on = 0.0
        d.search_reach = 0.0
        d.search_between = (1.0, 0.0, 0.0)
        d.search_axes1, d.search_half1 = ZERO9, ZERO3
        d.search_axes2, d.search_half2 = ROUND, ZERO3
        return
    a, b = d.contact_geom[c]
    d.search_on = 1.0
    d.search_reach = d.candidate_par[d.contact_order[c, 0], MARGIN] + core_radius(m, a) + core_radius(m, b)
    d.search_between = sub3(d.geom_xpos[a], d.geom_xpos[b])
    d.search_axes1, d.search_half1 = core_axes(m, d, a), core_half(m, d, a)
    d.search_axes2, d.search_half2 = core_axes(m, d, b), core_half(m, d, b)


@per_world
def end_search(m, d):
    """Put the contact that was found in a world whose search has ended, and go on to its next pair."""
    if d.search_ended == 0.0:
        return
    c = d.search_at
    d.contact_efc_address[c] = MISSED
    a, b = d.contact_geom[c]
    margin = d.candidate_par[d.contact_order[c, 0], MARGIN]
    far = d.search_dist >= d.search_reach
    if not far:  # NaN goes on, as in one world alone
        take_answer(m, d, a, b, margin)
        if d.ccd_dist < margin:
            n = d.ccd_normal
            d.contact_dist[c] = d.ccd_dist
            d.contact_pos[c] = scale3(add3(d.ccd_from, d.ccd_to), 0.5)
            d.contact_frame[c] = (n[0], n[1], n[2], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            finish_contact(m, d, c)
    next_pair(m, d)


@kernel
def take_answer(m, d, a, b, margin):
    """The answer of a search; where cores overlap too deep for it another search, of one world, finds how deep."""
    p = add3(d.geom_xpos[a], d.search_near)
    if precision(d.search_dist) == 32 and m.geom_type[a] == GeomType.ELLIPSOID and d.search_dist > DEEP:
        put_distance(d, d.search_dist, d.search_way, p, add_scaled3(p, d.search_way, d.search_dist))
    elif d.search_dist >= 0.0:
        d.ccd_from = p
        d.ccd_to = add3(p, d.search_way)
        put_apart(m, d, a, b, d.search_dist)
    else:
        d.ccd_cutoff = margin
        d.ccd_inflation = 0.5 * margin
        overlap_search(m, d, a, b)


@per_world
def close_places(m, d):
    """Close the places without a contact."""
    if d.ncon > d.maxcon:
        return
    kept = 0
    for c in range(d.ncon):
        if d.contact_efc_address[c] != MISSED:
            if kept < c:
                move_contact(d, c, kept)
                d.contact_efc_address[kept] = -1
            kept += 1
    d.ncon = kept
