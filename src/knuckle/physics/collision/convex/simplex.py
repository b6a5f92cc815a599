"""The point of a segment, triangle or tetrahedron nearest to the origin, as weights of its corners.

Barycentric coordinates are signed lengths, areas and volumes; a negative one sends the search to the side opposite to
its corner (Montanari's signed volumes).
"""

from knuckle.kernel import as_written, maximum, minimum
from knuckle.math.exact3 import add_scaled3, cross3, dot3, scale3, sub3

FAR = 1e30


@as_written
def weighted(p, q, r, s, k):
    """k₀ p + k₁ q + k₂ r + k₃ s."""
    return add_scaled3(add_scaled3(add_scaled3(scale3(p, k[0]), q, k[1]), r, k[2]), s, k[3])


@as_written
def nearest_on_segment(p, q):
    """Weights of p and q."""
    along = sub3(q, p)
    length = dot3(along, along)
    if length <= 0.0:
        return (1.0, 0.0)
    t = minimum(maximum(-dot3(p, along) / length, 0.0), 1.0)
    return (1.0 - t, t)


@as_written
def plane_weights(p, q, r):
    """Weights of p, q and r in the point of their plane nearest to the origin, which may lie outside the triangle."""
    n = cross3(sub3(q, p), sub3(r, p))
    a = dot3(cross3(q, r), n)
    b = dot3(cross3(r, p), n)
    c = dot3(cross3(p, q), n)
    total = a + b + c
    if total <= 0.0:
        return (1.0, 0.0, 0.0)
    return (a / total, b / total, c / total)


@as_written
def nearest_on_triangle(p, q, r):
    """Weights of p, q and r: (q × r)·n / n·n and so on, where n = (q − p) × (r − p)."""
    n = cross3(sub3(q, p), sub3(r, p))
    area = dot3(n, n)
    a = dot3(cross3(q, r), n)
    b = dot3(cross3(r, p), n)
    c = dot3(cross3(p, q), n)
    if area > 0.0 and a >= 0.0 and b >= 0.0 and c >= 0.0:
        total = a + b + c
        return (a / total, b / total, c / total)
    best = (1.0, 0.0, 0.0)
    least = FAR
    if a <= 0.0 or area <= 0.0:
        k = nearest_on_segment(q, r)
        v = add_scaled3(scale3(q, k[0]), r, k[1])
        best = (0.0, k[0], k[1])
        least = dot3(v, v)
    if b <= 0.0 or area <= 0.0:
        k = nearest_on_segment(r, p)
        v = add_scaled3(scale3(r, k[0]), p, k[1])
        if dot3(v, v) < least:
            best = (k[1], 0.0, k[0])
            least = dot3(v, v)
    if c <= 0.0 or area <= 0.0:
        k = nearest_on_segment(p, q)
        v = add_scaled3(scale3(p, k[0]), q, k[1])
        if dot3(v, v) < least:
            best = (k[0], k[1], 0.0)
    return best


@as_written
def nearest_on_tetrahedron(p, q, r, s):
    """Weights of p, q, r and s; all positive where the origin is inside."""
    qr, rs, sq = cross3(q, r), cross3(r, s), cross3(s, q)
    a = dot3(qr, s)
    b = -dot3(rs, p)
    c = -dot3(sq, p)
    e = -dot3(qr, p)
    total = a + b + c + e
    if total < 0.0:
        a, b, c, e, total = -a, -b, -c, -e, -total
    if a > 0.0 and b > 0.0 and c > 0.0 and e > 0.0:
        return (a / total, b / total, c / total, e / total)
    best = (1.0, 0.0, 0.0, 0.0)
    least = FAR
    zero = (0.0, 0.0, 0.0)
    if a <= 0.0:
        k = nearest_on_triangle(q, r, s)
        v = weighted(q, r, s, zero, (k[0], k[1], k[2], 0.0))
        best = (0.0, k[0], k[1], k[2])
        least = dot3(v, v)
    if b <= 0.0:
        k = nearest_on_triangle(p, r, s)
        v = weighted(p, r, s, zero, (k[0], k[1], k[2], 0.0))
        if dot3(v, v) < least:
            best = (k[0], 0.0, k[1], k[2])
            least = dot3(v, v)
    if c <= 0.0:
        k = nearest_on_triangle(p, q, s)
        v = weighted(p, q, s, zero, (k[0], k[1], k[2], 0.0))
        if dot3(v, v) < least:
            best = (k[0], k[1], 0.0, k[2])
            least = dot3(v, v)
    if e <= 0.0:
        k = nearest_on_triangle(p, q, r)
        v = weighted(p, q, r, zero, (k[0], k[1], k[2], 0.0))
        if dot3(v, v) < least:
            best = (k[0], k[1], k[2], 0.0)
    return best
