"""Contacts of convex shapes: GJK, the expanding polytope, clipped faces."""
