"""What can be done, and with which keys."""

from knuckle.studio.keys import KEYS
from knuckle.studio.panels.base import Panel

MOUSE = """
| mouse | |
|---|---|
| left drag | turn the camera |
| right drag | move the camera |
| wheel | nearer, farther |
| double click | select a body |
| ctrl + drag | push a body by a spring; while paused, move it |
| ctrl + shift + drag | twist a body; while paused, turn it |
"""


class HelpPanel(Panel):
    """Tables of mouse and keys."""

    title = "Help"

    def build(self) -> None:
        rows = "\n".join(f"| {key.label.partition(':')[0]} | {key.what} |" for key in KEYS)
        self.gui.add_markdown(f"{MOUSE}\n| key | |\n|---|---|\n{rows}\n")
