"""Room of the convex search: for the corners of its polytope, and for the polygons that it clips.

Where there is too little, the search says how much it needs and the pass is run again with more; what it found is of no
account then. A polytope of n corners, one closed surface, has at most 2n triangles and 3n edges: every list of it has
maxccd rows, and the corners take the first third. ccd_poly has two halves.
"""

from knuckle.kernel import kernel

FEWEST = 16  # corners of a polytope or a polygon that every search has room for


@kernel
def has_room(d):
    """Whether there is room to start a search; where there is not, some is asked for."""
    if corner_rows(d) >= FEWEST and polygon_rows(d) >= FEWEST:
        return True
    need_corners(d, FEWEST)
    need_polygon(d, FEWEST)
    return False


@kernel
def corner_rows(d):
    """Corners of a polytope that there is room for."""
    return d.maxccd // 3


@kernel
def need_corners(d, count):
    """Ask for room for that many corners of a polytope."""
    d.need_ccd = max(d.need_ccd, 3 * count)
    d.overflow = 1.0


@kernel
def polygon_rows(d):
    """Corners of a polygon that there is room for, in each half of ccd_poly."""
    return d.maxpoly // 2


@kernel
def need_polygon(d, count):
    """Ask for room for polygons of that many corners."""
    d.need_poly = max(d.need_poly, 2 * count)
    d.overflow = 1.0
