"""Contacts of all worlds of a group.

Pairs of geoms that may touch are listed once in a call, and tested in all worlds at once: first their bounding spheres,
then by the collider of the pair. Pairs that need a search are checked in each world that is near: smooth ones side by
side when all others are done, and those that have corners one by one.
"""

from knuckle.kernel import any_lane, kernel, per_world, stage, where
from knuckle.math.vec3 import sub3
from knuckle.physics.collision.broad.bounds import (
    boxes_meet,
    capsules_meet,
    centres_meet,
    half_space_meets,
    segment_meets,
)
from knuckle.physics.collision.broad.selection import (
    bodies_may_touch,
    first_at_least,
    is_listed,
    masks_match,
    moved_group,
    signature,
)
from knuckle.physics.collision.collision import OFF, finish_contact
from knuckle.physics.collision.contact import forget_rows
from knuckle.physics.collision.convex.smooth import is_smooth
from knuckle.physics.collision.narrow import plane_primitive
from knuckle.physics.collision.offer import MARGIN, REACH, keep_parameters
from knuckle.physics.collision.order import goes_before
from knuckle.physics.collision.pair import DYNAMIC, check_pair
from knuckle.physics.collision.parameters import mixed_gap, take_parameters
from knuckle.physics.collision.primitive.capsule import capsule_capsule
from knuckle.physics.collision.primitive.sphere import sphere_capsule, sphere_sphere
from knuckle.physics.collision.surface import surface_moves
from knuckle.physics.lockstep.apart import ROUNDS, SMOOTH_ROUNDS, may_touch
from knuckle.physics.lockstep.searches import await_search, search_in_step
from knuckle.schema.enums import CollisionMode, GeomType


@stage
def collide_in_step(m, d):
    """All contacts between geoms that are closer than their margin and gap, in the published order."""
    d.nsearch = 0
    begin_contacts(m, d)
    if (m.opt_disableflags & OFF) or m.nbody < 2:
        return
    if d.listed_in != m.call_number:
        d.ncandidate = 0
        list_candidates(m, d)
        if any_lane(d.overflow > 0.0):
            return
        d.listed_in = m.call_number
    for k in range(d.ncandidate):
        g1, g2, _ = d.candidate[k]
        reach = d.candidate_par[k, REACH]
        between = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
        if m.geom_type[g1] == GeomType.PLANE:
            near = half_space_meets(d.geom_xmat[g1], between, reach)
        else:
            near = centres_meet(between, reach)
        if any_lane(near):
            meet(m, d, k, near)
    search_in_step(m, d)
    end_contacts(m, d)


@per_world
def begin_contacts(m, d):
    """No contacts, and no rows of former ones."""
    d.ncon = 0
    d.need_con = 0
    d.nawaited = 0
    d.search_at = 0
    forget_rows(d)


@per_world
def end_contacts(m, d):
    """See whether there was room."""
    d.need_con = d.ncon
    if d.ncon > d.maxcon:
        d.overflow = 1.0
        d.ncon = 0


@per_world
def list_candidates(m, d):
    """Pairs of geoms that may touch wherever they are, in the published order of contacts; the first world lists them.

    A place for a contact is needed to mix parameters in.
    """
    d.need_con = 1
    d.need_candidate = 0
    if d.maxcon < 1:
        d.overflow = 1.0
        return
    if d.ncandidate > 0:
        return
    for b in range(m.nbody):
        for c in range(b, m.nbody):
            list_bodies(m, d, b, c)
    d.need_candidate = d.ncandidate
    if d.ncandidate > d.maxcandidate:
        d.overflow = 1.0


@kernel
def list_bodies(m, d, b, c):
    """The pairs of two bodies: first those that the model lists, then others by their geoms."""
    if m.npair > 0 and m.opt_collision != CollisionMode.DYNAMIC:
        p = first_at_least(m.pair_signature, m.npair, signature(b, c))
        while p < m.npair and m.pair_signature[p] == signature(b, c):
            put_candidate(m, d, m.pair_geom1[p], m.pair_geom2[p], p)
            p += 1
    if m.opt_collision == CollisionMode.PREDEFINED or b == c or not bodies_may_touch(m, b, c):
        return
    first = d.ncandidate
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        for h in range(m.body_geomadr[c], m.body_geomadr[c] + m.body_geomnum[c]):
            if masks_match(m, g, h) and moved_group(m, g) != moved_group(m, h) and not is_listed(m, g, h):
                put_candidate(m, d, g, h, DYNAMIC)
                move_up(m, d, first)


@kernel
def put_candidate(m, d, g1, g2, pair):
    """Append a pair, the simpler shape first, or count it."""
    if m.geom_type[g1] > m.geom_type[g2]:
        g1, g2 = g2, g1
    if m.geom_type[g2] <= GeomType.HFIELD or m.geom_type[g2] > GeomType.MESH:
        return
    k = d.ncandidate
    d.ncandidate = k + 1
    if k < d.maxcandidate:
        d.candidate[k] = (g1, g2, pair)
        d.contact_geom[0] = (g1, g2)
        d.contact_pair[0] = pair
        take_parameters(m, d, 0)
        margin = d.contact_includemargin[0] + (m.pair_gap[pair] if pair >= 0 else mixed_gap(m, g1, g2))
        reach = m.geom_rbound[g2] + margin
        if m.geom_type[g1] != GeomType.PLANE:
            reach = reach + m.geom_rbound[g1]
        moves = surface_moves(m, g1) or surface_moves(m, g2)
        keep_parameters(d, 0, k, margin, reach, 1.0 if moves else 0.0)


@kernel
def move_up(m, d, first):
    """Move the last candidate before those from the first on that come after it."""
    k = min(d.ncandidate, d.maxcandidate) - 1
    while k > first and goes_before(m, geoms_of(d, k), geoms_of(d, k - 1)):
        d.candidate[k], d.candidate[k - 1] = d.candidate[k - 1], d.candidate[k]
        d.candidate_par[k], d.candidate_par[k - 1] = d.candidate_par[k - 1], d.candidate_par[k]
        k -= 1


@kernel
def geoms_of(d, k):
    """Both geoms of candidate k."""
    return (d.candidate[k, 0], d.candidate[k, 1])


@kernel
def meet(m, d, k, near):
    """Put the contacts of a candidate in the worlds in which its geoms touch."""
    d.found = k
    g1, g2, _ = d.candidate[k]
    margin = d.candidate_par[k, MARGIN]
    kind1 = m.geom_type[g1]
    kind2 = m.geom_type[g2]
    if kind1 == GeomType.PLANE and kind2 != GeomType.MESH:
        plane_primitive(m, d, g1, g2, margin)
    elif kind1 == GeomType.SPHERE and kind2 == GeomType.SPHERE:
        sphere_sphere(m, d, g1, g2, margin)
    elif kind1 == GeomType.SPHERE and kind2 == GeomType.CAPSULE:
        sphere_capsule(m, d, g1, g2, margin)
    elif kind1 == GeomType.CAPSULE and kind2 == GeomType.CAPSULE:
        if any_lane(near & capsules_meet(m, d, g1, g2, margin)):
            capsule_capsule(m, d, g1, g2, margin)
    else:
        smooth = is_smooth(m, g1) and is_smooth(m, g2)
        if kind1 >= GeomType.SPHERE:
            if kind1 == GeomType.CAPSULE or kind1 == GeomType.CYLINDER:
                near = near & segment_meets(m, d, g1, g2, margin)
            if any_lane(near):
                near = may_touch(m, d, near, g1, g2, margin, SMOOTH_ROUNDS if smooth else ROUNDS)
        if any_lane(near):
            d.found_far = where(near, 0.0, 1.0)
            if smooth:
                await_search(m, d)
            else:
                meet_in_world(m, d)


@per_world
def meet_in_world(m, d):
    """Check a candidate that takes a search, in a world in which it is near."""
    if d.found_far != 0.0:
        return
    g1, g2, pair = d.candidate[d.found]
    margin = d.candidate_par[d.found, MARGIN]
    exact = pair >= 0 or m.geom_type[g1] <= GeomType.SPHERE
    if exact or boxes_meet(m, d, g1, g2, margin):
        first = d.ncon
        check_pair(m, d, g1, g2, margin, pair)
        for c in range(first, min(d.ncon, d.maxcon)):
            finish_contact(m, d, c)
