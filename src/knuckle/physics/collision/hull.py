"""The convex hull of a mesh: its vertices, and a walk along its edges to the farthest one.

The hull's record in `mesh_graph` is: number of vertices, number of triangles, then for each vertex where its list of
neighbours starts and its place in the mesh, then those lists, each ended by -1.
"""

from knuckle.machine.kernel import absolute, kernel, maximum
from knuckle.math.vec3 import dot3

SMALL = 16  # hulls up to this many vertices are searched from end to end
SLANT = 0.4  # a direction's component counts in the choice of a start where it is this part of the largest


@kernel
def hull_size(m, mesh):
    """Number of vertices of the hull, or of the mesh where it has no hull."""
    graph = m.mesh_graphadr[mesh]
    if graph < 0:
        return m.mesh_vertnum[mesh]
    return m.mesh_graph[graph]


@kernel
def hull_vertex(m, mesh, corner):
    """Vertex `corner` of the hull, frame of the mesh."""
    return m.mesh_vert[m.mesh_vertadr[mesh] + hull_index(m, mesh, corner)]


@kernel
def hull_index(m, mesh, corner):
    """Place of a hull vertex among the vertices of its mesh."""
    graph = m.mesh_graphadr[mesh]
    if graph < 0:
        return corner
    return m.mesh_graph[graph + 2 + m.mesh_graph[graph] + corner]


@kernel
def hull_corner(m, mesh, u, hint):
    """The hull vertex farthest along u, counted within the hull; `hint` is where to start, -1 for anywhere."""
    if m.mesh_graphadr[mesh] < 0 or hull_size(m, mesh) <= SMALL:
        return search_all(m, mesh, u)
    start = hint
    if hint < 0:
        start = m.mesh_extrema[mesh, grid_cell(u)]
    return climb(m, mesh, u, start)


@kernel
def grid_cell(u):
    """The cell of a 3 by 3 by 3 grid that u points to."""
    least = SLANT * maximum(maximum(absolute(u[0]), absolute(u[1])), absolute(u[2]))
    cell = 13
    if absolute(u[0]) > least:
        cell += 9 if u[0] > 0.0 else -9
    if absolute(u[1]) > least:
        cell += 3 if u[1] > 0.0 else -3
    if absolute(u[2]) > least:
        cell += 1 if u[2] > 0.0 else -1
    return cell


@kernel
def search_all(m, mesh, u):
    """The farthest of all vertices."""
    best = 0
    most = dot3(u, hull_vertex(m, mesh, 0))
    for corner in range(1, hull_size(m, mesh)):
        along = dot3(u, hull_vertex(m, mesh, corner))
        if along > most:
            most = along
            best = corner
    return best


@kernel
def climb(m, mesh, u, start):
    """Walk from vertex to better neighbour; on a convex hull the place where none is better is the farthest."""
    graph = m.mesh_graphadr[mesh]
    count = m.mesh_graph[graph]
    edges = graph + 2 + 2 * count
    best = start
    most = dot3(u, hull_vertex(m, mesh, start))
    corner = -1
    while corner != best:
        corner = best
        e = edges + m.mesh_graph[graph + 2 + corner]
        while m.mesh_graph[e] >= 0:
            along = dot3(u, hull_vertex(m, mesh, m.mesh_graph[e]))
            if along > most:
                most = along
                best = m.mesh_graph[e]
            e += 1
    return best
