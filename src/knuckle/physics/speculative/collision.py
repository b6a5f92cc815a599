"""Collision detection: contacts of geoms that touch, and of fast ones that will."""

from knuckle.kernel import kernel, stage
from knuckle.physics.collision.broad.selection import bodies_may_touch, is_listed, masks_match, rigid_group
from knuckle.physics.collision.collision import OFF, find_contacts, finish_contact, gather_contacts, order_contacts
from knuckle.physics.collision.contact import move_found
from knuckle.physics.collision.pair import DYNAMIC
from knuckle.physics.collision.parameters import listed_margin, mixed_gap, mixed_margin
from knuckle.physics.kinematics.velocities import com_vel
from knuckle.physics.speculative.advance import time_of_impact
from knuckle.physics.speculative.contacts import AHEAD, finish_ahead, put_ahead
from knuckle.physics.speculative.motion import (
    is_fast,
    is_fast_pair,
    looks_ahead,
    pose_of,
    spheres_will_meet,
    sweep_of,
)
from knuckle.physics.speculative.occlusion import is_occluded
from knuckle.schema.enums import CollisionMode


@stage
def collision(m, d):
    """All contacts between geoms that are closer than their margin and gap, in the published order."""
    if looks_ahead(m):
        com_vel(m, d)
        find_contacts_ahead(m, d)
    else:
        find_contacts(m, d)


@kernel
def find_contacts_ahead(m, d):
    """The same with contacts of fast geoms that meet in this step."""
    gather_contacts(m, d)
    if not (m.opt_disableflags & OFF) and m.nbody > 1 and d.ncon <= d.maxcon:
        d.ntouching = d.ncon
        if m.opt_collision != CollisionMode.PREDEFINED:
            look_around(m, d)
        if m.opt_collision != CollisionMode.DYNAMIC:
            for p in range(m.npair):
                margin = listed_margin(m, p)
                look_ahead(m, d, m.pair_geom1[p], m.pair_geom2[p], margin, m.pair_gap[p], p)
    order_contacts(m, d)
    for c in range(d.ncon):
        if d.contact_frame[c, 8] == AHEAD:
            finish_ahead(m, d, c)
        else:
            finish_contact(m, d, c)


@kernel
def look_around(m, d):
    """Look from each fast geom at all others that may touch it."""
    for g in range(m.ngeom):
        if is_fast(m, d, g):
            for k in range(m.ngeom):
                if k != g and not (k < g and is_fast(m, d, k)) and may_touch(m, d, g, k):
                    a, b = min(g, k), max(g, k)
                    look_ahead(m, d, a, b, mixed_margin(m, a, b), mixed_gap(m, a, b), DYNAMIC)


@kernel
def may_touch(m, d, g1, g2):
    """Whether all rules let two geoms touch that the model does not list."""
    return (
        masks_match(m, g1, g2)
        and rigid_group(m, d, g1) != rigid_group(m, d, g2)
        and bodies_may_touch(m, m.geom_bodyid[g1], m.geom_bodyid[g2])
        and not is_listed(m, g1, g2)
    )


@kernel
def look_ahead(m, d, g1, g2, margin, gap, pair):
    """Put the contacts of two geoms that meet in this step and do not touch yet; those in their gap give way."""
    if m.geom_type[g1] > m.geom_type[g2]:
        g1, g2 = g2, g1
    if not is_fast_pair(m, d, g1, g2) or not spheres_will_meet(m, d, g1, g2, margin + gap):
        return
    for c in range(d.ntouching):
        if d.contact_geom[c, 0] == g1 and d.contact_geom[c, 1] == g2 and d.contact_dist[c] < margin:
            return
    pose1, pose2 = pose_of(d, g1), pose_of(d, g2)
    sweep1, sweep2 = sweep_of(m, d, g1), sweep_of(m, d, g2)
    first = d.ncon
    t, speed = time_of_impact(m, d, g1, g2, pose1, pose2, margin)
    if t > 0.0:
        put_ahead(m, d, g1, g2, pose1, pose2, sweep1 / (sweep1 + sweep2), t, speed)
    put_back(d, g1, pose1)
    put_back(d, g2, pose2)
    if d.ncon <= d.maxcon:
        keep_visible(m, d, g1, g2, first, pair)


@kernel
def keep_visible(m, d, g1, g2, first, pair):
    """Of the contacts from the first on keep those between whose points nothing stands, and note where they belong."""
    kept = first
    for c in range(first, d.ncon):
        if not is_occluded(m, d, g1, g2, d.ahead_from[c], d.ahead_to[c]):
            d.contact_dist[kept] = d.contact_dist[c]
            d.contact_pos[kept] = d.contact_pos[c]
            d.contact_frame[kept] = d.contact_frame[c]
            d.contact_geom[kept] = (g1, g2)
            d.contact_pair[kept] = pair
            kept += 1
    d.ncon = kept
    if kept > first:
        drop_gap(d, g1, g2)


@kernel
def drop_gap(d, g1, g2):
    """Drop the contacts of two geoms that were in their gap: those ahead stand in for them."""
    kept = 0
    dropped = 0
    for c in range(d.ncon):
        if c < d.ntouching and d.contact_geom[c, 0] == g1 and d.contact_geom[c, 1] == g2:
            dropped += 1
        else:
            if dropped > 0:
                move_found(d, c, kept)
            kept += 1
    d.ncon = kept
    d.ntouching = d.ntouching - dropped


@kernel
def put_back(d, g, pose):
    """Put geom g where it was."""
    d.geom_xpos[g] = (pose[0], pose[1], pose[2])
    d.geom_xmat[g] = (pose[3], pose[4], pose[5], pose[6], pose[7], pose[8], pose[9], pose[10], pose[11])
