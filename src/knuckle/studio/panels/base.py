"""What all panels share: values from the page are checked, then handed to the thread that owns the data."""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knuckle.studio.studio import Studio

MOST_ROWS = 120  # sliders of one kind: a page with thousands would stand still


class Panel:
    """A tab of the page, for one model."""

    title = ""

    def __init__(self, studio: "Studio"):
        self.studio, self.sim = studio, studio.sim
        self.gui: Any = studio.server.viser.gui
        self.m = studio.sim.m
        self.d = studio.sim.d  # to write to, by the thread that owns it
        self.shown = studio.shown  # to read from, by the thread that draws
        self.build()

    @classmethod
    def wanted(cls, studio: "Studio") -> bool:
        """Whether this studio has use for the panel."""
        return True

    def build(self) -> None:
        """Make the elements; called within the tab."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show what has changed; called by the thread that draws."""

    def on_change(self, handle: Any, does: Callable[[Any], None]) -> Any:
        """Have `does(value)` done between steps whenever somebody changes an element on the page."""

        async def changed(event: Any) -> None:
            if event.client_id is None:  # set by ourselves
                return
            value = handle.value
            self.sim.post(lambda: does(value))

        handle.on_update(changed)
        return handle

    def on_click(self, handle: Any, does: Callable[[], None]) -> Any:
        """Have something done between steps at a click."""

        async def clicked(_: Any) -> None:
            self.sim.post(does)

        handle.on_click(clicked)
        return handle

    def too_many(self, count: int, what: str) -> None:
        """Say that only the first are shown."""
        if count > MOST_ROWS:
            self.gui.add_markdown(f"*The first {MOST_ROWS} of {count} {what}; all are in the tab Model.*")


def table(rows: list[tuple[str, str]]) -> str:
    """Two columns as HTML; every text is escaped, for names come from files of strangers."""
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    style = "<style>.kn th{text-align:left;font-weight:500;padding-right:.8em;vertical-align:top;white-space:nowrap}"
    style += ".kn td{font-family:monospace;overflow-wrap:anywhere}.kn{font-size:.8em;width:100%;padding:0 .8em}</style>"
    return f'{style}<table class="kn">{cells}</table>'


def label_of(kind: str, names: list[str], index: int) -> str:
    """The name of an element, or its kind and number."""
    return names[index] or f"{kind} {index}"
