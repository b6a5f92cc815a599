"""One picture of a world, for notebooks and for a quick look."""

from typing import TYPE_CHECKING, Any

from knuckle.data.data import Data
from knuckle.functions.stages import forward
from knuckle.memory.arguments import whole_number
from knuckle.model.model import Model
from knuckle.render.context import PACKAGES, GraphicsError
from knuckle.render.renderer import Renderer
from knuckle.scene.option import SceneOption

if TYPE_CHECKING:
    from PIL.Image import Image


def show(
    m: Model,
    d: Data | None = None,
    *,
    camera: Any = -1,
    width: int = 480,
    height: int = 360,
    option: SceneOption | None = None,
) -> "Image":
    """A picture of a world, which notebooks display: an image of Pillow, with `save` and `show`.

    Without a Data it is the model in its reference pose; a Data is shown as it is, and must have been computed
    (`kn.forward`, or a step). `camera` and `option` are those of `kn.Renderer.update_scene`.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise GraphicsError(f"{error.name} is not installed; {PACKAGES}") from error
    if d is None:
        d = Data(m)
        forward(m, d)
    width, height = whole_number(width, "width", 1), whole_number(height, "height", 1)
    with large_enough(m, width, height), Renderer(m, height, width) as renderer:
        renderer.update_scene(d, camera, option)
        return Image.fromarray(renderer.render())


class large_enough:
    """A while in which the off-screen buffer of a model holds pictures of that size."""

    def __init__(self, m: Model, width: int, height: int):
        self._settings, self._wanted = m.vis.global_, (width, height)

    def __enter__(self) -> None:
        settings = self._settings
        self._before = settings.offwidth, settings.offheight
        settings.offwidth = max(self._before[0], self._wanted[0])
        settings.offheight = max(self._before[1], self._wanted[1])

    def __exit__(self, *_: object) -> None:
        self._settings.offwidth, self._settings.offheight = self._before
