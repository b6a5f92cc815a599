"""The grid of a height field, in the frame of its geom.

It has `nrow` rows along y and `ncol` columns along x, from −size to size. Each cell is two triangles that share the
edge from its first corner to the opposite one.
"""

from knuckle.kernel import as_written, floor, kernel, maximum, minimum


@kernel
def cell_of(at, half, count):
    """The cell that holds a coordinate from −half to half, of `count` − 1 cells."""
    return int(minimum(maximum(floor((at + half) * (count - 1) / (2.0 * half)), 0.0), count - 2.0))


@as_written
def grid_point(m, field, row, column):
    """The point of the surface at a row and a column."""
    width, depth, height, _ = m.hfield_size[field]
    nrow, ncol = m.hfield_nrow[field], m.hfield_ncol[field]
    return (
        2.0 * width / (ncol - 1) * column - width,
        2.0 * depth / (nrow - 1) * row - depth,
        height * m.hfield_data[m.hfield_adr[field] + row * ncol + column],
    )
