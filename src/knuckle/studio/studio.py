"""The studio of one simulation: the page shows it, and what is done in the page is done to it."""

import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data
from knuckle.data.state import set_state
from knuckle.doctor.findings import CheckReport
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.scene.builder import SceneBuilder
from knuckle.scene.enums import VisFlag
from knuckle.scene.joining import joined
from knuckle.scene.lights import lights
from knuckle.scene.option import GROUPS, SceneOption
from knuckle.scene.scene import Scene
from knuckle.schema.enums import ObjType
from knuckle.studio.clicks import DoubleClicks
from knuckle.studio.keys import KEYS
from knuckle.studio.marks import finding_labels
from knuckle.studio.page_values import drag_places
from knuckle.studio.panels.all import PANELS
from knuckle.studio.panels.base import Panel
from knuckle.studio.perturb import Grip, grab
from knuckle.studio.server import Server
from knuckle.studio.simulation import Simulation
from knuckle.studio.source import Source
from knuckle.studio.view import View
from knuckle.studio.worlds import ManyWorlds, Numbers

PANEL_SECONDS = 0.2  # between two refreshes of the panels
WHOLE_SECONDS = 0.5  # between two drawings of the whole scene: someone may have written to the model
TURN = 2 * np.pi  # of a twist for a drag as long as the page is high [rad]
TWIST_LENGTH = 0.1  # of the mark of a twist by 1 rad, in extents of the model
GRID_GAP = 1.2  # between worlds of a grid, in extents of the model
Moment = tuple[np.ndarray, Numbers]  # a state, and the numbers of the model that its world has for itself


class Studio:
    """A page, a simulation, and a thread that draws the one into the other.

    The thread that owns the data (of the studio, or the user's) hands over states; the drawing thread puts them into a
    Data of its own. So drawing takes no time of the simulation, and whatever is shown belongs to one moment.
    """

    def __init__(self, server: Server, m: Model, d: Data | Batch, paused: bool = False, source: Source | None = None):
        self.server, self.source = server, source
        self.option = SceneOption()
        self.grid = 1
        self.faults = ""
        self.sim: Simulation = Simulation(m, d, self.offer, paused)
        self._offered: list[Moment] | None = None
        self._offer = threading.Condition()
        self._panels_due, self._idle_due, self._turn = 0.0, 0.0, 0
        self._idle = False
        self._dragging: int | None = None  # the client that drags
        self._clicks = DoubleClicks()
        self._build()
        server.viser.on_client_connect(self._joined)
        server.viser.on_client_disconnect(self._left)
        self._thread = threading.Thread(target=self._draw_forever, name="knuckle studio", daemon=True)
        self._thread.start()

    # a model comes, and goes

    def _build(self) -> None:
        """Everything that is made for one model."""
        m = self.sim.m
        differ = isinstance(self.sim.worlds, ManyWorlds) and self.sim.worlds.differ
        self.drawn = m.copy() if differ else m  # takes the numbers of one world after the other
        self.shown = Data(self.drawn)
        self.builder = SceneBuilder(self.drawn)
        self.selected, self.camera = -1, -1  # a body, a camera of the model
        self._tinted = -1  # the body that is shown as selected
        self._drawn: tuple = ()  # how the scene was shown last
        self.report: CheckReport | None = None
        self.view = View(self.server.viser, m, self._touched)
        self._build_panels()

    def replace(self, m: Model, d: Data) -> None:
        """Leave the model that is shown for another; called by the owner of the data."""
        with self._offer:
            self._offered = None
            self.view.remove()
            self.sim.load(m, d)
            self._build()

    def reload(self) -> None:
        """Read the file again."""
        if self.source is not None:
            self.source.read(self)

    def _build_panels(self) -> None:
        viser = self.server.viser
        viser.gui.reset()
        viser.gui.configure_theme(show_logo=False, show_share_button=False, dark_mode=True, control_width="large")
        viser.gui.set_panel_label(self.sim.m.model_name or "Knuckle")
        tabs = viser.gui.add_tab_group()
        self.panels: list[Panel] = []
        for kind in PANELS:
            if kind.wanted(self):
                with tabs.add_tab(kind.title):
                    self.panels.append(kind(self))
        self._add_keys()

    def _add_keys(self) -> None:
        for key in KEYS:
            command = self.server.viser.gui.add_command(
                key.label, description=key.what, hotkey=key.key, modifier=key.modifier
            )

            async def pressed(_: Any, does: Callable = key.does) -> None:
                self.sim.post(lambda: does(self))

            command.on_trigger(pressed)

    # what the page asks for; done by the owner of the data

    def toggle(self) -> None:
        """Run or pause."""
        self.sim.paused = not self.sim.paused

    def select(self, body: int) -> None:
        self.selected = body
        self.sim.changed = True

    def watch(self, world: int) -> None:
        """Show another world of a batch."""
        if isinstance(self.sim.worlds, ManyWorlds) and 0 <= world < self.sim.worlds.count:
            self.sim.take(None)
            self.sim.worlds.watch(world)
            self.sim.history.clear()

    def show_grid(self, count: int) -> None:
        """Show so many worlds of a batch side by side, from the one that is watched on."""
        self.grid = max(1, min(count, self.sim.worlds.count))
        side = int(np.ceil(np.sqrt(self.grid)))
        middle = 0.5 * (side - 1) * GRID_GAP * self.sim.m.stat.extent * np.array((1.0, 1.0, 0.0))
        self.view.look_at(middle, float(side))

    def _touched(self, kind: str, row: int, event: Any) -> None:
        """A double click selects; a drag with the control key pushes, with shift too it twists."""
        scene = self.view.scene
        if scene is None or row >= scene.ngeom:
            return
        body = self.body_of(scene, row)
        if kind == "click":
            if self._clicks.completes(event.client_id, body):
                self.sim.post(lambda: self.select(body))
            return
        grip = Grip.TWIST if event.modifier == "cmd/ctrl+shift" else Grip.PUSH
        places = drag_places(event)
        if places is None:
            return
        start, end, screen = places
        camera = event.client.camera.wxyz
        self.sim.post(
            lambda: self._drag(event.client_id, event.phase, body, grip, start, end, screen, np.array(camera))
        )

    def _drag(
        self, client: int, phase: str, body: int, grip: Grip, start: Any, end: Any, screen: Any, camera: Any
    ) -> None:
        sim = self.sim
        if phase == "start" and body > 0:
            self._dragging = client
            self.select(body)
            sim.take(grab(sim.d, body, start, grip))
        if sim.drag is None or self._dragging != client:
            return
        sim.pull_to(end if grip is Grip.PUSH else _turned(screen, camera))
        if phase == "end":
            sim.take(None)
            self._dragging = None

    def body_of(self, scene: Scene, row: int) -> int:
        return int(self.bodies_of(scene)[row])

    def bodies_of(self, scene: Scene) -> np.ndarray:
        """The body of each drawable; -1 of those of none."""
        m = self.sim.m
        bodies = np.full(scene.ngeom, -1)
        owners = {ObjType.GEOM: m.geom_bodyid, ObjType.SITE: m.site_bodyid, ObjType.BODY: None, ObjType.XBODY: None}
        for kind, owner in owners.items():
            rows = (scene.objtype == kind) & (scene.objid >= 0)
            bodies[rows] = scene.objid[rows] if owner is None else owner[scene.objid[rows]]
        return bodies

    # clients

    def _joined(self, client: Any) -> None:
        self.sim.changed = True
        self.sim.post(lambda: None)

    def _left(self, client: Any) -> None:
        """A tab that is closed in mid-drag lets go."""
        self._clicks.forget(client.client_id)

        def release() -> None:
            if self._dragging == client.client_id:
                self.sim.take(None)
                self._dragging = None

        self.sim.post(release)

    # drawing

    def offer(self, sim: Simulation) -> None:
        """Hand over what is to be shown, if anyone looks and the last one is done; called by the owner of the data."""
        if self._offered is not None or not self.server.viser.get_clients():
            return
        now = perf_counter()
        if not sim.changed and now < self._idle_due:
            return
        self._idle, self._idle_due = not sim.changed, now + PANEL_SECONDS
        sim.changed = False
        first = getattr(sim.worlds, "watched", 0)
        moments = list(zip(sim.worlds.states(first, self.grid), sim.worlds.numbers(first, self.grid), strict=True))
        with self._offer:
            self._offered = moments
            self._offer.notify()

    def _draw_forever(self) -> None:
        while not self.sim.closed.is_set():
            with self._offer:
                if self._offered is None:
                    self._offer.wait(0.1)
                if self._offered is None:
                    continue
                try:
                    with self.server.viser.atomic():  # one picture, one message
                        self._draw(self._offered)
                    self.server.viser.flush()  # else viser waits for 1/60 s, and every fourth picture is lost
                except Exception as error:  # one picture is lost, not the studio
                    self.sim.note = f"This moment could not be shown: {type(error).__name__}: {error}"
                finally:
                    self._offered = None

    def _compute(self, moment: Moment) -> None:
        """Bring what is shown to a moment of a world."""
        state, numbers = moment
        for name, values in numbers.items():
            self.drawn._arrays[name][...] = values
        set_state(self.drawn, self.shown, state)
        machine().forward(self.drawn, self.shown)

    def _draw(self, moments: list[Moment]) -> None:
        m, d = self.drawn, self.shown
        if self._idle and self._drawn:
            for panel in self.panels:
                panel.refresh()
            return
        if self.sim.drag is None:  # a body in the hand keeps its colour: another mesh would take it out of the hand
            self._tinted = self.selected
        look = self._look()
        same, self._drawn = self._drawn == look, look
        if same and self.view.layout is not None:
            self._compute(moments[0])
            self.view.move(d)
            self.view.lamps.show(lights(m, d, d.xpos[0], d.xpos[0]))
        else:
            self._draw_all(moments)
        self._draw_spring()
        self._follow_camera()
        self._refresh_next()

    def _refresh_next(self) -> None:
        """One panel after the other, so that none holds up the next picture."""
        now = perf_counter()
        if now >= self._panels_due:
            self._panels_due = now + PANEL_SECONDS / len(self.panels)
            self._turn = (self._turn + 1) % len(self.panels)
            self.panels[self._turn].refresh()

    def _draw_all(self, moments: list[Moment]) -> None:
        """The whole scene, with marks and labels."""
        m, d, scenes = self.drawn, self.shown, []
        if m is not self.sim.m:  # someone may have written to the model
            m._arena.copy_from(self.sim.m._arena)
        for number, moment in reversed(list(enumerate(moments))):  # the watched world last: panels show it
            self._compute(moment)
            scene = self.builder.update(d, option=self.option)
            scene.pos += self._grid_place(number).astype(np.float32)
            scenes.append(scene)
        scene = joined(scenes[::-1])
        plain = len(moments) == 1 and not self.option.flags[VisFlag.ISLAND] and self.report is None
        self.view.show(scene, self.bodies_of(scene), self._tinted, d if plain and not self.option.label else None)
        self.view.lamps.show(scenes[-1].lights)
        self.view.show_labels(scenes[-1].labels + finding_labels(m, d, self.report))

    def _look(self) -> tuple:
        """Everything that decides how a moment is shown, but the moment; where it changes the whole scene is drawn."""
        option = self.option
        groups = b"".join(getattr(option, name).tobytes() for name in GROUPS)
        chosen = (
            self._tinted,
            self.grid,
            option.frictioncone,
            option.frame,
            option.label,
            id(self.report),
            self.sim.edits,
        )
        return option.flags.tobytes(), groups, chosen, int(perf_counter() / WHOLE_SECONDS)

    def _grid_place(self, number: int) -> np.ndarray:
        if self.grid == 1:
            return np.zeros(3)
        side = int(np.ceil(np.sqrt(self.grid)))
        return GRID_GAP * self.sim.m.stat.extent * np.array((number % side, number // side, 0.0))

    def _draw_spring(self) -> None:
        """The spring of a push as a line to where it pulls; that of a twist as the axis that it turns about."""
        drag = self.sim.drag
        if drag is None:
            self.view.show_spring(None)
            return
        start = drag.point(self.shown)
        end = drag.target if drag.grip is Grip.PUSH else start + TWIST_LENGTH * self.sim.m.stat.extent * drag.target
        self.view.show_spring(np.stack((start, end)))

    def _follow_camera(self) -> None:
        """Move all tabs with a camera of the model, while one is chosen."""
        if not 0 <= self.camera < self.sim.m.ncam:
            return
        axes = self.shown.cam_xmat[self.camera].reshape(3, 3)
        for client in self.server.viser.get_clients().values():
            with client.atomic():
                client.camera.up_direction = axes[:, 1]
                client.camera.position = self.shown.cam_xpos[self.camera]
                client.camera.look_at = self.shown.cam_xpos[self.camera] - axes[:, 2] * self.sim.m.stat.extent
                client.camera.fov = float(np.radians(self.sim.m.cam_fovy[self.camera]))

    def close(self) -> None:
        """Stop everything; may be called again."""
        self.sim.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)
        self.server.close()


def _turned(screen: np.ndarray, camera: np.ndarray) -> np.ndarray:
    """The rotation that a drag across the page asks for, as a vector of the world: about the axes of the camera."""
    w, v = camera[0], camera[1:]
    about = TURN * np.array((-screen[1], screen[0], 0.0))
    return about + 2.0 * np.cross(v, np.cross(v, about) + w * about)
