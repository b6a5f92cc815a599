"""Depths and segmentations as pictures that people can look at."""

import numpy as np

GOLDEN = 0.618033988749895


def depth_picture(depth: np.ndarray, far: float) -> np.ndarray:
    """Near is white, far is dark, and what is beyond everything black; even steps are even ratios of distance."""
    seen = depth < 0.999 * far
    if not seen.any():
        return np.zeros((*depth.shape, 3), np.uint8)
    near, farthest = np.log(depth[seen].min()), np.log(depth[seen].max())
    share = (np.log(np.maximum(depth, 1e-12)) - near) / max(farthest - near, 1e-9)
    grey = np.where(seen, 255 - 215 * np.clip(share, 0, 1), 0)
    return np.repeat(grey[..., None], 3, axis=2).astype(np.uint8)


def segment_picture(segments: np.ndarray) -> np.ndarray:
    """One colour for each element; none is black."""
    key = segments[..., 0].astype(np.int64) + 1000003 * segments[..., 1]
    hue = 6 * ((key * GOLDEN) % 1.0)
    channels = [np.clip(np.abs((hue + shift) % 6 - 3) - 1, 0, 1) for shift in (0, 4, 2)]
    light = 0.65 + 0.35 * ((key * GOLDEN * GOLDEN) % 1.0)
    colours = (255 * light[..., None] * (0.25 + 0.75 * np.stack(channels, axis=-1))).astype(np.uint8)
    colours[segments[..., 1] < 0] = 0
    return colours
