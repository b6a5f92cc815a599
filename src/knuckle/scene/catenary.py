"""The curve of a slack cable under gravity."""

import numpy as np


def catenary(start: np.ndarray, end: np.ndarray, length: float, gravity: np.ndarray, pieces: int) -> np.ndarray:
    """Points of the curve of a cable of that length between two points, from start to end.

        y(x) = a cosh((x − x₀) / a) + c,   length² − h² = (2 a sinh(w / 2a))²

    w is the distance of the ends across gravity, h along it. Without gravity it is the straight line.
    """
    strength = np.linalg.norm(gravity)
    offset = end - start
    straight = np.array((start, end))
    if strength < 1e-10:
        return straight
    up = -gravity / strength
    h = offset @ up
    across = offset - h * up
    w = float(np.linalg.norm(across))
    if length**2 - h**2 <= w**2:
        return straight
    if w < 1e-9:  # one above the other: the cable hangs down and comes up again
        lower = start if h > 0 else end
        return np.array((start, lower - 0.5 * (length - abs(h)) * up, end))
    a = _scale(w, float(np.sqrt(length**2 - h**2)))
    x = np.arange(pieces + 2) / (pieces + 1) * w
    x = np.delete(x, pieces)  # the last piece is twice as long, as in the reference
    lowest = 0.5 * (w - a * np.log((length + h) / (length - h)))
    height = a * (np.cosh((x - lowest) / a) - np.cosh(lowest / a))
    return start + np.outer(x / w, across) + np.outer(height, up)


def _scale(width: float, reach: float) -> float:
    """The a of width and reach = 2 a sinh(width / 2a), by Newton's method on b = width / 2a: sinh(b) / b = reach /
    width.
    """
    ratio = reach / width
    b = np.sqrt(6 * (ratio - 1)) if ratio < 3 else np.log(2 * ratio) + np.log(np.log(2 * ratio))
    for _ in range(50):
        step = (np.sinh(b) - ratio * b) / (np.cosh(b) - ratio)
        b -= step
        if abs(step) < 1e-13 * abs(b):
            break
    return width / (2 * b)
