"""Rays against a height field, in the frame of the geom: its base box, its surface, and the walls at its edges."""

from knuckle.kernel import absolute, kernel, maximum, minimum, real_of, where
from knuckle.math.vec3 import dot3
from knuckle.physics.geometry.height_field import cell_of, grid_point
from knuckle.physics.ray.flat import axis_vector, ray_box, span_in_box
from knuckle.physics.ray.hit import TINY, nearer, no_hit
from knuckle.physics.ray.triangle import across, ray_triangle


@kernel
def ray_height_field(m, g, p, v):
    """The nearest of base, surface and walls of the height field of geom g."""
    field = m.geom_dataid[g]
    width, depth, height, base = m.hfield_size[field]
    half = real_of(width, 0.5 * base)
    best, normal = ray_box((p[0], p[1], real_of(p[0], p[2] + half)), v, (width, depth, half))
    x0, x1 = span_in_box(p, v, (-width, -depth, real_of(width, 0.0)), (width, depth, height))
    if dot3(v, v) < TINY or x0 > x1:
        return (best, normal)
    x, n = ray_surface(m, field, p, v, x0, x1)
    if nearer(x, best):
        best, normal = x, n
    x, n = ray_walls(m, field, p, v)
    if nearer(x, best):
        best, normal = x, n
    return (best, normal)


@kernel
def ray_surface(m, field, p, v, x0, x1):
    """The nearest triangle of the surface between x0 and x1 along the ray, column of cells by column."""
    best, normal = no_hit()
    width, depth, _, _ = m.hfield_size[field]
    nrow, ncol = m.hfield_nrow[field], m.hfield_ncol[field]
    first, second = across(v)
    ends = (cell_of(p[0] + x0 * v[0], width, ncol), cell_of(p[0] + x1 * v[0], width, ncol))
    spacing = 2.0 * width / (ncol - 1)
    for column in range(min(ends[0], ends[1]), max(ends[0], ends[1]) + 1):
        left = column * spacing - width
        enter, leave = span_between(p[0], v[0], left, left + spacing, x0, x1)
        rows = (cell_of(p[1] + enter * v[1], depth, nrow), cell_of(p[1] + leave * v[1], depth, nrow))
        # rounding may put an end of the span on the wrong side of a grid line
        for row in range(max(min(rows[0], rows[1]) - 1, 0), min(max(rows[0], rows[1]) + 2, nrow - 1)):
            x, n = ray_cell(m, field, row, column, p, v, first, second)
            if nearer(x, best):
                best, normal = x, n
    return (best, normal)


@kernel
def span_between(at, rate, low, high, x0, x1):
    """The part of x0…x1 in which at + x rate lies between low and high; all of it where it does not move."""
    if absolute(rate) <= TINY:
        return (x0, x1)
    a, b = (low - at) / rate, (high - at) / rate
    return (minimum(maximum(minimum(a, b), x0), x1), maximum(minimum(maximum(a, b), x1), x0))


@kernel
def ray_cell(m, field, row, column, p, v, first, second):
    """The nearest of both triangles of a cell; normals point up."""
    a, b = grid_point(m, field, row, column), grid_point(m, field, row, column + 1)
    c, e = grid_point(m, field, row + 1, column + 1), grid_point(m, field, row + 1, column)
    best, normal = ray_triangle(p, v, first, second, a, b, c)
    x, n = ray_triangle(p, v, first, second, a, c, e)
    if nearer(x, best):
        best, normal = x, n
    return (best, normal)


@kernel
def ray_walls(m, field, p, v):
    """The nearest wall between the base and the edge of the surface."""
    best, normal = no_hit()
    size = m.hfield_size[field]
    for axis in range(2):
        if absolute(v[axis]) > TINY:
            for side in range(-1, 2, 2):
                x = (side * size[axis] - p[axis]) / v[axis]
                along, z = p[1 - axis] + x * v[1 - axis], p[2] + x * v[2]
                inside = nearer(x, best) and z >= 0.0 and absolute(along) <= size[1 - axis]
                if inside and z <= edge_height(m, field, axis, side, along):
                    best, normal = x, axis_vector(axis, 1.0 * side)
    return (best, normal)


@kernel
def edge_height(m, field, axis, side, along):
    """Height of the surface at the edge on a side of an axis, at a coordinate along that edge."""
    size = m.hfield_size[field]
    nrow, ncol = m.hfield_nrow[field], m.hfield_ncol[field]
    if axis == 0:
        column = where(side > 0, ncol - 1, 0)
        k = cell_of(along, size[1], nrow)
        a, b = grid_point(m, field, k, column), grid_point(m, field, k + 1, column)
        share = (along - a[1]) / (b[1] - a[1])
    else:
        row = where(side > 0, nrow - 1, 0)
        k = cell_of(along, size[0], ncol)
        a, b = grid_point(m, field, row, k), grid_point(m, field, row, k + 1)
        share = (along - a[0]) / (b[0] - a[0])
    return (1.0 - share) * a[2] + share * b[2]
