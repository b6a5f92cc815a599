"""Shadow maps: the scene as lights see it."""

from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.camera import View
from knuckle.scene.lights import Light
from knuckle.schema.enums import LightType

WIDEST = 80.0  # half angle of a spotlight, as far as shadows go [degrees]
MOST_MAPS = 8
SOFTEST = 1.5  # how far a point is moved out of its own shadow, in texels of the map


class ShadowMaps:
    """Depth textures of the lights that cast shadows, made when they are needed."""

    def __init__(self, ctx: Any, size: int):
        self._ctx = ctx
        self.size = max(1, size)
        self._maps: list[tuple[Any, Any]] = []

    def target(self, k: int) -> Any:
        """The framebuffer of map k."""
        while len(self._maps) <= k:
            depth = self._ctx.depth_texture((self.size, self.size))
            depth.compare_func, depth.filter = "<=", (self._ctx.LINEAR, self._ctx.LINEAR)
            depth.repeat_x = depth.repeat_y = False
            self._maps.append((depth, self._ctx.framebuffer(depth_attachment=depth)))
        return self._maps[k][1]

    def texture(self, k: int) -> Any:
        """The depth texture of map k."""
        return self._maps[k][0]


def casts(light: Light) -> bool:
    """Whether a light has a shadow map: point lights have none."""
    return light.castshadow and light.type in (LightType.SPOT, LightType.DIRECTIONAL)


def light_matrix(m: Model, light: Light) -> tuple[np.ndarray, float]:
    """The matrix from the world to the clip space of a light, and the width of its map at distance 1 (or at all)."""
    extent = float(m.stat.extent)
    direction = np.asarray(light.dir, float)
    helper = np.array((1.0, 0.0, 0.0)) if abs(direction[0]) < 0.9 else np.array((0.0, 1.0, 0.0))
    up = np.cross(direction, helper)
    up /= max(float(np.linalg.norm(up)), 1e-12)
    place = (np.asarray(light.pos, float), direction, up)
    if light.type == LightType.DIRECTIONAL:
        half = m.vis.map.shadowclip * extent
        reach = 4 * extent + float(np.linalg.norm(np.asarray(m.stat.center) - light.pos))
        view = View(place[0] - reach * direction, direction, up, 0.0, 2 * reach, -half, half, orthographic=True)
        return view.projection(1.0) @ view.world_to_eye(), 2 * half
    near, far = m.vis.map.znear * extent, m.vis.map.zfar * extent
    angle = np.radians(min(WIDEST, light.cutoff) * m.vis.map.shadowscale)
    half = near * np.tan(angle)
    view = View(*place, near, far, -half, half)
    away = float(np.linalg.norm(np.asarray(m.stat.center) - light.pos))
    return view.projection(1.0) @ view.world_to_eye(), 2 * float(np.tan(angle)) * away
