"""Other models to open: those of the package, or of the folder that was named."""

import threading
from collections import deque
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.errors import KnuckleError
from knuckle.functions.calls import machine
from knuckle.model.loading import load
from knuckle.studio.panels.base import MOST_ROWS, Panel

MOST_PICTURES = 24
EMPTY = np.zeros((1, 1, 3), np.uint8)


class GalleryPanel(Panel):
    """A button for each model, and its picture where there is one."""

    title = "Gallery"

    @classmethod
    def wanted(cls, studio) -> bool:
        return studio.source is not None

    def build(self) -> None:
        source = self.studio.source
        assert source is not None
        self.gui.add_markdown(f"`{source.file.name}` is read again when it changes.")
        self.on_click(self.gui.add_button("Reload"), self.studio.reload)
        self.places: dict[Path, Any] = {}
        self.drawn: deque[tuple[Any, np.ndarray]] = deque()  # pictures that are not in the page yet, and their places
        for name, file in list(source.choices.items())[:MOST_ROWS]:
            with self.gui.add_folder(name):
                self.places[file] = self.gui.add_image(EMPTY, visible=False)
                self.on_click(self.gui.add_button(f"Open {name}"), partial(source.read, self.studio, file))
        self.too_many(len(source.choices), "models")
        if len(source.choices) > 1:
            threading.Thread(target=self._draw, name="knuckle gallery", daemon=True).start()

    def _draw(self) -> None:
        """Draw pictures one by one, where the renderer is installed; a model that cannot be drawn has none."""
        for file, place in list(self.places.items())[:MOST_PICTURES]:
            if self.sim.closed.is_set() or self.sim.m is not self.m:
                return
            try:
                self.drawn.append((place, picture_of(file)))
            except (KnuckleError, ImportError, OSError, ValueError, RuntimeError):
                continue

    def refresh(self) -> None:
        """Fill in the next picture: here, for only the thread that draws ends before the server does."""
        if self.drawn:
            place, picture = self.drawn.popleft()
            place.image, place.visible = picture, True


@lru_cache(maxsize=64)
def picture_of(file: Path) -> np.ndarray:
    """A small picture of a model as it begins."""
    from knuckle.render.renderer import Renderer

    m = load(file)
    d = Data(m)
    machine().forward(m, d)
    with Renderer(m, height=120, width=200) as renderer:
        renderer.update_scene(d)
        return renderer.render().copy()
