"""Other models to open: those of the package, or of the folder that was named."""

from functools import partial

from knuckle.studio.panels.base import Panel


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
        for name, file in source.choices.items():
            self.on_click(self.gui.add_button(f"Open {name}"), partial(source.read, self.studio, file))
