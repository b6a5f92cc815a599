"""The progress of long work: a bar on a terminal, elsewhere a line now and then."""

from threading import Event, Lock, Thread
from time import monotonic

LINE_SECONDS = 10.0  # between two lines where there is no terminal


class Progress:
    """How many units of some work are done; used as a context.

    Units differ in size, so the time that is left is told by the share of their weights. Work that may be short begins
    `quiet`: nothing is told of it within ten seconds.
    """

    def __init__(self, work: str, weights: dict[str, int], unit: str = "parts", quiet: bool = False):
        from rich.console import Console

        self._work, self._weights, self._unit, self._quiet = work, weights, unit, quiet
        self._console, self._lock, self._ended = Console(stderr=True), Lock(), Event()
        self._count = self._weight = 0
        self._start = monotonic()

    def __enter__(self) -> "Progress":
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        terminal = self._console.is_terminal
        what = TextColumn("{task.fields[what]}")
        self._bar = Bar(*columns, what, console=self._console, transient=True, disable=not terminal)
        self._task = self._bar.add_task(self._work, total=len(self._weights), what="starting")
        self._bar.start()
        self._lines = Thread(target=self._tell, daemon=True)
        if not terminal:
            if not self._quiet:
                self._print(f"{self._work}: {len(self._weights)} {self._unit} …")
            self._lines.start()
        return self

    def __exit__(self, kind, *error) -> None:
        self._ended.set()
        self._bar.stop()
        if self._lines.is_alive():
            self._lines.join()
        if kind is None and not self._quiet:
            self._print(f"{self._work}: {self._count} {self._unit} done in {monotonic() - self._start:.0f} s")

    def done(self, name: str) -> None:
        """One more unit is done."""
        with self._lock:
            self._count, self._weight = self._count + 1, self._weight + self._weights[name]
            self._bar.update(self._task, advance=1, what=self._left())

    def _left(self) -> str:
        share = self._weight / max(1, sum(self._weights.values()))
        seconds = (monotonic() - self._start) * (1.0 - share) / share if share else 0.0
        return f"about {seconds:.0f} s to go"

    def _tell(self) -> None:
        while not self._ended.wait(LINE_SECONDS):
            with self._lock:
                self._print(
                    f"{self._work}: {self._count} of {len(self._weights)} {self._unit} after"
                    f" {monotonic() - self._start:.0f} s, {self._left() if self._count else 'at work'}"
                )

    def _print(self, text: str) -> None:
        self._console.print(f"knuckle: {text}", highlight=False, soft_wrap=True)
