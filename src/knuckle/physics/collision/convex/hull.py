"""The convex hull of a mesh: its vertices, and a walk along its edges to the farthest one.

The hull's record in `mesh_graph` is: number of vertices, number of triangles, then for each vertex where its list of
neighbours starts and its place in the mesh, then those lists, each ended by -1.
"""

from knuckle.kernel import absolute, as_written
from knuckle.math.exact3 import dot3

SMALL = 10  # meshes of fewer vertices are searched from end to end
SLANT = 0.4  # a component of a unit vector larger than this leaves the middle of the grid


@as_written
def hull_size(m, mesh):
    """Number of vertices of the hull, or of the mesh where it has no hull."""
    graph = m.mesh_graphadr[mesh]
    if graph < 0:
        return m.mesh_vertnum[mesh]
    return m.mesh_graph[graph]


@as_written
def hull_vertex(m, mesh, corner):
    """Vertex `corner` of the hull, frame of the mesh."""
    return m.mesh_vert[m.mesh_vertadr[mesh] + hull_index(m, mesh, corner)]


@as_written
def hull_index(m, mesh, corner):
    """Place of a hull vertex among the vertices of its mesh."""
    graph = m.mesh_graphadr[mesh]
    if graph < 0:
        return corner
    return m.mesh_graph[graph + 2 + m.mesh_graph[graph] + corner]


@as_written
def hull_corner(m, mesh, u, hint):
    """The hull vertex farthest along a unit vector u, counted within the hull; `hint` is a near one, -1 for none.

    A walk starts at the hint, or at the extremum of the mesh near u where that is farther.
    """
    if m.mesh_graphadr[mesh] < 0 or m.mesh_vertnum[mesh] < SMALL:
        return search_all(m, mesh, u, hint)
    start = m.mesh_extrema[mesh, grid_cell(u)]
    if hint >= 0 and dot3(u, hull_vertex(m, mesh, hint)) >= dot3(u, hull_vertex(m, mesh, start)):
        start = hint
    return climb(m, mesh, u, start)


@as_written
def grid_cell(u):
    """The cell of a 3 by 3 by 3 grid that a unit vector points to."""
    cell = 13
    if absolute(u[0]) > SLANT:
        cell += 9 if u[0] > 0.0 else -9
    if absolute(u[1]) > SLANT:
        cell += 3 if u[1] > 0.0 else -3
    if absolute(u[2]) > SLANT:
        cell += 1 if u[2] > 0.0 else -1
    return cell


@as_written
def search_all(m, mesh, u, hint):
    """The farthest of all vertices; of equally far ones the hint, else that which comes first in the mesh."""
    best = hint if hint >= 0 else 0
    most = dot3(u, hull_vertex(m, mesh, best))
    for corner in range(hull_size(m, mesh)):
        along = dot3(u, hull_vertex(m, mesh, corner))
        earlier = best != hint and hull_index(m, mesh, corner) < hull_index(m, mesh, best)
        if along > most or (along == most and earlier):
            most = along
            best = corner
    return best


@as_written
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
