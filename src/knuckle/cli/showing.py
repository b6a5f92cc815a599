"""How `knuckle run --show` ends: with the studio on a desktop, else with a picture and a replay."""

import os
import re
import sys
from pathlib import Path

import numpy as np
from rich.console import Console

from knuckle.data.data import Data
from knuckle.data.state import set_state
from knuckle.errors import KnuckleError
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.replay.replay import replay
from knuckle.scene.glb import png

FOLDER = Path("output")


def has_desktop() -> bool:
    """Whether a browser can be opened here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show(m: Model, name: str, states: list[np.ndarray], console: Console) -> None:
    """Open the studio until Ctrl-C, or write files and say where they are."""
    if has_desktop():
        try:
            return _studio(m)
        except KnuckleError as error:
            console.print(f"no studio: {error}", style="yellow", highlight=False, markup=False)
    if FOLDER.exists() and not FOLDER.is_dir():
        raise KnuckleError(f"cannot write to {FOLDER.resolve()}: it is no folder")
    FOLDER.mkdir(exist_ok=True)
    stem = re.sub(r"[^\w-]+", "_", name)[:80] or "model"
    with console.status("writing a replay"):
        page = replay(m, states, FOLDER / f"{stem}.html", title=name)
    console.print(f"replay, for any browser: {page.resolve()}", highlight=False, markup=False, soft_wrap=True)
    picture = FOLDER / f"{stem}.png"
    try:
        with console.status("drawing a picture"):
            picture.write_bytes(png(_picture(m, states[len(states) // 4])))
    except (KnuckleError, ImportError, OSError, ValueError) as error:
        console.print(f"no picture: {error}", style="yellow", highlight=False, markup=False)
    else:
        console.print(f"picture: {picture.resolve()}", highlight=False, markup=False, soft_wrap=True)


def _studio(m: Model) -> None:
    from knuckle.studio.launching import start

    with start(m, Data(m), browser=True) as viewer:
        print(viewer.url, flush=True)
        viewer.wait()


def _picture(m: Model, state: np.ndarray) -> np.ndarray:
    """The world in a state, as the renderer sees it."""
    from knuckle.render.renderer import Renderer

    d = Data(m)
    set_state(m, d, state)
    machine().forward(m, d)
    with Renderer(m, height=480, width=640) as renderer:
        renderer.update_scene(d)
        return renderer.render()
