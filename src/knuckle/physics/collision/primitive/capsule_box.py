"""Contacts of a capsule with a box: those of two spheres on its axis.

Around a box lie 27 cells; a cell is named by the sign (-1, 0, 1) of each coordinate, 0 between the faces. Two zeros
name a face, one zero an edge, none a corner. The first sphere is where the axis comes nearest to a face (with an end),
to an edge or to a corner. The second is as far along the axis as it stays beside the same box.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum, where
from knuckle.math.mat3 import mat_column, mat_t_mul_vec
from knuckle.math.vec3 import add_scaled3, dot3, norm3, sub3
from knuckle.physics.collision.primitive.sphere import ball_box

FAR = 1e30
SLOW = 1e-30  # keeps a quotient finite
PARALLEL = 1e-15  # squared area of the parallelogram of half axis and half edge; below it, they count as parallel


@kernel
def capsule_box(m, d, g1, g2, margin):
    """At most two contacts: spheres of the capsule against the box."""
    frame = d.geom_xmat[g2]
    centre = d.geom_xpos[g1]
    axis = mat_column(d.geom_xmat[g1], 2)
    radius = m.geom_size[g1, 0]
    h = m.geom_size[g1, 1]
    size = m.geom_size[g2]
    p = mat_t_mul_vec(frame, sub3(centre, d.geom_xpos[g2]))
    a = mat_t_mul_vec(frame, axis)
    beyond = sub3(p, (clamp(p[0], size[0]), clamp(p[1], size[1]), clamp(p[2], size[2])))
    if norm3(beyond) > radius + h + margin:
        return

    # (squared distance, place along the axis, cell)
    best = (FAR, 0.0, 0.0, 0.0, 0.0)
    best = nearer_end(best, p, a, -h, size)
    best = nearer_end(best, p, a, h, size)
    if best[0] > 0.0:
        best = nearer_edge_x(best, p, a, h, size)
        around = nearer_edge_x((best[0], best[1], best[3], best[4], best[2]), turn(p), turn(a), h, turn(size))
        best = (around[0], around[1], around[4], around[2], around[3])
        around = nearer_edge_x(
            (best[0], best[1], best[4], best[2], best[3]), turn(turn(p)), turn(turn(a)), h, turn(turn(size))
        )
        best = (around[0], around[1], around[3], around[4], around[2])

    if best[0] < FAR:
        s = best[1]
        ball_box(m, d, add_scaled3(centre, axis, s), radius, g2, margin)
        cell = (best[2], best[3], best[4])
        way = direction(cell, a, s)
        if way != 0.0:
            stretch = beside(cell, add_scaled3(p, a, s), a, size, way, h - way * s)
            ball_box(m, d, add_scaled3(centre, axis, s + way * stretch), radius, g2, margin)


@kernel
def clamp(x, limit):
    """x within ±limit."""
    return minimum(maximum(x, -limit), limit)


@kernel
def turn(v):
    """(x, y, z) → (y, z, x)."""
    return (v[1], v[2], v[0])


@kernel
def side(x, limit):
    """Which side of ±limit x lies beyond: -1, 0 or 1."""
    return where(x > limit, 1.0, where(x < -limit, -1.0, 0.0))


@kernel
def nearer_end(best, p, a, s, size):
    """The better of `best` and the end of the axis at s, where it lies inside the box or before a face."""
    x = add_scaled3(p, a, s)
    cell = (side(x[0], size[0]), side(x[1], size[1]), side(x[2], size[2]))
    gap = (x[0] - clamp(x[0], size[0]), x[1] - clamp(x[1], size[1]), x[2] - clamp(x[2], size[2]))
    square = dot3(gap, gap)
    if dot3(cell, cell) < 1.5 and square < best[0]:
        return (square, s, cell[0], cell[1], cell[2])
    return best


@kernel
def nearer_edge_x(best, p, a, h, size):
    """The best of `best` and the places where the axis is nearest to the four edges along x."""
    if h * h * size[0] * size[0] * (1.0 - a[0] * a[0]) < PARALLEL:
        return best
    best = nearer_edge(best, p, a, h, size, -1.0, -1.0)
    best = nearer_edge(best, p, a, h, size, 1.0, -1.0)
    best = nearer_edge(best, p, a, h, size, -1.0, 1.0)
    return nearer_edge(best, p, a, h, size, 1.0, 1.0)


@kernel
def nearer_edge(best, p, a, h, size, y, z):
    """The better of `best` and the place where the axis is nearest to the edge along x on sides y and z.

    With s along the axis and x along the edge, the lines are nearest at (1 − a_x²) s = a · w − a_x w_x and
    x = p_x + a_x s, where w leads from p to the middle of the edge. Lines that are nearest beyond the edge belong to
    its corner, even where the ends of the axis move the nearest point back on the edge.
    """
    w = (-p[0], y * size[1] - p[1], z * size[2] - p[2])
    s = (a[1] * w[1] + a[2] * w[2]) / (1.0 - a[0] * a[0])
    x = p[0] + a[0] * s
    corner = side(x, size[0])
    if corner != 0.0:
        x = corner * size[0]
        s = a[0] * x + dot3(a, w)
    if absolute(s) > h:
        s = clamp(s, h)
        x = p[0] + a[0] * s
        if absolute(x) > size[0]:
            corner = side(x, size[0])
        x = clamp(x, size[0])
    gap = add_scaled3((x + w[0], w[1], w[2]), a, -s)
    square = dot3(gap, gap)
    if square < best[0]:
        return (square, s, corner, y, z)
    return best


@kernel
def inward(side, a):
    """1 where moving along +a from that side leads toward the box, -1 where it leads away, 0 between the faces."""
    return where(side == 0.0, 0.0, where((side > 0.0) != (a > 0.0), 1.0, -1.0))


@kernel
def direction(cell, a, s):
    """Which way along the axis to look for the second contact, 0 for none.

    From a face away from the end; else the way that leads more over the box than away from it, by the squares of a.
    There is no second contact inside, or where all coordinates lead toward the box at once.
    """
    x, y, z = inward(cell[0], a[0]), inward(cell[1], a[1]), inward(cell[2], a[2])
    sides = dot3(cell, cell)
    if sides < 0.5 or (sides > 1.5 and absolute(x + y + z) > sides - 0.5):
        return 0.0
    if sides < 1.5:
        return where(s > 0.0, -1.0, 1.0)
    return where(x * a[0] * a[0] + y * a[1] * a[1] + z * a[2] * a[2] > 0.0, 1.0, -1.0)


@kernel
def beside(cell, x, a, size, way, stretch):
    """How far the axis stays beside the box from x on, along the way; at most `stretch`. It may pierce a face."""
    across = where(dot3(cell, cell) > 1.5, 2.0, FAR)
    stretch = beside_one(cell[0], x[0], a[0], size[0], across, way, stretch)
    stretch = beside_one(cell[1], x[1], a[1], size[1], across, way, stretch)
    return beside_one(cell[2], x[2], a[2], size[2], across, way, stretch)


@kernel
def beside_one(side, x, a, size, across, way, stretch):
    """How far one coordinate allows: to the face ahead, or `across` the box where it starts on its far side.

    A face ahead that is touched already does not count.
    """
    speed = absolute(a)
    capacity = stretch * speed
    if side == 0.0:
        capacity = size - where(a * way > 0.0, x, -x)
    elif inward(side, a) * way > 0.0:
        capacity = across * size
    return where(capacity > 0.0 and capacity < stretch * speed, capacity / maximum(speed, SLOW), stretch)
