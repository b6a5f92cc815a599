"""Pictures of environments."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data
from knuckle.errors import UnsupportedError, nearest
from knuckle.functions import stages
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model
from knuckle.scene.camera import Camera, camera_of
from knuckle.scene.enums import CameraType

RENDER_MODES = ["rgb_array", "depth_array"]
SIZES = {"width": 480, "height": 480, "max_geom": 10_000}  # pixels are those of gymnasium's environments


def check_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise UnsupportedError(
            f"render_mode={mode!r}: expected one of {known}{nearest(str(mode), RENDER_MODES)}; there is no window"
        )


class Drawing:
    """Draws the worlds of an environment as its arguments ask; the renderer is made when the first picture is.

    Where the task says what its free camera is like and no other is asked for, that looks at the middle of the geoms of
    the first picture, as gymnasium's does.
    """

    def __init__(self, m: Model, mode: str, arguments: Mapping[str, Any], usual: Mapping[str, Any] | None = None):
        self._mode, self._arguments = mode, arguments
        self._camera, self._aims = _camera(m, arguments, usual)
        self._renderer: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy has; it makes a renderer of its own."""
        return self.__dict__ | {"_renderer": None}

    def of_data(self, d: Data) -> np.ndarray:
        """A picture (height, width, 3) or depths (height, width) of one world."""
        renderer = self._open(d.model)
        self._aim(lambda: d)
        renderer.update_scene(d, self._camera)
        return renderer.render()

    def of_batch(self, batch: Batch) -> np.ndarray:
        """The same for all worlds, which are the first axis."""
        renderer = self._open(batch.model)
        self._aim(lambda: batch.get_data(0))
        return renderer.render_batch(batch, camera=self._camera)

    def close(self) -> None:
        """Give back what the renderer holds."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def _aim(self, world: Callable[[], Data]) -> None:
        """Look at the middle of a world's geoms, if the camera is still to be aimed."""
        if self._aims:
            d = world()
            stages.kinematics(d.model, d)
            self._camera.lookat[:] = np.median(d.geom_xpos, axis=0)
            self._aims = False

    def _open(self, m: Model) -> Any:
        if self._renderer is None:
            from knuckle.render.renderer import Renderer
            from knuckle.render.show import large_enough

            chosen = {name: self._arguments.get(name) for name in SIZES}
            width, height, most = (
                usual if chosen[name] is None else whole_number(chosen[name], name, 1) for name, usual in SIZES.items()
            )
            with large_enough(m, width, height):
                self._renderer = Renderer(m, height, width, most)
            if self._mode == "depth_array":
                self._renderer.enable_depth_rendering()
        return self._renderer


def _camera(m: Model, arguments: Mapping[str, Any], usual: Mapping[str, Any] | None) -> tuple[Camera, bool]:
    """The camera that is asked for, and whether it is still to be aimed.

    One of the model by its name or number; else the free one of the task, if it says what that is like; else `track`
    where there is such a camera; else the free one of the model.
    """
    name, number = arguments.get("camera_name"), arguments.get("camera_id")
    config = arguments.get("default_camera_config")
    config = (usual or {}) if config is None else config
    if not isinstance(config, Mapping):
        raise TypeError(f"default_camera_config: expected a dictionary, found {shown(config)}")
    unknown = [key for key in config if key not in Camera.__slots__]
    if unknown:
        raise TypeError(f"default_camera_config: unknown {unknown[0]!r}{nearest(unknown[0], Camera.__slots__)}")
    if usual is not None and name is None and number in (None, -1):
        return _set(Camera(distance=m.stat.extent), config), "lookat" not in config
    if name is None and number is None and not config:
        name = next((c.name for c in (m.camera(i) for i in range(m.ncam)) if c.name == "track"), None)
    camera = camera_of(m, name if name is not None else -1 if number is None else number)
    if camera.type == CameraType.FREE:
        _set(camera, config)
        if config.get("trackbodyid", -1) >= 0:
            camera.type = CameraType.TRACKING
    return camera, False


def _set(camera: Camera, config: Mapping[str, Any]) -> Camera:
    """The camera, with what the configuration says of it."""
    for key, value in config.items():
        setattr(camera, key, np.array(value, float) if key == "lookat" else value)
    return camera
