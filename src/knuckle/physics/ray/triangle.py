"""Rays against triangles: seen along the ray, the triangle lies around the origin.

The corners are projected on a plane across the ray, so that triangles with a common edge leave no gap between them: the
signed areas beside it are opposites to the bit, which fused products would not be.
"""

from knuckle.kernel import as_written, kernel, maximum, minimum
from knuckle.math.vec3 import cross3, dot3, sub3, unit3
from knuckle.physics.ray.hit import no_hit


@kernel
def across(v):
    """Two unit vectors that are orthogonal to v and to each other."""
    u = unit3(v)
    if u[0] * u[0] < 0.5:
        first = unit3((0.0, u[2], -u[1]))
    else:
        first = unit3((-u[2], 0.0, u[0]))
    return (first, cross3(u, first))


@as_written
def ray_triangle(p, v, first, second, a, b, c):
    """The hit of the triangle a b c, from either side; `first` and `second` are the vectors across v.

    With aᵢ, bᵢ, cᵢ the corners as seen from p, the weights are the areas opposite to them, and
    x = Σ weight (corner · v) / (Σ weight ‖v‖²).
    """
    a, b, c = sub3(a, p), sub3(b, p), sub3(c, p)
    # most triangles lie to one side
    ax, bx, cx = dot3(a, first), dot3(b, first), dot3(c, first)
    if minimum(ax, minimum(bx, cx)) > 0.0 or maximum(ax, maximum(bx, cx)) < 0.0:
        return no_hit()
    ay, by, cy = dot3(a, second), dot3(b, second), dot3(c, second)
    if minimum(ay, minimum(by, cy)) > 0.0 or maximum(ay, maximum(by, cy)) < 0.0:
        return no_hit()
    weight_a = bx * cy - by * cx
    weight_b = cx * ay - cy * ax
    weight_c = ax * by - ay * bx
    area = weight_a + weight_b + weight_c
    front = weight_a >= 0.0 and weight_b >= 0.0 and weight_c >= 0.0
    back = weight_a <= 0.0 and weight_b <= 0.0 and weight_c <= 0.0
    if area == 0.0 or not (front or back):
        return no_hit()
    x = (weight_a * dot3(a, v) + weight_b * dot3(b, v) + weight_c * dot3(c, v)) / (area * dot3(v, v))
    if not x >= 0.0:
        return no_hit()
    return (x, unit3(cross3(sub3(b, a), sub3(c, a))))
