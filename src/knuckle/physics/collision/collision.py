"""Collision detection: the list of contacts."""

from knuckle.kernel import kernel, per_world
from knuckle.physics.collision.broad.bounds import spheres_meet
from knuckle.physics.collision.broad.selection import sleep_on
from knuckle.physics.collision.broad.sweep import sweep
from knuckle.physics.collision.contact import forget_rows
from knuckle.physics.collision.frame import complete_frame
from knuckle.physics.collision.merge import CONTACTS, merge_sort
from knuckle.physics.collision.order import apply_order, are_sorted
from knuckle.physics.collision.pair import check_pair
from knuckle.physics.collision.parameters import listed_margin, set_parameters
from knuckle.physics.collision.surface import relative_surface_velocity
from knuckle.schema.enums import CollisionMode, DisableBit

OFF = int(DisableBit.CONSTRAINT | DisableBit.CONTACT)


@per_world
def find_contacts(m, d):
    """Replace all contacts; rows that were made from the former ones are forgotten."""
    gather_contacts(m, d)
    order_contacts(m, d)
    for c in range(d.ncon):
        finish_contact(m, d, c)


@kernel
def gather_contacts(m, d):
    """All contacts between geoms that are closer than their margin and gap, as they are found."""
    d.ncon = 0
    d.need_con = 0
    forget_rows(d)
    if (m.opt_disableflags & OFF) or m.nbody < 2:
        return
    if m.opt_collision != CollisionMode.PREDEFINED:
        sweep(m, d)
    if m.opt_collision != CollisionMode.DYNAMIC:
        check_listed(m, d)


@kernel
def order_contacts(m, d):
    """Bring the contacts into the published order; where room is missing there are none."""
    d.need_con = d.ncon
    if d.ncon > d.maxcon:
        d.overflow = 1.0
    if d.overflow > 0.0:
        d.ncon = 0
    sort_contacts(m, d)


@kernel
def finish_contact(m, d, c):
    """Complete the frame of a contact whose geoms are known, and give it its parameters."""
    d.contact_frame[c] = complete_frame(d.contact_frame[c])
    set_parameters(m, d, c)
    d.contact_surfacevel[c] = relative_surface_velocity(m, d, c)
    d.contact_efc_address[c] = -1


@kernel
def check_listed(m, d):
    """Check the pairs of geoms that the model lists."""
    for p in range(m.npair):
        if sleep_on(m, d, m.pair_geom1[p], m.pair_geom2[p]):
            continue
        margin = listed_margin(m, p) + m.pair_gap[p]
        if spheres_meet(m, d, m.pair_geom1[p], m.pair_geom2[p], margin):
            check_pair(m, d, m.pair_geom1[p], m.pair_geom2[p], margin, p)


@kernel
def sort_contacts(m, d):
    """Bring the contacts into the published order."""
    if not are_sorted(m, d):
        for c in range(d.ncon):
            d.contact_order[c, 0] = c
        apply_order(d, merge_sort(m, d, d.contact_order, d.ncon, 1, CONTACTS))
