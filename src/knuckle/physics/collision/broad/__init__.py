"""Which pairs of geoms may touch, and which are near."""
