"""Contacts of all worlds of a group.

Pairs of geoms that may touch are listed once in a call, and tested in all worlds at once: first their bounding spheres,
then by the collider of the pair. Pairs that need a search are checked in each world that is near, one by one.
"""

from knuckle.kernel import any_lane, kernel, per_world, stage_of_group, where
from knuckle.physics.collision.broad.bounds import boxes_meet, spheres_meet
from knuckle.physics.collision.broad.selection import bodies_may_touch, is_listed, masks_match, moved_group
from knuckle.physics.collision.collision import OFF, finish_contact, order_contacts
from knuckle.physics.collision.contact import forget_rows
from knuckle.physics.collision.pair import DYNAMIC, check_pair
from knuckle.physics.collision.parameters import listed_margin, mixed_gap, mixed_margin
from knuckle.physics.collision.primitive.capsule import capsule_capsule
from knuckle.physics.collision.primitive.plane import (
    plane_box,
    plane_capsule,
    plane_cylinder,
    plane_ellipsoid,
    plane_sphere,
)
from knuckle.physics.collision.primitive.sphere import sphere_capsule, sphere_sphere
from knuckle.schema.enums import CollisionMode, GeomType


@stage_of_group
def collide_in_step(m, d):
    """All contacts between geoms that are closer than their margin and gap, in the published order."""
    begin_contacts(m, d)
    if (m.opt_disableflags & OFF) or m.nbody < 2:
        return
    if d.listed_in != m.call_number:
        list_candidates(m, d)
        if d.ncandidate > d.maxcandidate:
            ask_for_candidates(m, d)
            return
        d.listed_in = m.call_number
    for k in range(d.ncandidate):
        g1, g2, pair = d.candidate[k]
        margin = listed_margin(m, pair) + m.pair_gap[pair] if pair >= 0 else mixed_margin(m, g1, g2) + mixed_gap(m, g1, g2)
        near = spheres_meet(m, d, g1, g2, margin)
        if any_lane(near):
            meet(m, d, g1, g2, pair, margin, near)
    end_contacts(m, d)


@per_world
def begin_contacts(m, d):
    """No contacts, and no rows of former ones."""
    d.ncon = 0
    d.need_con = 0
    forget_rows(d)


@per_world
def ask_for_candidates(m, d):
    """Ask for room for the list of pairs."""
    d.need_candidate = d.ncandidate
    d.overflow = 1.0


@per_world
def end_contacts(m, d):
    """Order and complete the contacts of each world."""
    order_contacts(m, d)
    for c in range(d.ncon):
        finish_contact(m, d, c)


@kernel
def list_candidates(m, d):
    """Pairs of geoms that may touch, whatever their positions are, the simpler shape first; counted beyond the room."""
    d.ncandidate = 0
    if m.opt_collision != CollisionMode.DYNAMIC:
        for p in range(m.npair):
            put_candidate(m, d, m.pair_geom1[p], m.pair_geom2[p], p)
    if m.opt_collision != CollisionMode.PREDEFINED:
        for b in range(m.nbody):
            for c in range(b + 1, m.nbody):
                if bodies_may_touch(m, b, c):
                    list_bodies(m, d, b, c)


@kernel
def list_bodies(m, d, b, c):
    """The pairs of geoms of two bodies."""
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        for h in range(m.body_geomadr[c], m.body_geomadr[c] + m.body_geomnum[c]):
            if masks_match(m, g, h) and moved_group(m, g) != moved_group(m, h) and not is_listed(m, g, h):
                put_candidate(m, d, g, h, DYNAMIC)


@kernel
def put_candidate(m, d, g1, g2, pair):
    """Append a pair, or count it."""
    if m.geom_type[g1] > m.geom_type[g2]:
        g1, g2 = g2, g1
    if m.geom_type[g2] <= GeomType.HFIELD or m.geom_type[g2] > GeomType.MESH:
        return
    k = d.ncandidate
    if k < d.maxcandidate:
        d.candidate[k] = (g1, g2, pair)
    d.ncandidate = k + 1


@kernel
def meet(m, d, g1, g2, pair, margin, near):
    """Put the contacts of two geoms in the worlds in which they touch."""
    d.found_pair = (g1, g2, pair)
    kind1 = m.geom_type[g1]
    kind2 = m.geom_type[g2]
    if kind1 == GeomType.PLANE and kind2 != GeomType.MESH:
        meet_plane(m, d, g1, g2, margin)
    elif kind1 == GeomType.SPHERE and kind2 == GeomType.SPHERE:
        sphere_sphere(m, d, g1, g2, margin)
    elif kind1 == GeomType.SPHERE and kind2 == GeomType.CAPSULE:
        sphere_capsule(m, d, g1, g2, margin)
    elif kind1 == GeomType.CAPSULE and kind2 == GeomType.CAPSULE:
        capsule_capsule(m, d, g1, g2, margin)
    else:
        d.found_far = where(near, 0.0, 1.0)
        d.detection = margin
        meet_in_world(m, d)


@kernel
def meet_plane(m, d, g1, g2, margin):
    """Put the contacts of a plane and a primitive shape."""
    kind = m.geom_type[g2]
    if kind == GeomType.SPHERE:
        plane_sphere(m, d, g1, g2, margin)
    elif kind == GeomType.CAPSULE:
        plane_capsule(m, d, g1, g2, margin)
    elif kind == GeomType.ELLIPSOID:
        plane_ellipsoid(m, d, g1, g2, margin)
    elif kind == GeomType.CYLINDER:
        plane_cylinder(m, d, g1, g2, margin)
    else:
        plane_box(m, d, g1, g2, margin)


@per_world
def meet_in_world(m, d):
    """Check a pair that takes a search, in a world in which it is near."""
    if d.found_far == 0.0:
        g1, g2, pair = d.found_pair
        simplest = min(m.geom_type[g1], m.geom_type[g2])
        rough = pair >= 0 or simplest <= GeomType.SPHERE
        if rough or boxes_meet(m, d, g1, g2, d.detection):
            check_pair(m, d, g1, g2, d.detection, pair)
