"""The off-screen renderer: pictures, depths and segmentations of worlds."""

import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from knuckle.data.data import Data
from knuckle.memory.arguments import whole_number
from knuckle.model.model import Model
from knuckle.render import glsl
from knuckle.render.context import largest_picture, make_context, pixels_of
from knuckle.render.drawlist import draw_list
from knuckle.render.passes import Passes, column_major, set_uniforms
from knuckle.render.picture import Picture
from knuckle.render.texts import draw_labels
from knuckle.scene.builder import SceneBuilder
from knuckle.scene.enums import RenderFlag
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Scene

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

FLAGS_ON = (RenderFlag.SHADOW, RenderFlag.REFLECTION, RenderFlag.SKYBOX, RenderFlag.HAZE, RenderFlag.CULL_FACE)


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

    flags: np.ndarray

    def __init__(self, model: Model, height: int = 240, width: int = 320, max_geom: int = 10_000):
        self._ctx: Any = None
        self._process, self._turn = os.getpid(), threading.RLock()
        self._builder = SceneBuilder(model)
        limits = model.vis.global_
        self._height = whole_number(height, "height", 1)
        self._width = whole_number(width, "width", 1)
        self._max_geom = whole_number(max_geom, "max_geom", 1)
        for name, value, most in (("width", width, limits.offwidth), ("height", height, limits.offheight)):
            if value > most:
                raise ValueError(
                    f"{name}: {value} pixels are more than the off-screen buffer of the model has ({most}): set "
                    f'm.vis.global_.off{name}, or <visual><global off{name}="{value}"/></visual> in its MJCF'
                )
        self.flags = np.zeros(len(RenderFlag), np.uint8)
        self.flags[list(FLAGS_ON)] = 1
        self._mode = "colour"
        self._scene: Scene | None = None
        self._loaded = False
        self._ctx = make_context()
        largest_picture(self._ctx, self._width, self._height)
        with self._ctx:
            self._passes = Passes(self._ctx, model)
            self._picture = Picture(self._passes, model, self._width, self._height)
            self._targets: dict[str, Any] = {}

    @property
    def model(self) -> Model:
        """The model that is drawn."""
        return self._builder.model

    @property
    def height(self) -> int:
        """Rows of a picture."""
        return self._height

    @property
    def width(self) -> int:
        """Columns of a picture."""
        return self._width

    @property
    def scene(self) -> Scene:
        """What the next picture shows."""
        if self._scene is None:
            raise RuntimeError("there is no scene yet: call update_scene first")
        return self._scene

    def enable_depth_rendering(self) -> None:
        """From now on `render` gives distances along the line of sight. [m]"""
        self._mode = "depth"

    def disable_depth_rendering(self) -> None:
        """From now on `render` gives colours again."""
        self._mode = "colour"

    def enable_segmentation_rendering(self) -> None:
        """From now on `render` gives the number and the kind (ObjType) of the element that is seen; -1 for none."""
        self._mode = "segmentation"

    def disable_segmentation_rendering(self) -> None:
        """From now on `render` gives colours again."""
        self._mode = "colour"

    def update_scene(self, data: Data, camera: Any = -1, scene_option: SceneOption | None = None) -> None:
        """Take a world as it is: its kinematics must be up to date (`kn.forward`, or a step).

        `camera` is −1 for the free camera, the number or the name of a camera of the model, or a `kn.Camera`;
        `scene_option` says what is shown.
        """
        self._take(self._builder, data, camera, scene_option)

    def _take(self, builder: SceneBuilder, data: Data, camera: Any, scene_option: SceneOption | None) -> None:
        """The scene of a world by the numbers of the builder's model: the renderer's own, or a copy of it."""
        with self._turn:
            self._check_open()
            scene = builder.update(data, camera, scene_option)
            if scene.ngeom > self._max_geom:
                raise ValueError(f"the scene has {scene.ngeom} drawables, more than max_geom={self._max_geom}")
            self._picture.model = builder.model
            self._scene, self._loaded = scene, False

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """The scene as an array: colours (height, width, 3) of uint8, depths (height, width) of float32, or elements
        (height, width, 2) of int32.

        `out` is an array to write into, and what is returned.
        """
        with self._turn:
            self._check_open()
            shape, dtype = self._form()
            out = _room(out, shape, dtype)
            with self._ctx:
                self._load()
                if self._mode == "colour":
                    self._draw_colour(out)
                else:
                    self._draw_probe(out)
            return out

    def render_batch(
        self,
        batch: "Batch",
        worlds: Sequence[int] | None = None,
        camera: Any = -1,
        scene_option: SceneOption | None = None,
        *,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """Pictures of worlds of a batch, all of them by default: what `render` gives, with the world as first axis.

        Where worlds differ (`batch.expand("geom_rgba")`, sizes, positions), each is drawn with its own numbers.
        """
        from knuckle.render.worlds import WorldView

        view = WorldView(self.model, batch)
        chosen = view.chosen(worlds)
        shape, dtype = self._form()
        shape = (len(chosen), *shape)
        out = _room(out, shape, dtype)
        builder = SceneBuilder(view.model)
        with self._turn:
            for i, world in enumerate(chosen):
                self._take(builder, view.data(world), camera, scene_option)
                self.render(out=out[i])
        return out

    def close(self) -> None:
        """Give the memory of the graphics card back; nothing can be drawn any more. It may be called again."""
        with self._turn:
            if self._ctx is not None and self._process == os.getpid():
                self._ctx.release()
            self._ctx = None

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Renderer cannot be copied or pickled: make another one of the same model")

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            if getattr(self, "_ctx", None) is not None and self._process == os.getpid():
                self._ctx.release()
        except Exception:  # the interpreter is going down
            pass

    def _check_open(self) -> None:
        if self._ctx is None:
            raise RuntimeError("the renderer is closed")
        if self._process != os.getpid():
            raise RuntimeError("this process was forked after the renderer was made: make another one here")

    def _form(self) -> tuple[tuple[int, ...], Any]:
        """Shape and type of what `render` gives."""
        size = self._height, self._width
        forms = {"colour": ((*size, 3), np.uint8), "depth": (size, np.float32), "segmentation": ((*size, 2), np.int32)}
        return forms[self._mode]

    def _load(self) -> None:
        if self._loaded:
            return
        scene, view = self.scene, self.scene.view
        assert view is not None
        pixel = (view.top - view.bottom) / self._height / (1.0 if view.orthographic else view.near)
        reflect = bool(self.flags[RenderFlag.REFLECTION])
        self._passes.load(draw_list(scene, self._passes.geometry, self._picture.model, pixel, reflect))
        self._loaded = True

    def _draw_colour(self, out: np.ndarray) -> None:
        target, plain = self._colour_targets()
        self._picture.draw(self.scene, target, self.flags)
        if plain is not target:
            self._ctx.copy_framebuffer(plain, target)
        plain.read_into(out, components=3, alignment=1)
        if self.scene.labels and self.scene.view is not None:
            draw_labels(out, self.scene.view, self.scene.labels)

    def _colour_targets(self) -> tuple[Any, Any]:
        """The framebuffer that is drawn into, of several samples for each pixel, and the one that is read."""
        if "colour" not in self._targets:
            ctx, size = self._ctx, (self._width, self._height)
            samples = min(int(self.model.vis.quality.offsamples), ctx.max_samples)
            plain = pixels_of(ctx, size)
            self._targets["colour"] = pixels_of(ctx, size, samples) if samples > 1 else plain, plain
        return self._targets["colour"]

    def _draw_probe(self, out: np.ndarray) -> None:
        """Depths and numbers of drawables, both exact: no samples are mixed."""
        ctx, passes, scene = self._ctx, self._passes, self.scene
        view, size = scene.view, (self._width, self._height)
        assert view is not None and passes.list is not None
        if "probe" not in self._targets:
            self._targets["probe"] = ctx.framebuffer([ctx.texture(size, 2, dtype="f4")], ctx.depth_renderbuffer(size))
        target = self._targets["probe"]
        target.use()
        target.clear(view.far, 0.0, depth=1.0)
        program = passes.program("probe", lambda: (glsl.PROBE_VERTEX, glsl.PROBE_FRAGMENT))
        clip = np.diag((1.0, -1.0, 1.0, 1.0)) @ view.projection(self._width / self._height) @ view.world_to_eye()
        uniforms = {"clip_from_world": column_major(clip), "eye": tuple(view.pos), "forward": tuple(view.forward)}
        set_uniforms(program, uniforms)
        ctx.enable_only(ctx.DEPTH_TEST)
        ctx.front_face = "cw"
        for run in passes.list.runs:
            passes.cull(run)
            passes.draw("probe", program, run.first, run.last)
        found = np.frombuffer(target.read(components=2, dtype="f4", alignment=1), "f4").reshape(*size[::-1], 2)
        if self._mode == "depth":
            out[:] = found[..., 0]
        else:
            table = np.full((scene.ngeom + 1, 2), -1, np.int32)
            table[1:, 0], table[1:, 1] = scene.objid, scene.objtype
            np.take(table, found[..., 1].astype(np.intp), axis=0, out=out)


def _room(out: np.ndarray | None, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """The array to write into: a new one, or the user's, checked."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected an array, found {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        wanted = f"a contiguous array of {np.dtype(dtype).name} and shape {shape} to write into"
        raise ValueError(f"out: expected {wanted}, found {out.dtype.name} of shape {out.shape}")
    return out
