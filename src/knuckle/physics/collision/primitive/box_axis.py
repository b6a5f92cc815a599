"""The separating-axis test of two boxes.

Seen from the first box: the second has its centre at p and its axes in the columns of R.
"""

from knuckle.kernel import absolute, kernel, sqrt

NO_AXIS = -1e30
PARALLEL = 1e-16  # squared sine below which two edges count as parallel


@kernel
def larger(best, gap, index):
    """(gap, index) where the gap is larger than the best one's, else the best."""
    if gap > best[0]:
        return (gap, index)
    return best


@kernel
def best_face(R, p, q, s, t, margin):
    """Largest gap along the normal of a face and which one: 0 to 2 of the first box, 3 to 5 of the second.

        gap = |p_i| − s_i − Σ_j |R_ij| t_j,   gap = |q_j| − t_j − Σ_i |R_ij| s_i

    q is p seen from the second box; s and t are half sizes.
    """
    best = larger((NO_AXIS, 0), absolute(p[0]) - s[0] - reach(R[0], R[1], R[2], t), 0)
    best = larger(best, absolute(p[1]) - s[1] - reach(R[3], R[4], R[5], t), 1)
    best = larger(best, absolute(p[2]) - s[2] - reach(R[6], R[7], R[8], t), 2)
    if best[0] > margin:
        return best
    best = larger(best, absolute(q[0]) - t[0] - reach(R[0], R[3], R[6], s), 3)
    best = larger(best, absolute(q[1]) - t[1] - reach(R[1], R[4], R[7], s), 4)
    return larger(best, absolute(q[2]) - t[2] - reach(R[2], R[5], R[8], s), 5)


@kernel
def reach(x, y, z, s):
    """How far a box of half sizes s reaches along a direction (x, y, z) in its axes."""
    return absolute(x) * s[0] + absolute(y) * s[1] + absolute(z) * s[2]


@kernel
def best_edges(R, p, s, t):
    """Largest gap along the normal of two edges and which ones: 3 i + j for axes i and j."""
    best = edges_with(
        (NO_AXIS, 0), 0, (R[0], R[1], R[2]), (R[3], R[4], R[5]), (R[6], R[7], R[8]), p[1], p[2], s[1], s[2], t
    )
    best = edges_with(best, 3, (R[3], R[4], R[5]), (R[6], R[7], R[8]), (R[0], R[1], R[2]), p[2], p[0], s[2], s[0], t)
    return edges_with(best, 6, (R[6], R[7], R[8]), (R[0], R[1], R[2]), (R[3], R[4], R[5]), p[0], p[1], s[0], s[1], t)


@kernel
def edges_with(best, index, along, a, b, pa, pb, sa, sb, t):
    """The best of `best` and the three edges of the second box with one axis of the first.

    `along` is the row of R of that axis; a, b are the rows of the axes that follow it.
    """
    best = edge_pair(best, index, a[0], b[0], along[1], along[2], pa, pb, sa, sb, t[1], t[2])
    best = edge_pair(best, index + 1, a[1], b[1], along[2], along[0], pa, pb, sa, sb, t[2], t[0])
    return edge_pair(best, index + 2, a[2], b[2], along[0], along[1], pa, pb, sa, sb, t[0], t[1])


@kernel
def edge_pair(best, index, a, b, c, e, pa, pb, sa, sb, ta, tb):
    """The better of `best` and one pair of axes, whose cross product in the first box is (0, −b, a).

    gap = (|a p_b − b p_a| − s_a |b| − s_b |a| − t_a |e| − t_b |c|) / √(a² + b²)
    """
    square = a * a + b * b
    if square < PARALLEL:
        return best
    gap = absolute(a * pb - b * pa) - sa * absolute(b) - sb * absolute(a) - ta * absolute(e) - tb * absolute(c)
    return larger(best, gap / sqrt(square), index)
