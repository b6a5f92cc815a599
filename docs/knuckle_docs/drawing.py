"""Curves and scenes as PNG files for the pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import knuckle as kn
from knuckle.scene.glb import png

Figure = Callable[[Path], None]  # writes one picture
WIDTH, HEIGHT = 640, 400  # pixels of a scene


def curves(title: str, x: str, y: str, log: str = "") -> Callable[[Callable[[Any], None]], Figure]:
    """Make a figure of a function that draws on axes; `log` names the axes that are logarithmic."""

    def decorate(draw: Callable[[Any], None]) -> Figure:
        def write(path: Path) -> None:
            import matplotlib

            matplotlib.use("Agg")
            from matplotlib import pyplot

            figure, axes = pyplot.subplots(figsize=(6.4, 3.8), dpi=100, layout="constrained")
            axes.set(title=title, xlabel=x, ylabel=y)
            draw(axes)
            axes.set(xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear")
            axes.grid(alpha=0.3)
            axes.legend(frameon=False)
            figure.savefig(path)
            pyplot.close(figure)

        write.__doc__ = draw.__doc__
        return write

    return decorate


def scene(path: Path, m: kn.Model, d: kn.Data, option: kn.SceneOption | None = None, **view: Any) -> None:
    """Draw a world from a free camera; `view` may name a body to look at."""
    kn.forward(m, d)
    if isinstance(view.get("lookat"), str):
        view["lookat"] = d.body(view["lookat"]).xpos
    camera = camera_of(m, **view)
    brighten(m)
    m.vis.global_.offwidth, m.vis.global_.offheight = WIDTH, HEIGHT
    with kn.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d, camera, option)
        path.write_bytes(png(renderer.render()))


def camera_of(m: kn.Model, **view: Any) -> kn.Camera:
    """A free camera; what `view` leaves out is around the whole model."""
    settings = {"lookat": m.stat.center, "distance": 1.5 * m.stat.extent, "azimuth": 120.0, "elevation": -20.0} | view
    return kn.Camera(**settings | {"lookat": np.array(settings["lookat"], float)})


def brighten(m: kn.Model) -> None:
    """More light at the camera for models that have none of their own."""
    if not m.nlight:
        m.vis.headlight.ambient[:], m.vis.headlight.diffuse[:] = 0.5, 0.8


def blank(path: Path) -> None:
    """A small grey picture, where none can be drawn."""
    path.write_bytes(png(np.full((8, 16, 3), 200, np.uint8)))
