"""Features of convex shapes: their vertices in the last simplex, and the faces that share those.

The simplex that a search ends with names up to three vertices of each shape: a vertex, an edge or a part of a face.
"""

from knuckle.kernel import as_written
from knuckle.math.exact3 import dot3, sub3
from knuckle.math.mat3 import mat_column
from knuckle.physics.collision.convex.hull import hull_index
from knuckle.schema.enums import GeomType


@as_written
def simplex_vertices(m, d, s, slot):
    """The vertices of shape s in the simplex, at most three, each once: (count, first, second, third)."""
    count = 0
    i, j, k = -1, -1, -1
    for row in range(d.ccd_count):
        v = d.ccd_corner[row, slot]
        if count == 0:
            i = v
            count = 1
        elif count == 1 and v != i:
            j = v
            count = 2
        elif count == 2 and v != i and v != j:
            k = v
            count = 3
    if m.geom_type[s] == GeomType.MESH:
        mesh = m.geom_dataid[s]
        i = hull_index(m, mesh, i)
        j = hull_index(m, mesh, j) if count > 1 else -1
        k = hull_index(m, mesh, k) if count > 2 else -1
    return (count, i, j, k)


@as_written
def face_choices(m, d, s, slot, vertices):
    """Number of faces to look at for `face_choice`."""
    kind = m.geom_type[s]
    if kind == GeomType.MESH:
        mesh = m.geom_dataid[s]
        if m.mesh_polynum[mesh] == 0:
            return 0
        return m.mesh_polymapnum[m.mesh_vertadr[mesh] + vertices[1]]
    if kind == GeomType.CYLINDER:
        return 1 if disc_of(m, d, s, slot) >= 0 else 0
    return 6 if kind == GeomType.BOX else 0


@as_written
def face_choice(m, d, s, slot, vertices, k):
    """Face number k at the first of the vertices; -1 where the other vertices are not on it."""
    kind = m.geom_type[s]
    if kind == GeomType.MESH:
        return polygon_choice(m, m.geom_dataid[s], vertices, k)
    if kind == GeomType.BOX:
        for i in range(vertices[0]):
            if not box_face_has(k, vertices[i + 1]):
                return -1
        return k
    return disc_of(m, d, s, slot)


@as_written
def polygon_choice(m, mesh, vertices, k):
    """Polygon number k of the hull at the first of the vertices; -1 where the other vertices are not on it.

    Polygons of an almost flat hull may overlap: of those at two vertices only the first two count, at three the first.
    """
    face = polygon_at(m, mesh, vertices[1], k)
    if not polygon_has_all(m, mesh, face, vertices):
        return -1
    if vertices[0] == 1:
        return face
    earlier = 0
    for i in range(k):
        if polygon_has_all(m, mesh, polygon_at(m, mesh, vertices[1], i), vertices):
            earlier += 1
    return face if earlier < 4 - vertices[0] else -1


@as_written
def polygon_at(m, mesh, v, k):
    """Polygon number k of those at vertex v of the hull."""
    return m.mesh_polymap[m.mesh_polymapadr[m.mesh_vertadr[mesh] + v] + k]


@as_written
def polygon_has_all(m, mesh, face, vertices):
    """Whether all vertices but the first are corners of a polygon of the hull."""
    for i in range(1, vertices[0]):
        if not polygon_has(m, mesh, face, vertices[i + 1]):
            return False
    return True


@as_written
def disc_of(m, d, s, slot):
    """The disc of a cylinder that holds all its corners of the simplex: 0 at the bottom, 1 at the top, -1 for none."""
    axis = mat_column(d.geom_xmat[s], 2)
    low = 0
    for row in range(d.ccd_count):
        p = d.ccd_a[row] if slot == 0 else d.ccd_b[row]
        if dot3(axis, sub3(p, d.geom_xpos[s])) < 0.0:
            low += 1
    if low == 0:
        return 1
    return 0 if low == d.ccd_count else -1


@as_written
def polygon_has(m, mesh, face, v):
    """Whether vertex v is a corner of a polygon of the hull."""
    at = m.mesh_vertadr[mesh] + v
    for k in range(m.mesh_polymapadr[at], m.mesh_polymapadr[at] + m.mesh_polymapnum[at]):
        if m.mesh_polymap[k] == face:
            return True
    return False


@as_written
def box_face_has(face, v):
    """Whether corner v belongs to a face of a box."""
    return (v >> (face // 2)) & 1 == face & 1
