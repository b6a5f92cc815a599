"""The gallery: twelve examples, each with a picture of the world as the example leaves it."""

import ast
import contextlib
import io
import os
import runpy
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import knuckle as kn
from knuckle.scene.glb import png
from knuckle_docs.choosing_figures import energy
from knuckle_docs.drawing import HEIGHT, WIDTH, Figure, brighten, camera_of, scene
from knuckle_docs.markdown import page

ROOT = Path(__file__).parents[2]
GRID = (2, 3)  # rows and columns of worlds in the picture of a batch
INTRODUCTION = (
    "Twelve programs of one file each, in the folder `examples`. Each picture is drawn by the build, of the world as "
    "the program leaves it. `examples` has more: `train_cheetah.py` learns to run in a few minutes, `pictures.py` "
    "writes [pictures](pictures.md), `cluster_sampling.py` spreads its samples over a [cluster](cluster.md)."
)


@dataclass(frozen=True)
class Example:
    """One program: its title, the words that make it short, and how its world is looked at."""

    title: str
    words: tuple[str, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    option: dict[str, bool] = field(default_factory=dict)
    made: int = 0  # which of the worlds that it makes, in their order, is drawn


EXAMPLES = {
    "names_and_keyframes": Example("Elements by name", view={"distance": 2.2}),
    "pendulum_energy": Example("Energy and integrators"),
    "contact_forces": Example(
        "Contact forces", view={"distance": 2.0}, option={"contactforce": True, "contactpoint": True}
    ),
    "reach": Example("Reaching by Jacobians", view={"distance": 3.2, "azimuth": 150.0, "lookat": (0.0, 0.0, 1.0)}),
    "restitution": Example("Balls that bounce", view={"distance": 1.6, "azimuth": 90.0, "lookat": (0.4, 0.0, 0.3)}),
    "one_way_platform": Example("A platform for one direction", view={"distance": 2.5, "elevation": -10.0}),
    "replay_of_a_fall": Example("A replay in one file", view={"distance": 3.0, "lookat": "pelvis"}),
    "studio_beside_a_loop": Example("The studio beside your loop", ("--seconds", "0.5", "--no-browser")),
    "batch_of_worlds": Example("Chaos in many worlds", view={"distance": 3.4, "azimuth": 90.0, "elevation": 0.0}),
    "domain_randomisation": Example("Robots that differ", view={"distance": 3.6, "lookat": (0.0, 0.0, 0.8)}),
    "dataset": Example(
        "A data set",
        ("--transitions", "6400", "--file", "dataset.npz"),
        view={"distance": 3.6, "lookat": (0.0, 0.0, 0.6)},
    ),
    "predictive_sampling": Example("A humanoid plans", ("--seconds", "1"), view={"distance": 3.4, "lookat": "pelvis"}),
}
OTHERWISE: dict[str, Figure] = {"pendulum_energy": energy}  # what is drawn as curves


def gallery_page() -> str:
    """The text of docs/gallery.md."""
    return page("# Gallery", INTRODUCTION, *(_entry(name, example) for name, example in EXAMPLES.items()))


def _entry(name: str, example: Example) -> str:
    code = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    told = (ast.get_docstring(ast.parse(code)) or "").split("\n")[0]
    picture = f"![{example.title}](pictures/example_{name}.png)"
    return f"## {example.title}\n\n{told}\n\n{picture}\n\n[examples/{name}.py](../examples/{name}.py)"


def figures() -> dict[str, Figure]:
    """The picture of every example, by its name."""
    return {f"example_{name}": OTHERWISE.get(name, _picture_of(name, example)) for name, example in EXAMPLES.items()}


def _picture_of(name: str, example: Example) -> Figure:
    def draw(path: Path) -> None:
        world = worlds_of(name, example.words)[example.made]
        if isinstance(world, kn.Batch):
            _grid(path, world, example)
        else:
            scene(path, world.model, world, kn.SceneOption(**example.option), **example.view)

    return draw


def worlds_of(name: str, words: tuple[str, ...]) -> list[Any]:
    """Run an example in an empty folder; returns the Data and Batch objects that it made, in order."""
    made: list[Any] = []
    with (
        remembered("Data", made),
        remembered("Batch", made),
        contextlib.redirect_stdout(io.StringIO()),
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
    ):
        before, sys.argv = sys.argv, [f"{name}.py", *words]
        try:
            runpy.run_path(os.fspath(ROOT / "examples" / f"{name}.py"), run_name="__main__")
        except kn.KnuckleError:  # a package for display is missing, and the world is there already
            if not made:
                raise
        finally:
            sys.argv = before
    return made


@contextlib.contextmanager
def remembered(name: str, made: list[Any]) -> Iterator[None]:
    """A while in which what `kn.Data(…)` or `kn.Batch(…)` make is kept in a list."""
    make: Callable[..., Any] = getattr(kn, name)

    def make_and_remember(*args: Any, **options: Any) -> Any:
        made.append(make(*args, **options))
        return made[-1]

    setattr(kn, name, make_and_remember)
    try:
        yield
    finally:
        setattr(kn, name, make)


def _grid(path: Path, batch: kn.Batch, example: Example) -> None:
    """Some worlds of a batch side by side."""
    m, (rows, columns) = batch.model, GRID
    camera = camera_of(m, **example.view)
    brighten(m)
    with kn.Renderer(m, HEIGHT // rows, WIDTH // columns) as renderer:
        pictures = renderer.render_batch(batch, range(rows * columns), camera)
    lines = [np.concatenate(list(pictures[row * columns : (row + 1) * columns]), axis=1) for row in range(rows)]
    path.write_bytes(png(np.concatenate(lines)))
