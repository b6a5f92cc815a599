"""Contacts at the time of impact, seen from the start of the step."""

from knuckle.kernel import absolute, kernel, where
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, dot3, scale3, sub3
from knuckle.physics.collision.collision import finish_contact
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.convex.contacts import put_flat_contacts
from knuckle.physics.collision.convex.edges import capsule_edge, segment
from knuckle.physics.collision.convex.faces import face_corner, face_normal, face_size
from knuckle.physics.collision.convex.multicontact import LYING
from knuckle.physics.collision.convex.quadrilateral import choose_four
from knuckle.physics.collision.convex.scratch import has_room, need_polygon, polygon_rows
from knuckle.physics.constraint.impedance import bounded
from knuckle.physics.constraint.response import resolved, spring_damper
from knuckle.schema.enums import DisableBit, Exclusion, GeomType, Integrator

AHEAD = 1.0  # in the last number of an unfinished frame: the contact lies ahead
NEAREST = -1e10  # so that parameters are those of a contact that carries force
SOFT = 1e-15  # less than this stiffness is none
SHALLOW = 0.001  # what stands in for the depth then [m]


@kernel
def put_ahead(m, d, g1, g2, pose1, pose2, w1, t, speed):
    """Put the contacts of two geoms that stand where they meet; `w1` is the share of the first in the way.

    The frame holds t and the speed until it is finished. The collider sees both shapes inflated by `deep`, along the
    normal of each contact; that is taken back along the normal between the shapes, and points to where they are now.
    """
    n = d.ccd_normal
    first = d.ncon
    deep = 0.5 * ((1.0 - t) * speed + 2.0 * d.ccd_dist + m.opt_ccd_tolerance)
    put_touching(m, d, g1, g2, 2.0 * deep)
    for c in range(first, min(d.ncon, d.maxcon)):
        frame = d.contact_frame[c]
        own = (frame[0], frame[1], frame[2])
        x1 = add_scaled3(d.contact_pos[c], own, -0.5 * d.contact_dist[c])
        x2 = add_scaled3(d.contact_pos[c], own, 0.5 * d.contact_dist[c])
        x1 = add_scaled3(x1, sub3(own, n), deep)
        x2 = add_scaled3(x2, sub3(n, own), deep)
        x1 = taken_back(d, g1, pose1, x1)
        x2 = taken_back(d, g2, pose2, x2)
        d.contact_pos[c] = add3(scale3(x1, w1), scale3(x2, 1.0 - w1))
        d.contact_frame[c] = (n[0], n[1], n[2], 0.0, 0.0, 0.0, t, speed, AHEAD)
        d.ahead_from[c] = x1
        d.ahead_to[c] = x2


@kernel
def put_touching(m, d, g1, g2, margin):
    """Put the contacts of two geoms next to each other, as the collider of convex shapes does."""
    first = d.ncon
    if m.geom_type[g1] == GeomType.PLANE:
        put_on_plane(m, d, g2, margin)
    elif m.opt_disableflags & DisableBit.MULTICCD == 0:
        d.detection = margin
        d.ccd_inflation = 0.5 * margin
        put_flat_contacts(m, d, g1, g2)
    if d.ncon == first:
        middle = scale3(add3(d.ccd_from, d.ccd_to), 0.5)
        put_contact(d, d.ccd_dist, middle, d.ccd_normal, (0.0, 0.0, 0.0))


@kernel
def put_on_plane(m, d, g, margin):
    """Contacts of geom g with a plane: the line of its side, where that lies flat, else the face that is down most.

    Of a face those corners count that are less than `margin` above the plane.
    """
    n = d.ccd_normal
    kind = m.geom_type[g]
    if kind == GeomType.CAPSULE or kind == GeomType.CYLINDER:
        axis = mat_column(d.geom_xmat[g], 2)
        if absolute(dot3(axis, n)) < LYING:
            put_side(m, d, g, axis, n, 0.5 * margin)
            return
    if kind >= GeomType.CYLINDER:
        put_face(m, d, g, lowest_face(m, d, g, n), n, margin)


@kernel
def put_side(m, d, g, axis, n, deep):
    """Both ends of the lowest line of the side of a capsule or cylinder."""
    half = m.geom_size[g, 1]
    if m.geom_type[g] == GeomType.CAPSULE:
        edge = capsule_edge(m, d, g, add_scaled3(d.ccd_to, n, -deep), scale3(n, deep))
    else:
        along = dot3(axis, sub3(d.ccd_to, d.geom_xpos[g]))
        end = where(along >= 0.0, half, -half)
        p = add_scaled3(d.ccd_to, axis, end - along)
        edge = segment(p, add_scaled3(p, axis, -2.0 * end))
    put_corner(d, (edge[0], edge[1], edge[2]), n)
    put_corner(d, (edge[3], edge[4], edge[5]), n)


@kernel
def lowest_face(m, d, g, n):
    """The face of a box, cylinder or hull at its lowest vertex that looks against n most; -1 for none."""
    best = -1
    most = 2.0 + 0.0 * n[0]
    count = 6
    if m.geom_type[g] == GeomType.CYLINDER:
        count = 2
    elif m.geom_type[g] == GeomType.MESH:
        count = m.mesh_polynum[m.geom_dataid[g]]
    for face in range(count):
        along = dot3(face_normal(m, d, g, face), n)
        if along < most:
            most = along
            best = face
    return best


@kernel
def put_face(m, d, g, face, n, margin):
    """Up to four corners of a face, which span a large area."""
    if face < 0 or not has_room(d):
        return
    count = face_size(m, g, face)
    if count > polygon_rows(d):
        need_polygon(d, count)
        return
    kept = 0
    for i in range(count):
        x = face_corner(m, d, g, face, count - 1 - i)
        if dot3(n, sub3(x, d.ccd_from)) < margin:
            d.ccd_poly[kept] = x
            kept += 1
    chosen = choose_four(d, 0, kept, kept)
    for k in range(min(kept, 4)):
        put_corner(d, d.ccd_poly[chosen[k]], n)


@kernel
def put_corner(d, x, n):
    """A contact at a point of the second geom; its distance does not count."""
    put_contact(d, 0.0 * n[0], x, n, (0.0, 0.0, 0.0))


@kernel
def taken_back(d, g, pose, x):
    """A point fixed to geom g where it stands, where it is when the geom is at its pose."""
    local = mat_t_mul_vec(d.geom_xmat[g], sub3(x, d.geom_xpos[g]))
    R = (pose[3], pose[4], pose[5], pose[6], pose[7], pose[8], pose[9], pose[10], pose[11])
    return add3((pose[0], pose[1], pose[2]), mat_mul_vec(R, local))


@kernel
def finish_ahead(m, d, c):
    """Frame, parameters and effective distance of a contact that lies ahead.

        dist = margin − δ,   δ = (1 − t − b₀) / k₀ · h v_n

    so that the solver takes the share 1 − t of the approach speed: with b₀ = h b and k₀ = h² k of an impedance of one.
    """
    frame = d.contact_frame[c]
    t, speed = frame[6], frame[7]
    d.contact_dist[c] = NEAREST
    finish_contact(m, d, c)
    margin = d.contact_includemargin[c]
    k0, b0 = unit_response(m, d, c)
    if m.opt_integrator == Integrator.DISCRETE:
        share = 1.0 - t - t * (b0 + k0)
    else:
        share = 1.0 - t - b0
    d.contact_dist[c] = margin - (share / k0 * speed if k0 > SOFT else SHALLOW)
    d.contact_exclude[c] = Exclusion.INCLUDED


@kernel
def unit_response(m, d, c):
    """(k₀, b₀) of contact c."""
    h = m.opt_timestep
    dw = bounded(d.contact_solimp[c, 1])
    k, b = spring_damper(m, d.contact_solref[c], d.contact_solimp[c])
    k, b = resolved(m, d.contact_solref[c], k, b, dw)
    return h * h * k * dw * dw, h * b * dw
