"""How a studio is started: for a simulation of its own, or beside a loop of the user's."""

import threading
import webbrowser
from time import perf_counter
from types import TracebackType

from knuckle.batch.batch import Batch
from knuckle.data.data import Data, check_pair
from knuckle.errors import KnuckleError
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.scene.option import SceneOption
from knuckle.studio.server import LOOPBACK, Server
from knuckle.studio.simulation import FRAME
from knuckle.studio.source import Source
from knuckle.studio.studio import Studio


class Viewer:
    """A studio that is open: its `url`, and what it shows. Closes at the end of a `with` block."""

    def __init__(self, studio: Studio):
        self._studio = studio
        self._due = 0.0
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where the page is; whoever knows it can use the studio."""
        return self._studio.server.url

    @property
    def option(self) -> SceneOption:
        """What the scene shows."""
        return self._studio.option

    @property
    def paused(self) -> bool:
        """Whether someone has pressed pause; a loop of your own may heed it."""
        return self._studio.sim.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._studio.sim.paused = bool(value)

    @property
    def selected(self) -> int:
        """The body that is selected, or -1."""
        return self._studio.selected

    def is_running(self) -> bool:
        """Whether the studio is open."""
        return not self._studio.sim.closed.is_set()

    def sync(self) -> None:
        """Show the data as it is, and do to it what was asked for in the page; call it after each step.

        Costs microseconds while no new picture is due (there are 60 per second). A body that is pulled by the mouse has
        the force of the spring in `d.xfrc_applied`.
        """
        sim = self._studio.sim
        if not self.is_running():
            raise KnuckleError("the studio is closed")
        if self._thread is not None:
            raise KnuckleError("this studio runs the simulation itself; `launch_passive` leaves it to you")
        now = perf_counter()
        due = now >= self._due
        if due or sim.drag is not None:
            sim.worlds.read()
        sim.do_posted()
        sim.pull()
        if due:
            self._due = now + FRAME
            sim.changed = True
            sim.history.record(sim.d)
            self._studio.offer(sim)

    def wait(self) -> None:
        """Until the studio is closed."""
        while not self._studio.sim.closed.wait(0.2):
            pass

    def close(self) -> None:
        """Stop the server and the simulation; may be called again."""
        self._studio.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5.0)

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Studio at {self.url}>" if self.is_running() else "<Studio, closed>"


def start(
    m: Model,
    d: Data | Batch,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    browser: bool = False,
    paused: bool = False,
    source: Source | None = None,
) -> Viewer:
    """A studio whose own thread simulates."""
    _check(m, d)
    if isinstance(d, Data):
        machine().forward(m, d)  # what is paused can be touched too
    viewer = _open(host, port, m, d, paused, source)
    studio = viewer._studio
    viewer._thread = threading.Thread(target=studio.sim.run, name="knuckle simulation", daemon=True)
    viewer._thread.start()
    if source is not None:
        source.watch(studio)
    if browser:
        webbrowser.open(viewer.url)
    return viewer


def launch(
    m: Model,
    d: Data | Batch | None = None,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    browser: bool = True,
    paused: bool = False,
    block: bool = True,
) -> Viewer:
    """Open the studio and run the simulation in it until Ctrl-C; with `block=False` return at once.

    Prints the URL, which holds a token: without it the server answers nobody. `d` may be a Batch: then one of its
    worlds is watched, or a grid of them.
    """
    viewer = start(m, Data(m) if d is None else d, host=host, port=port, browser=browser, paused=paused)
    print(viewer.url, flush=True)
    if block:
        try:
            viewer.wait()
        except KeyboardInterrupt:
            pass
        finally:
            viewer.close()
    return viewer


def launch_passive(m: Model, d: Data | Batch, *, host: str = LOOPBACK, port: int = 0, browser: bool = True) -> Viewer:
    """Open the studio beside a loop of your own: step the data, and call `viewer.sync()` after each step.

    with kn.studio.launch_passive(m, d) as viewer:
        while viewer.is_running():
            kn.step(m, d)
            viewer.sync()
    """
    _check(m, d)
    viewer = _open(host, port, m, d)
    print(viewer.url, flush=True)
    if browser:
        webbrowser.open(viewer.url)
    return viewer


def _open(
    host: str, port: int, m: Model, d: Data | Batch, paused: bool = False, source: Source | None = None
) -> Viewer:
    server = Server(host, port)
    try:
        return Viewer(Studio(server, m, d, paused, source))
    except BaseException:
        server.close()
        raise


def _check(m: Model, d: Data | Batch) -> None:
    if isinstance(d, Batch):
        if d.model is not m:
            raise KnuckleError("the batch is of another model")
        return
    check_pair(m, d)
