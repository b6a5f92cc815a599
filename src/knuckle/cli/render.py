"""`knuckle render`: pictures and films of a model."""

import json as json_format
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import numpy as np
import tyro
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from knuckle.cli.arguments import ArgumentError, Features, Named, check_seed, number_or_name, step_count
from knuckle.cli.marks import scene_option, set_drawing_flags
from knuckle.cli.opening import begin_at, open_model
from knuckle.data.data import Data
from knuckle.functions.stages import forward, step
from knuckle.model.model import Model
from knuckle.render.colouring import depth_picture, segment_picture
from knuckle.render.film import FASTEST, MOVING, kind_of, write_film
from knuckle.render.renderer import Renderer
from knuckle.render.show import large_enough
from knuckle.scene.camera import FARTHEST, Camera, camera_of, default_camera
from knuckle.scene.option import SceneOption

FILM_SECONDS = 3.0
MOST_FRAMES = 100_000
LARGEST = 8192  # pixels along one side


@dataclass(frozen=True)
class Shots:
    """Which pictures are taken: how many, how many seconds apart, and of which kind."""

    count: int
    interval: float
    start: float
    kind: Literal["colour", "depth", "segmentation"]


@dataclass(frozen=True)
class Looking:
    """Where from: a camera of the model, or the free one."""

    camera: Annotated[str, tyro.conf.arg(metavar="NAME")] = ""
    """Name or number of a camera of the model; without it the free camera, which sees the whole model."""
    azimuth: float | None = None
    """Where the free camera looks: 0 along +x, 90 along +y. [degrees]"""
    elevation: float | None = None
    """How far up the free camera looks; -90 is straight down. [degrees]"""
    distance: float | None = None
    """How far the free camera is from the point that it looks at. [m]"""
    lookat: tuple[float, float, float] | None = None
    """The point that the free camera looks at. [m]"""


@dataclass(frozen=True)
class Picturing:
    """How large, how many and of which kind the pictures are."""

    seconds: float | None = None
    """Simulated time: of a film its length (3 by default), of a picture how long before it is taken (0)."""
    fps: float = 30.0
    """Pictures in a second of a film; a GIF has at most 50, and leaves some of more out."""
    width: int = 640
    """Columns of a picture."""
    height: int = 480
    """Rows of a picture."""
    depth: bool = False
    """Draw distances: near is white."""
    segmentation: bool = False
    """Draw every element in a colour of its own."""
    show: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = ()
    """A mark to draw, such as contactpoint, contactforce, frictioncone, joint, inertia, com, camera or light, or a
    group of geoms such as geomgroup=3; may be given several times."""
    hide: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = ()
    """What to leave out, such as texture, tendon, static, geomgroup=0, or of the picture itself shadow, reflection,
    skybox, haze; may be given several times."""
    label: str = "none"
    """Whose names to write: body, joint, geom, site, camera, light, tendon, actuator, constraint, contactpoint,
    contactforce or island."""
    frame: str = "none"
    """Whose frames to draw: body, geom, site, camera, light, contact or world."""


FROM, HOW = Looking(), Picturing()
Flat = tyro.conf.arg(name="")  # options without the name of their group


def main(
    model: Named,
    out: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="FILE")],
    /,
    looking: Annotated[Looking, Flat] = FROM,
    picturing: Annotated[Picturing, Flat] = HOW,
    keyframe: Annotated[str, tyro.conf.arg(metavar="NAME")] = "",
    control: Literal["zero", "random"] = "zero",
    seed: int = 0,
    omit: Features = (),
    constraints: bool = True,
    json: bool = False,
) -> None:
    """Draw a model: a picture (PNG), or a film of its motion (GIF, MP4).

    Args:
        model: An MJCF or URDF file, or the name of a model of the package.
        out: The file to write; its ending, .png, .gif or .mp4, says what it becomes.
        looking: Where from.
        picturing: How.
        keyframe: Name or number of the keyframe to start from; without it the reference pose.
        control: Controls: zero (those of the keyframe), or random ones that change slowly.
        seed: Start of the random controls.
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        constraints: Leave out contacts, limits and all other constraints.
        json: Print what was written as JSON.
    """
    check_seed(seed)
    how = picturing
    option = scene_option(how.show, how.hide, how.label, how.frame)
    shots, size = _shots(out, picturing), _size(picturing)
    opened = open_model(model, omit, constraints)
    m, console = opened.model, Console(stderr=json)
    if shots.start:
        step_count(shots.start, m.opt.timestep)
    film = Film(m, _start(m, keyframe), _camera(m, looking), option, _controls(m, control, seed))
    begin = perf_counter()
    with large_enough(m, *size), Renderer(m, size[1], size[0], max_geom=1_000_000) as renderer:
        set_drawing_flags(renderer.flags, how.show, how.hide)
        count = write_film(out, film.pictures(renderer, shots, console), picturing.fps)
    taken, written = perf_counter() - begin, {"file": str(Path(out)), "bytes": Path(out).stat().st_size}
    if json:
        told = {"pictures": count, "width": size[0], "height": size[1], "kind": shots.kind, "time": float(film.d.time)}
        summary = {"model": opened.name, **written, **told, "seconds": round(taken, 3), "notes": opened.notes}
        print(json_format.dumps(summary, ensure_ascii=False))
        return
    for note in opened.notes:
        console.print(f"  {note}", style="yellow", highlight=False, markup=False)
    words = f"{count} pictures" if count > 1 else "a picture"
    console.print(f"{out}: {words} of {size[0]}×{size[1]}, {taken:.1f} s", highlight=False, markup=False)


def _shots(out: str, how: Picturing) -> Shots:
    seconds, fps, depth, segmentation = how.seconds, how.fps, how.depth, how.segmentation
    try:
        moves = kind_of(out) in MOVING
    except ValueError as error:
        raise ArgumentError(str(error)) from None
    if depth and segmentation:
        raise ArgumentError("--depth and --segmentation: choose one of them")
    if not 0 < fps <= FASTEST:
        raise ArgumentError(f"--fps: expected a number of pictures in a second, at most {FASTEST:g}, found {fps:g}")
    seconds = (FILM_SECONDS if moves else 0.0) if seconds is None else seconds
    if not (np.isfinite(seconds) and seconds >= 0):
        raise ArgumentError(f"--seconds: expected a number of seconds, found {seconds:g}")
    count = max(1, round(seconds * fps)) if moves else 1
    if count > MOST_FRAMES:
        raise ArgumentError(
            f"--seconds: {seconds:g} s at {fps:g} pictures a second are more than {MOST_FRAMES} pictures"
        )
    kind: Literal["colour", "depth", "segmentation"] = "colour"
    kind = "depth" if depth else "segmentation" if segmentation else kind
    return Shots(count, 1.0 / fps if moves else 0.0, 0.0 if moves else seconds, kind)


def _size(how: Picturing) -> tuple[int, int]:
    """Width and height, checked."""
    for name, value in (("width", how.width), ("height", how.height)):
        if not 1 <= value <= LARGEST:
            raise ArgumentError(f"--{name}: expected from 1 to {LARGEST} pixels, found {value}")
    return how.width, how.height


def _camera(m: Model, looking: Looking) -> Camera:
    """The camera of the model, or the free one with what was asked for."""
    name, options = looking.camera, ("azimuth", "elevation", "distance", "lookat")
    given = {option: value for option in options if (value := getattr(looking, option)) is not None}
    if name:
        if given:
            raise ArgumentError(f"--camera and --{next(iter(given))}: a camera of the model cannot be moved")
        try:
            return camera_of(m, number_or_name(name))
        except ValueError as error:
            raise ArgumentError(f"--{error}") from None
    camera = camera_of(m, -1) if given else default_camera(m)
    for option, value in given.items():
        if not (np.abs(value) <= FARTHEST).all() or (option == "distance" and value <= 0):
            least = "above 0" if option == "distance" else f"from {-FARTHEST:g}"
            raise ArgumentError(f"--{option}: expected {least} to {FARTHEST:g}, found {value}")
        setattr(camera, option, np.array(value) if option == "lookat" else value)
    return camera


def _start(m: Model, keyframe: str) -> Data:
    d = Data(m)
    if keyframe:
        begin_at(m, d, keyframe)
    forward(m, d)
    return d


def _controls(m: Model, kind: str, seed: int) -> Iterator[np.ndarray | None]:
    """Controls for each picture: None, or values within their ranges that wander."""
    if kind == "zero" or not m.nu:
        while True:
            yield None
    rng = np.random.default_rng(seed)
    limited = m.actuator_ctrllimited != 0
    low, high = np.where(limited, m.actuator_ctrlrange[:, 0], -1.0), np.where(limited, m.actuator_ctrlrange[:, 1], 1.0)
    wander = np.zeros(m.nu)
    while True:
        wander = 0.9 * wander + 0.3 * rng.standard_normal(m.nu)
        yield low + (high - low) * (0.5 + 0.5 * np.tanh(wander))


@dataclass
class Film:
    """A world that is simulated and drawn."""

    m: Model
    d: Data
    camera: Camera
    option: SceneOption
    controls: Iterator[np.ndarray | None]

    def pictures(self, renderer: Renderer, shots: Shots, console: Console) -> Iterator[np.ndarray]:
        """Simulate and draw behind a progress bar."""
        columns = (
            TextColumn("drawing"),
            BarColumn(),
            TextColumn("{task.completed:.0f} pictures"),
            TimeRemainingColumn(),
        )
        begin = float(self.d.time)
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=shots.count)
            for i in range(shots.count):
                _advance(self.m, self.d, begin + shots.start + i * shots.interval, next(self.controls))
                renderer.update_scene(self.d, self.camera, self.option)
                yield _drawn(renderer, shots.kind)
                bar.update(task, completed=i + 1)


def _advance(m: Model, d: Data, until: float, control: np.ndarray | None) -> None:
    """Step to a time."""
    if control is not None:
        d.ctrl[:] = control
    steps = round((until - d.time) / m.opt.timestep)
    if steps > 0:
        step(m, d, steps)
        forward(m, d)


def _drawn(renderer: Renderer, kind: str) -> np.ndarray:
    if kind == "depth":
        renderer.enable_depth_rendering()
        view = renderer.scene.view
        assert view is not None
        return depth_picture(renderer.render(), view.far)
    if kind == "segmentation":
        renderer.enable_segmentation_rendering()
        return segment_picture(renderer.render())
    return renderer.render()
