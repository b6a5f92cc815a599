"""What was seen, to take along: a picture, an HTML replay of the kept seconds, the model."""

import io
import shlex
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from knuckle import models
from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.errors import KnuckleError
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.replay.replay import replay
from knuckle.scene.camera import Camera, camera_between, camera_of
from knuckle.scene.option import SceneOption
from knuckle.studio.panels.base import Panel

LARGEST = 4096  # pixels along one side of a picture


class SharePanel(Panel):
    """Buttons that send files to the page that asked."""

    title = "Share"

    def build(self) -> None:
        self._command = ""
        self.gui.add_markdown("A picture is drawn from where this page looks, by the renderer of `knuckle render`.")
        self._button("Export picture", self._picture)
        self.command = self.gui.add_markdown("")
        self.gui.add_markdown("A replay is one HTML file that needs nothing else: timeline, inspector, plots.")
        self._button("Export replay", self._replay)
        self._button("Export model (MJCF)", self._model)

    def _button(self, label: str, does: Callable[[Any], None]) -> None:
        """A button; `does(client)` is done between steps for the page in which it was pressed."""

        async def clicked(event: Any) -> None:
            client = event.client
            self.sim.post(lambda: does(client))

        self.gui.add_button(label).on_click(clicked)

    def refresh(self) -> None:
        if self.command.content != self._command:
            self.command.content = self._command

    def _model(self, client: Any) -> None:
        client.send_file_download("model.xml", self.m.to_xml().encode(), save_immediately=True)

    def _picture(self, client: Any) -> None:
        """Of the world as it is, from the camera of the page; drawn beside the simulation."""
        seen, chosen = client.camera, self.studio.camera
        camera = camera_of(self.m, chosen) if chosen >= 0 else camera_between(seen.position, seen.look_at)
        size = tuple(int(np.clip(side, 1, LARGEST)) for side in (seen.image_width, seen.image_height))
        self._command = f"```\n{self._words(camera, *size)}\n```"
        m, state, option = self.m.copy(), get_state(self.m, self.d), self.studio.option
        self._send(client, "picture.png", lambda: picture(m, state, camera, option, *size))

    def _words(self, camera: Camera, width: int, height: int) -> str:
        """The command that draws the model from there."""
        words = ["knuckle", "render", self._model_name(), "picture.png"]
        if camera.fixedcamid >= 0:
            words += ["--camera", str(camera.fixedcamid)]
        else:
            words += ["--lookat", *(f"{x:.4g}" for x in camera.lookat), "--distance", f"{camera.distance:.4g}"]
            words += ["--azimuth", f"{camera.azimuth:.4g}", "--elevation", f"{camera.elevation:.4g}"]
        return shlex.join([*words, "--width", str(width), "--height", str(height)])

    def _model_name(self) -> str:
        """The model as a command names it: by its name where it is one of the package, else by its file."""
        source = self.studio.source
        if source is None:
            return "MODEL"
        return next((name for name in models.names() if models.path(name) == source.file), str(source.file))

    def _replay(self, client: Any) -> None:
        """Of the seconds that are kept; written beside the simulation."""
        history = self.sim.history
        history.record(self.d, always=True)
        states = list(history.states)
        self._send(client, "replay.html", lambda: page(self.m, states, self.studio.option))

    def _send(self, client: Any, name: str, make: Callable[[], bytes]) -> None:
        """Send a file that takes a while to make; what goes wrong becomes the note."""

        def work() -> None:
            try:
                client.send_file_download(name, make(), save_immediately=True)
            except (KnuckleError, ImportError, OSError, ValueError) as error:
                self.sim.note = str(error)

        threading.Thread(target=work, name="knuckle share", daemon=True).start()


def page(m: Model, states: list[np.ndarray], option: SceneOption) -> bytes:
    """A replay as the content of a file."""
    with tempfile.TemporaryDirectory() as folder:
        return replay(m, states, Path(folder) / "replay.html", option=option).read_bytes()


def picture(m: Model, state: np.ndarray, camera: Camera, option: SceneOption, width: int, height: int) -> bytes:
    """A world in a state as the content of a PNG file."""
    from knuckle.render.show import show

    d = Data(m)
    set_state(m, d, state)
    machine().forward(m, d)
    file = io.BytesIO()
    show(m, d, camera=camera, width=width, height=height, option=option).save(file, "PNG")
    return file.getvalue()
