"""The distance of a point from the convex hull of a mesh, face by face."""

from knuckle.kernel import kernel
from knuckle.math.clamp import clamp
from knuckle.math.vec3 import add_scaled3, cross3, dot3, norm3, scale3, sub3


@kernel
def height_over_hull(m, mesh, p):
    """(height, unit direction) of a point over the hull, in the frame of the mesh; negative inside. [m]"""
    first = m.mesh_polyadr[mesh]
    height, normal = -1e300, (0.0, 0.0, 1.0)
    for f in range(first, first + m.mesh_polynum[mesh]):
        h = dot3(m.mesh_polynormal[f], sub3(p, face_corner(m, mesh, f, 0)))
        if h > height:
            height, normal = h, m.mesh_polynormal[f]
    if height <= 0.0:
        return (height, normal)
    # outside, the nearest point may be on an edge; p is above one of the faces there
    distance = 1e300
    for f in range(first, first + m.mesh_polynum[mesh]):
        h = dot3(m.mesh_polynormal[f], sub3(p, face_corner(m, mesh, f, 0)))
        if h > 0.0 and h < distance:
            away = sub3(p, nearest_on_face(m, mesh, f, p))
            n = norm3(away)
            if n < distance:
                distance, normal = n, scale3(away, 1.0 / n)
    return (distance, normal)


@kernel
def nearest_on_face(m, mesh, f, p):
    """The point of a face, a convex polygon, that is nearest to p."""
    normal = m.mesh_polynormal[f]
    flat = add_scaled3(p, normal, -dot3(normal, sub3(p, face_corner(m, mesh, f, 0))))
    within = True
    distance = 1e300
    nearest = flat
    for i in range(m.mesh_polyvertnum[f]):
        a = face_corner(m, mesh, f, i)
        edge = sub3(face_corner(m, mesh, f, (i + 1) % m.mesh_polyvertnum[f]), a)
        if dot3(cross3(normal, edge), sub3(flat, a)) < 0.0:
            within = False
        x = add_scaled3(a, edge, clamp(dot3(edge, sub3(p, a)) / dot3(edge, edge), 0.0, 1.0))
        n = norm3(sub3(p, x))
        if n < distance:
            distance, nearest = n, x
    return flat if within else nearest


@kernel
def face_corner(m, mesh, f, i):
    """Corner i of face f of the hull."""
    return m.mesh_vert[m.mesh_vertadr[mesh] + m.mesh_polyvert[m.mesh_polyvertadr[f] + i]]
