"""Rays against the triangles of a mesh, in the frame of the geom."""

from knuckle.kernel import kernel
from knuckle.math.vec3 import add3, dot3, sub3
from knuckle.physics.ray.flat import span_in_box
from knuckle.physics.ray.hit import TINY, nearer, no_hit
from knuckle.physics.ray.triangle import across, ray_triangle


@kernel
def ray_mesh(m, g, p, v):
    """The nearest triangle of the mesh of geom g, from either side; the normal is that of its corners' order."""
    best, normal = no_hit()
    box = m.geom_aabb[g]
    centre, half = (box[0], box[1], box[2]), (box[3], box[4], box[5])
    x0, x1 = span_in_box(p, v, sub3(centre, half), add3(centre, half))
    if dot3(v, v) < TINY or x0 > x1:
        return (best, normal)
    mesh = m.geom_dataid[g]
    vertex = m.mesh_vertadr[mesh]
    first, second = across(v)
    for f in range(m.mesh_faceadr[mesh], m.mesh_faceadr[mesh] + m.mesh_facenum[mesh]):
        i, j, k = m.mesh_face[f]
        x, n = ray_triangle(
            p, v, first, second, m.mesh_vert[vertex + i], m.mesh_vert[vertex + j], m.mesh_vert[vertex + k]
        )
        if nearer(x, best):
            best, normal = x, n
    return (best, normal)
