"""Built-in meshes that are round: spheres, cones, superquadrics."""

from math import cos, pi, sin, sqrt

import numpy as np

from knuckle.assets.mesh.data import MeshData
from knuckle.assets.mesh.params import whole, within

CROSS = ((1, 0), (0, 1), (-1, 0), (0, -1))
GOLDEN = (1 + sqrt(5)) / 2
ICOSAHEDRON = [
    *((0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6)),
    *((7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7)),
    (9, 8, 1),
]


def sphere(subdivision: float) -> MeshData:
    """An icosahedron, each face cut into four and pushed out to the unit sphere, several times."""
    a, b = 1 / sqrt(1 + GOLDEN**2), GOLDEN / sqrt(1 + GOLDEN**2)
    signs = ((-1, 1), (1, 1), (-1, -1), (1, -1))
    vertices = [(x * a, y * b, 0.0) for x, y in signs]
    vertices += [(0.0, x * a, y * b) for x, y in signs]
    vertices += [(y * b, 0.0, x * a) for y, x in ((1, -1), (1, 1), (-1, -1), (-1, 1))]
    faces = ICOSAHEDRON
    for _ in range(whole(subdivision, "subdivision", 0, 4)):
        faces = _cut_in_four(vertices, faces)
    return _mesh(vertices, faces)


def _cut_in_four(vertices: list, faces: list) -> list:
    middles: dict[tuple[int, int], int] = {}

    def middle(i: int, j: int) -> int:
        key = (min(i, j), max(i, j))
        if key not in middles:
            point = np.array([vertices[i], vertices[j]], np.float32).sum(axis=0)  # in the precision of files
            x, y, z = point
            middles[key] = len(vertices)
            vertices.append(tuple(point / np.sqrt(x * x + y * y + z * z)))
        return middles[key]

    result = []
    for a, b, c in faces:
        ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
        result += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return result


def hemisphere(resolution: float) -> MeshData:
    """Half an octahedron, its faces cut along a grid and pushed out to the unit sphere; the centre of the base."""
    rings = whole(resolution, "resolution", 0, 10) + 1
    vertices, faces = [(0.0, 0.0, 1.0)], [(0, 1 + q, 1 + (q + 1) % 4) for q in range(4)]
    start = 1
    for k in range(1, rings + 1):
        for q in range(4):
            (ax, ay), (bx, by) = CROSS[q], CROSS[(q + 1) % 4]
            for i in range(k):
                x, y, z = point = np.array([(k - i) * ax + i * bx, (k - i) * ay + i * by, rings - k], float)
                vertices.append(tuple(point / sqrt(x * x + y * y + z * z)))
        if k < rings:
            faces += _between_rings(k, start, start + 4 * k)
            start += 4 * k
    count = 4 * rings
    vertices.append((0.0, 0.0, 0.0))
    base = len(vertices) - 1
    return _mesh(vertices, faces + [(start + i, base, start + (i + 1) % count) for i in range(count)])


def _between_rings(k: int, inner: int, outer: int) -> list[tuple[int, int, int]]:
    """The triangles of four quadrants between a ring of 4k vertices and the next one, of 4(k + 1)."""
    faces = []
    for q in range(4):
        inside = [inner + (q * k + i) % (4 * k) for i in range(k + 1)]
        outside = [outer + (q * (k + 1) + i) % (4 * k + 4) for i in range(k + 2)]
        for i in range(k):
            faces += [(inside[i], outside[i], outside[i + 1]), (inside[i], outside[i + 1], inside[i + 1])]
        faces.append((inside[k], outside[k], outside[k + 1]))
    return faces


def cone(nvert: float, radius: float) -> MeshData:
    """The corners of a polygon at z = −1 and of a smaller one at z = 1; without faces, so that the hull is meant."""
    count = whole(nvert, "nvert", 3)
    radius = within(radius, "radius", 0, 1)
    ring = [(cos(2 * pi * i / count), sin(2 * pi * i / count)) for i in range(2 * count)]  # twice around
    top = [(radius * x, radius * y, 1.0) for x, y in ring[count:]] if radius > 0 else [(0.0, 0.0, 1.0)]
    return _mesh([(x, y, -1.0) for x, y in ring[:count]] + top, [])


def supersphere(resolution: float, e: float, n: float) -> MeshData:
    """x = cⁿ(φ) cᵉ(θ), y = cⁿ(φ) sᵉ(θ), z = sⁿ(φ), powers with the sign of their base."""
    count = whole(resolution, "resolution", 3)
    e, n = within(e, "e", 0), within(n, "n", 0)
    vertices = [(0.0, 0.0, -1.0)]
    for i in range(1, count):
        phi = -0.5 * pi + pi * i / count
        for j in range(count):
            theta = -pi + 2 * pi * j / count
            across = _power(cos(phi), n)
            vertices.append((across * _power(cos(theta), e), across * _power(sin(theta), e), _power(sin(phi), n)))
    top = len(vertices)
    faces = [(0, 1 + (j + 1) % count, 1 + j) for j in range(count)]
    for i in range(count - 2):
        faces += _strip(1 + i * count, 1 + (i + 1) * count, count)
    last = top - count
    faces += [(last + j, last + (j + 1) % count, top) for j in range(count)]
    return _mesh([*vertices, (0.0, 0.0, 1.0)], faces)


def supertorus(resolution: float, radius: float, s: float, t: float) -> MeshData:
    """x = cᵗ(u) (1 + r cˢ(v)), y = sᵗ(u) (1 + r cˢ(v)), z = r sˢ(v)."""
    count = whole(resolution, "resolution", 3)
    radius, s, t = within(radius, "radius", 1e-10, 1), within(s, "s", 1e-10), within(t, "t", 1e-10)
    angles = [2 * pi * i / count for i in range(count)]
    vertices = [
        (
            _power(cos(u), t) * (1 + radius * _power(cos(v), s)),
            _power(sin(u), t) * (1 + radius * _power(cos(v), s)),
            radius * _power(sin(v), s),
        )
        for u in angles
        for v in angles
    ]
    faces = []
    for i in range(count):
        a, b = i * count, (i + 1) % count * count
        for j in range(count):
            k = (j + 1) % count
            faces += [(a + j, b + j, a + k), (b + j, b + k, a + k)]
    return _mesh(vertices, faces)


def _strip(a: int, b: int, count: int) -> list[tuple[int, int, int]]:
    """The triangles between two closed rings of as many vertices, which start at a and b."""
    faces = []
    for j in range(count):
        k = (j + 1) % count
        faces += [(a + j, a + k, b + j), (a + k, b + k, b + j)]
    return faces


def _power(base: float, exponent: float) -> float:
    """|x|ᵉ with the sign of x."""
    return (1 if base > 0 else -1) * abs(base) ** exponent


def _mesh(vertices: list, faces: list) -> MeshData:
    return MeshData(vertices=np.array(vertices, float), faces=np.array(faces, np.int64).reshape(-1, 3))
