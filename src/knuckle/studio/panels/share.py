"""What was seen, to take along: an HTML replay of the kept seconds, the state, the model."""

import tempfile
import threading
from pathlib import Path

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.replay.replay import replay
from knuckle.studio.panels.base import Panel


class SharePanel(Panel):
    """Buttons that send files to the page that asked."""

    title = "Share"

    def build(self) -> None:
        self.gui.add_markdown("A replay is one HTML file that needs nothing else: timeline, inspector, plots.")
        button = self.gui.add_button("Export replay")
        model = self.gui.add_button("Export model (MJCF)")

        async def clicked(event) -> None:
            client = event.client
            self.sim.post(lambda: self._replay(client))

        async def wanted(event) -> None:
            client = event.client
            self.sim.post(lambda: self._model(client))

        button.on_click(clicked)
        model.on_click(wanted)

    def _model(self, client) -> None:
        client.send_file_download("model.xml", self.m.to_xml().encode(), save_immediately=True)

    def _replay(self, client) -> None:
        """Of the seconds that are kept; written beside the simulation."""
        history = self.sim.history
        history.record(self.d, always=True)
        states = list(history.states)
        threading.Thread(target=self._send, args=(client, states), name="knuckle replay", daemon=True).start()

    def _send(self, client, states: list[np.ndarray]) -> None:
        try:
            with tempfile.TemporaryDirectory() as folder:
                file = replay(self.m, states, Path(folder) / "replay.html", option=self.studio.option)
                client.send_file_download("replay.html", file.read_bytes(), save_immediately=True)
        except (KnuckleError, OSError) as error:
            self.sim.note = str(error)
