# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Sequence
from typing import Any, Final

from numpy import float64
from numpy.typing import NDArray

from knuckle._stubs.batch import Batch
from knuckle._stubs.data import Data
from knuckle._stubs.model import Model
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Scene

class Renderer:
    """Pictures of the worlds of a model, without a window, with MuJoCo's own calls.

        with kn.Renderer(m, height=480, width=640) as renderer:
            renderer.update_scene(d, camera="side")
            pixels = renderer.render()                    # (height, width, 3), uint8

    A picture may not be larger than `m.vis.global_.offwidth` times `offheight`; `max_geom` bounds the drawables of a
    scene. `renderer.flags` says how scenes are drawn (RenderFlag: shadow, reflection, skybox, haze, fog, wireframe).
    Threads take turns; a process that was forked needs a renderer of its own. It needs OpenGL through EGL, on a
    graphics card or in software: `pip install 'knuckle[render]'`.
    """

    flags: Final[NDArray[float64]]
    def __init__(self, model: Model, height: int = 240, width: int = 320, max_geom: int = 10000) -> None: ...
    @property
    def model(self) -> Model:
        """The model that is drawn."""
    @property
    def height(self) -> int:
        """Rows of a picture."""
    @property
    def width(self) -> int:
        """Columns of a picture."""
    @property
    def scene(self) -> Scene:
        """What the next picture shows."""
    def enable_depth_rendering(self) -> None:
        """From now on `render` gives distances along the line of sight. [m]"""
    def disable_depth_rendering(self) -> None:
        """From now on `render` gives colours again."""
    def enable_segmentation_rendering(self) -> None:
        """From now on `render` gives the number and the kind (ObjType) of the element that is seen; -1 for none."""
    def disable_segmentation_rendering(self) -> None:
        """From now on `render` gives colours again."""
    def update_scene(self, data: Data, camera: Any = -1, scene_option: SceneOption | None = None) -> None:
        """Take a world as it is: its kinematics must be up to date (`kn.forward`, or a step).

        `camera` is −1 for the free camera, the number or the name of a camera of the model, or a `kn.Camera`;
        `scene_option` says what is shown.
        """
    def render(self, *, out: NDArray[float64] | None = None) -> NDArray[Any]:
        """The scene as an array: colours (height, width, 3) of uint8, depths (height, width) of float32, or elements
        (height, width, 2) of int32.

        `out` is an array to write into, and what is returned.
        """
    def render_batch(
        self,
        batch: Batch,
        worlds: Sequence[int] | None = None,
        camera: Any = -1,
        scene_option: SceneOption | None = None,
        *,
        out: NDArray[float64] | None = None,
    ) -> NDArray[Any]:
        """Pictures of worlds of a batch, all of them by default: what `render` gives, with the world as first axis.

        Where worlds differ (`batch.expand("geom_rgba")`, sizes, positions), each is drawn with its own numbers.
        """
    def close(self) -> None:
        """Give the memory of the graphics card back; nothing can be drawn any more. It may be called again."""
    def __enter__(self) -> Renderer: ...
    def __exit__(self, kind: object, error: object, trace: object) -> None: ...
