"""Rays against geoms: the nearest surface along p + x v, x ≥ 0, and its outward normal."""
