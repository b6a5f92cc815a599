"""Faults of the file with their lines, warnings of the compiler, and what the model doctor finds."""

from html import escape

from knuckle.doctor.check import check
from knuckle.studio.panels.base import Panel


class FaultPanel(Panel):
    """Faults come from the last reload; the doctor is asked by a button, and marks what it finds in the scene."""

    title = "Faults"

    def build(self) -> None:
        self.faults = self.gui.add_html("")
        self.on_click(self.gui.add_button("Ask the model doctor"), self._check)
        self.on_click(self.gui.add_button("Remove marks"), self._forget)
        self.findings = self.gui.add_html("")

    def _check(self) -> None:
        self.studio.report = check(self.m)

    def _forget(self) -> None:
        self.studio.report = None

    def refresh(self) -> None:
        faults = self.studio.faults
        warnings = "\n".join(map(str, self.m.warnings))
        parts = [f"<b>The file has faults; the model shown is the one before.</b>{_lines(faults)}"] if faults else []
        parts += [f"<b>Warnings</b>{_lines(warnings)}"] if warnings else []
        self._show(self.faults, "".join(parts) or "<i>The file has no faults.</i>")
        report = self.studio.report
        self._show(self.findings, _lines(repr(report)) if report is not None else "")

    def _show(self, handle, text: str) -> None:
        if handle.content != text:
            handle.content = text


def _lines(text: str) -> str:
    return f'<pre style="white-space:pre-wrap;font-size:.8em;padding:0 .8em">{escape(text)}</pre>'
