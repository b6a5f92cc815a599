"""The page of the studio: how coarse it is drawn in tests, and where on it things are."""

import numpy as np

COARSE = "?fixedDpr=0.2"  # few pixels: here they are made in software


def on_page(viewer, page, point) -> tuple[float, float]:
    """Where on the page a point of the world is seen."""
    (client,) = viewer._studio.server.viser.get_clients().values()
    camera, size = client.camera, page.viewport_size
    w, x, y, z = camera.wxyz
    across = np.array((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)))
    down = np.array((2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)))
    ahead = np.cross(across, down)
    offset = np.asarray(point) - camera.position
    focal = 0.5 * size["height"] / np.tan(0.5 * camera.fov)
    axes = ((size["width"], across), (size["height"], down))
    return tuple(0.5 * side + focal * (axis @ offset) / (ahead @ offset) for side, axis in axes)
